package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/** Quotas of a tenant, and the contingents of its users. */
final class QuotaPages {
    private static final String RESOURCE = "resource";

    private final Contract contract;
    private final TenantFrame frame;

    QuotaPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/quotas", this::list);
        routes.change("tenants/{tenant}/quotas/grant", this::list, this::grant);
        routes.change("tenants/{tenant}/quotas/grant-contingent", this::list, this::grantContingent);
        routes.page("tenants/{tenant}/quota", this::showQuota);
        routes.change("tenants/{tenant}/quota/change", this::showQuota, this::change);
        routes.change("tenants/{tenant}/quota/revoke", this::showQuota, this::revoke);
        routes.page("tenants/{tenant}/contingent", this::showContingent);
        routes.change("tenants/{tenant}/contingent/change", this::showContingent, this::changeContingent);
        routes.change("tenants/{tenant}/contingent/revoke", this::showContingent, this::revokeContingent);
    }

    // ---- reading forms and addresses

    private static QuotaScope scope(Call call) throws AdministrationException {
        Resource resource = call.made(() -> Resource.of(call.named(RESOURCE)));
        Optional<UUID> cluster = Optional.empty();
        if (!call.named("cluster").isEmpty()) {
            cluster = Optional.of(call.identified(call.named("cluster"), UUID::fromString));
        }
        return new QuotaScope(
                resource, cluster, Optional.of(call.named("component")).filter(c -> !c.isEmpty()));
    }

    private static Limit limit(Call call) throws AdministrationException {
        long hard = call.number("hard");
        OptionalLong soft = call.optionalNumber("soft");
        OptionalLong burst = call.optionalNumber("burst");
        return call.made(() -> new Limit(hard, soft, burst));
    }

    private static Grantee grantee(Call call) throws AdministrationException {
        return call.named("user").isEmpty()
                ? call.made(() -> new Grantee.ToRole(Role.Level.TENANT.role(call.named("role"))))
                : new Grantee.ToUser(call.identified(call.named("user"), UserId::of));
    }

    private static String quotaPage(Call call, String page, QuotaId quota) {
        String address = Links.with(
                call.link("tenants", quota.tenant().toString(), page),
                RESOURCE,
                quota.resource().name());
        if (quota.cluster().isPresent()) {
            address = Links.with(address, "cluster", quota.cluster().get().toString());
        }
        return quota.component().isPresent()
                ? Links.with(address, "component", quota.component().get())
                : address;
    }

    private static String contingentPage(Call call, ContingentView contingent) {
        String address = quotaPage(call, "contingent", contingent.quota());
        return contingent.grantee() instanceof Grantee.ToUser one
                ? Links.with(address, "user", one.user().toString())
                : Links.with(
                        address,
                        "role",
                        ((Grantee.ToRole) contingent.grantee()).role().name());
    }

    private static String listPage(Call call) {
        return call.link("tenants", call.segment("tenant"), "quotas");
    }

    // ---- changes

    private Answer grant(Call call) throws AdministrationException {
        contract.administration()
                .execute(call.changing(), new GrantQuota(TenantRef.of(call.tenant()), scope(call), limit(call)));
        return Moved.done(listPage(call), "quota.granted");
    }

    private Answer change(Call call) throws AdministrationException {
        contract.administration()
                .execute(call.changing(), new ChangeQuota(TenantRef.of(call.tenant()), scope(call), limit(call)));
        return Moved.done(listPage(call), "quota.changed");
    }

    private Answer revoke(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new RevokeQuota(TenantRef.of(call.tenant()), scope(call)));
        return Moved.done(listPage(call), "quota.revoked");
    }

    private Answer grantContingent(Call call) throws AdministrationException {
        String to = call.form().text("grantee");
        GranteeRef grantee = to.isEmpty()
                ? new GranteeRef.ToUser(UserRef.of(call.form().text("login").strip()))
                : call.made(() -> new GranteeRef.ToRole(Role.Level.TENANT.role(to)));
        if (grantee instanceof GranteeRef.ToUser) {
            UserView user = contract.users()
                    .findUser(
                            call.by(), call.tenant(), call.form().text("login").strip())
                    .orElseThrow(() -> Parts.notFound("The tenant has no user of that login"));
            grantee = new GranteeRef.ToUser(UserRef.of(user.id()));
        }
        contract.administration()
                .execute(
                        call.changing(),
                        new GrantContingent(TenantRef.of(call.tenant()), scope(call), grantee, call.number("amount")));
        return Moved.done(listPage(call), "contingent.granted");
    }

    private Answer changeContingent(Call call) throws AdministrationException {
        contract.administration()
                .execute(
                        call.changing(),
                        new ChangeContingent(scope(call).of(call.tenant()), grantee(call), call.number("amount")));
        return Moved.done(listPage(call), "contingent.changed");
    }

    private Answer revokeContingent(Call call) throws AdministrationException {
        contract.administration()
                .execute(call.changing(), new RevokeContingent(scope(call).of(call.tenant()), grantee(call)));
        return Moved.done(listPage(call), "contingent.revoked");
    }

    // ---- pages

    private Answer list(Call call) throws AdministrationException {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Parts.orNote(() -> quotas(call)));
        blocks.add(Parts.orNote(() -> contingents(call)));
        blocks.add(call.visitor().tenant().isEmpty() ? grantForm(call) : grantContingentForm(call));
        return new Shown(frame.view(call, call.text("quotas.title"), blocks));
    }

    private Block quotas(Call call) throws AdministrationException {
        List<List<Cell>> rows = contract.quotas().list(call.by(), call.tenant()).stream()
                .map(quota -> List.<Cell>of(
                        new Cell.Linked(
                                quotaPage(call, "quota", quota.id()),
                                quota.id().resource().name()),
                        scope(call, quota.id()),
                        use(call, quota.used(), quota.limit().hard()),
                        new Cell.Count(quota.limit().hard()),
                        Cell.number(quota.limit().soft()),
                        Cell.number(quota.limit().burst())))
                .toList();
        return Parts.table(
                call,
                "quotas",
                "quotas.caption",
                Parts.columns(
                        call,
                        "quota.resource",
                        "quota.scope",
                        "quota.use",
                        "#quota.hard",
                        "#quota.soft",
                        "#quota.burst"),
                rows,
                "quotas.empty");
    }

    private Block contingents(Call call) throws AdministrationException {
        Page<ContingentView> page = contract.contingents().list(call.by(), call.tenant(), call.page());
        return Parts.table(
                call,
                "contingents",
                "contingents.caption",
                Parts.columns(
                        call, "quota.resource", "quota.scope", "contingent.grantee", "quota.use", "#contingent.amount"),
                page,
                contingent -> List.of(
                        new Cell.Linked(
                                contingentPage(call, contingent),
                                contingent.quota().resource().name()),
                        scope(call, contingent.quota()),
                        new Cell.Data(contingent.grantee().toString()),
                        use(call, contingent.used(), contingent.amount()),
                        new Cell.Count(contingent.amount())),
                Empty.of(call.text("contingents.empty")));
    }

    private static Block grantForm(Call call) {
        return Parts.change(
                call,
                "grant",
                "quota.grant",
                call.link("tenants", call.segment("tenant"), "quotas", "grant"),
                FormKind.PLAIN,
                Field.choice(RESOURCE, call.text("quota.resource"), enforced()),
                Field.number("hard", call.text("quota.hard")).saying(call.text("quota.hard.help")),
                Field.number("soft", call.text("quota.soft")).optional().saying(call.text("quota.soft.help")));
    }

    private static Block grantContingentForm(Call call) {
        List<Option> grantees = Stream.concat(
                        Stream.of(new Option("", call.text("contingent.oneUser"), false, false)),
                        Parts.names(Role.Level.TENANT.roles().toArray()).stream())
                .toList();
        return Parts.change(
                call,
                "grant-contingent",
                "contingent.grant",
                call.link("tenants", call.segment("tenant"), "quotas", "grant-contingent"),
                FormKind.PLAIN,
                Field.choice(RESOURCE, call.text("quota.resource"), enforced()),
                Field.choice("grantee", call.text("contingent.grantee"), grantees)
                        .optional(),
                Field.text("login", call.text("user.login")).optional().saying(call.text("contingent.login.help")),
                Field.number("amount", call.text("contingent.amount")));
    }

    private static List<Option> enforced() {
        return Parts.names(
                Arrays.stream(Resource.values()).filter(Resource::isEnforced).toArray());
    }

    private static Cell scope(Call call, QuotaId quota) {
        List<Cell> parts = new ArrayList<>();
        quota.cluster().ifPresent(cluster -> parts.add(new Cell.Code(cluster.toString())));
        quota.component().ifPresent(component -> parts.add(new Cell.Data(component)));
        return parts.isEmpty() ? new Cell.Words(call.text("quota.everywhere")) : new Cell.Many(parts);
    }

    private static Cell use(Call call, OptionalLong used, long limit) {
        return used.isPresent()
                ? new Cell.Use(used.getAsLong(), limit, call.text("quota.used", used.getAsLong(), limit))
                : new Cell.Words(call.text("quota.notCounted"));
    }

    private static List<Field> identity(QuotaId quota) {
        return List.of(
                Field.hidden(RESOURCE, quota.resource().name()),
                Field.hidden("cluster", quota.cluster().map(UUID::toString).orElse("")),
                Field.hidden("component", quota.component().orElse("")));
    }

    private Answer showQuota(Call call) throws AdministrationException {
        QuotaScope scope = scope(call);
        QuotaView quota = contract.quotas().list(call.by(), call.tenant()).stream()
                .filter(each -> QuotaScope.of(each.id()).equals(scope))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The tenant has no such quota"));
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "quota.scope", scope(call, quota.id())),
                Parts.fact(
                        call, "quota.use", use(call, quota.used(), quota.limit().hard())),
                Parts.fact(call, "quota.hard", new Cell.Count(quota.limit().hard())),
                Parts.fact(call, "quota.soft", Cell.number(quota.limit().soft())),
                Parts.fact(call, "quota.burst", Cell.number(quota.limit().burst())),
                Parts.fact(call, "revision", new Cell.Count(quota.revision()))));
        if (call.visitor().tenant().isEmpty()) {
            blocks.add(form(
                    call,
                    "change",
                    FormKind.PLAIN,
                    "quota",
                    quota.id(),
                    quota.revision(),
                    List.of(
                            Field.number("hard", call.text("quota.hard"))
                                    .with(String.valueOf(quota.limit().hard())),
                            Field.number("soft", call.text("quota.soft"))
                                    .optional()
                                    .with(shown(quota.limit().soft())),
                            Field.number("burst", call.text("quota.burst"))
                                    .optional()
                                    .saying(call.text("quota.burst.help"))
                                    .with(shown(quota.limit().burst())))));
            blocks.add(form(call, "revoke", FormKind.FINAL, "quota", quota.id(), quota.revision(), List.of()));
        } else {
            blocks.add(new Block.Paragraph(call.text("quota.byInstallation")));
        }
        return new Shown(frame.view(
                call,
                call.text("quota.title", scope.resource().name()),
                List.of(new Cell.Deed(listPage(call), call.text("menu.quotas"))),
                blocks));
    }

    private static String shown(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : "";
    }

    private static Block form(
            Call call, String deed, FormKind kind, String page, QuotaId quota, long revision, List<Field> more) {
        List<Field> fields = new ArrayList<>(identity(quota));
        fields.add(Parts.revision(revision));
        fields.addAll(more);
        return Parts.change(
                call,
                deed,
                page + "." + deed,
                call.link("tenants", quota.tenant().toString(), page, deed),
                kind,
                fields.toArray(new Field[0]));
    }

    private Answer showContingent(Call call) throws AdministrationException {
        QuotaScope scope = scope(call);
        Grantee grantee = grantee(call);
        ContingentView contingent = find(call, scope, grantee);
        List<Field> ofGrantee = grantee instanceof Grantee.ToUser one
                ? List.of(Field.hidden("user", one.user().toString()))
                : List.of(Field.hidden("role", ((Grantee.ToRole) grantee).role().name()));
        List<Field> ofChange = new ArrayList<>(ofGrantee);
        ofChange.add(Field.number("amount", call.text("contingent.amount")).with(String.valueOf(contingent.amount())));
        return new Shown(frame.view(
                call,
                call.text("contingent.title", scope.resource().name()),
                List.of(new Cell.Deed(listPage(call), call.text("menu.quotas"))),
                List.of(
                        Block.Facts.of(
                                Parts.fact(call, "quota.scope", scope(call, contingent.quota())),
                                Parts.fact(call, "contingent.grantee", new Cell.Data(grantee.toString())),
                                Parts.fact(call, "quota.use", use(call, contingent.used(), contingent.amount())),
                                Parts.fact(call, "contingent.amount", new Cell.Count(contingent.amount()))),
                        form(
                                call,
                                "change",
                                FormKind.PLAIN,
                                "contingent",
                                contingent.quota(),
                                contingent.revision(),
                                ofChange),
                        form(
                                call,
                                "revoke",
                                FormKind.FINAL,
                                "contingent",
                                contingent.quota(),
                                contingent.revision(),
                                ofGrantee))));
    }

    private ContingentView find(Call call, QuotaScope scope, Grantee grantee) throws AdministrationException {
        Page<ContingentView> page;
        int offset = 0;
        do {
            page = contract.contingents()
                    .list(call.by(), call.tenant(), new PageRequest(offset, PageRequest.MAX_LIMIT));
            for (ContingentView each : page.entries()) {
                if (QuotaScope.of(each.quota()).equals(scope) && each.grantee().equals(grantee)) {
                    return each;
                }
            }
            offset += page.entries().size();
        } while (page.hasMore() && !page.entries().isEmpty());
        throw Parts.notFound("The tenant has no such contingent");
    }
}
