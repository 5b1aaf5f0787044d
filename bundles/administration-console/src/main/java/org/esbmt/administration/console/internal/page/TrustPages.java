package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TenantPartnerCommand.RevokePartner;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.SetIssuerKeys;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.UserId;

/** The partners of a tenant, its issuers of tokens with the users whom their subjects are, and its authorities. */
final class TrustPages {
    private static final String PAGE = "trust";
    private static final String ADDRESS = "tenants/{tenant}/" + PAGE;

    private final Contract contract;
    private final TenantFrame frame;
    private final AuthorityPart authorities;

    TrustPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.authorities = new AuthorityPart(contract);
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page(ADDRESS, this::show);
        routes.change(ADDRESS + "/add-authority", this::show, authorities::add);
        routes.change(ADDRESS + "/remove-authority", this::show, authorities::remove);
        routes.upload(ADDRESS + "/upload-crl", this::show, authorities::upload);
        routes.change(
                ADDRESS + "/register-partner",
                this::show,
                call -> done(
                        call,
                        new RegisterPartner(call.tenant(), name(call), content(call, "certificate")),
                        "partner.registered"));
        routes.change(
                ADDRESS + "/revoke-partner",
                this::show,
                call -> done(call, new RevokePartner(call.tenant(), call.form().text("partner")), "partner.revoked"));
        routes.change(ADDRESS + "/add-issuer", this::show, call -> done(call, addition(call), "issuer.added"));
        routes.change(
                ADDRESS + "/set-issuer-keys",
                this::show,
                call -> done(
                        call, new SetIssuerKeys(call.tenant(), issuer(call), content(call, "jwkSet")), "issuer.set"));
        routes.change(
                ADDRESS + "/remove-issuer",
                this::show,
                call -> done(call, new RemoveIssuer(call.tenant(), issuer(call)), "issuer.removed"));
        routes.change(
                ADDRESS + "/add-subject",
                this::show,
                call -> done(
                        call,
                        new AddUserSubject(call.tenant(), user(call), issuer(call), subject(call)),
                        "subject.added"));
        routes.change(
                ADDRESS + "/remove-subject",
                this::show,
                call -> done(
                        call,
                        new RemoveUserSubject(call.tenant(), user(call), issuer(call), subject(call)),
                        "subject.removed"));
    }

    private Answer done(Call call, Command<?> command, String key) throws AdministrationException {
        contract.administration().execute(call.changing(), command);
        return Moved.done(address(call), key);
    }

    static String address(Call call) {
        return call.link("tenants", call.segment("tenant"), PAGE);
    }

    private static AddIssuer addition(Call call) throws AdministrationException {
        return call.made(() -> new AddIssuer(
                TenantId.of(call.segment("tenant")),
                name(call),
                call.form().text("issuer").strip(),
                call.form().text("audience").strip(),
                Arrays.stream(call.form().text("algorithms").split(",", -1))
                        .map(algorithm -> TokenAlgorithm.of(algorithm.strip()))
                        .collect(toUnmodifiableSet()),
                content(call, "jwkSet")));
    }

    private static String name(Call call) {
        return call.form().text("name").strip();
    }

    private static String issuer(Call call) {
        return call.form().text("issuer");
    }

    private static String subject(Call call) {
        return call.form().text("subject").strip();
    }

    private static Content content(Call call, String field) {
        return Content.of(call.form().text(field).getBytes(UTF_8));
    }

    /** By identifier, or by login for an administrator who may find users. */
    private UserId user(Call call) throws AdministrationException {
        return user(call, call.form().text("user").strip());
    }

    private UserId user(Call call, String named) throws AdministrationException {
        try {
            return UserId.of(named);
        } catch (IllegalArgumentException e) {
            return contract.users()
                    .findUser(call.by(), call.tenant(), named)
                    .map(UserView::id)
                    .orElseThrow(() -> Parts.notFound("The tenant has no user of that login"));
        }
    }

    private Answer show(Call call) throws AdministrationException {
        List<TenantPartnerView> partners = contract.keys().partners(call.by(), call.tenant());
        List<TokenIssuerView> issuers = contract.keys().issuers(call.by(), call.tenant());
        List<Block> blocks = new ArrayList<>();
        blocks.add(partnerTable(call, partners));
        blocks.add(form(
                call,
                "register-partner",
                FormKind.PLAIN,
                newName(call),
                Field.area("certificate", call.text("certificates.pem")).saying(call.text("certificates.pem.help"))));
        List<Option> open = partners.stream()
                .filter(partner -> partner.revokedAt().isEmpty())
                .map(partner -> Option.name(partner.name()))
                .toList();
        if (!open.isEmpty()) {
            blocks.add(
                    form(call, "revoke-partner", FormKind.FINAL, Field.choice("partner", call.text("key.name"), open)));
        }
        blocks.add(issuerTable(call, issuers));
        blocks.add(form(
                call,
                "add-issuer",
                FormKind.PLAIN,
                newName(call),
                Field.text("issuer", call.text("issuer.claim")).saying(call.text("issuer.claim.help")),
                Field.text("audience", call.text("issuer.audience")).saying(call.text("issuer.audience.help")),
                Field.text("algorithms", call.text("issuer.algorithms"))
                        .with("RS256, ES256")
                        .saying(call.text("issuer.algorithms.help")),
                keys(call)));
        if (!issuers.isEmpty()) {
            blocks.addAll(changes(call, issuers));
        }
        blocks.addAll(authorities.blocks(call));
        return new Shown(frame.view(call, call.text("trust.title"), blocks));
    }

    private List<Block> changes(Call call, List<TokenIssuerView> issuers) throws AdministrationException {
        Field issuer = Field.choice(
                "issuer",
                call.text("issuer.name"),
                issuers.stream().map(one -> Option.name(one.name())).toList());
        Field user = Field.text("user", call.text("userCertificates.user")).saying(call.text("subject.user.help"));
        Field subject = Field.text("subject", call.text("subject.claim")).saying(call.text("subject.claim.help"));
        List<Block> blocks = new ArrayList<>();
        blocks.add(form(call, "set-issuer-keys", FormKind.PLAIN, issuer, keys(call)));
        blocks.add(form(call, "remove-issuer", FormKind.FINAL, issuer));
        blocks.add(new Block.Search(
                address(call),
                List.of(Field.search(
                        "user", call.text("subject.of"), call.query().text("user"))),
                call.text("search.button"),
                PAGE));
        Optional<String> named = call.query().given("user");
        if (named.isPresent()) {
            blocks.add(Parts.orNote(() -> subjectTable(
                    call,
                    contract.keys()
                            .subjects(
                                    call.by(),
                                    call.tenant(),
                                    user(call, named.get().strip())))));
        }
        blocks.add(form(call, "add-subject", FormKind.PLAIN, user, issuer, subject));
        blocks.add(form(call, "remove-subject", FormKind.FINAL, user, issuer, subject));
        return blocks;
    }

    static Field newName(Call call) {
        return Field.text("name", call.text("key.name")).saying(call.text("key.name.help"));
    }

    private static Field keys(Call call) {
        return Field.area("jwkSet", call.text("issuer.keys")).saying(call.text("issuer.keys.help"));
    }

    static Block form(Call call, String deed, FormKind kind, Field... fields) {
        return Parts.change(
                call, deed, "trust." + deed, call.link("tenants", call.segment("tenant"), PAGE, deed), kind, fields);
    }

    private static Block partnerTable(Call call, List<TenantPartnerView> partners) {
        List<List<Cell>> rows = partners.stream()
                .map(partner -> List.<Cell>of(
                        new Cell.Data(partner.name()),
                        partner.revokedAt().isPresent() ? Parts.state("REVOKED") : Cell.NONE,
                        new Cell.Data(partner.algorithm()),
                        new Cell.Data(partner.subject()),
                        new Cell.Moment(partner.notAfter()),
                        partner.expiresSoon() ? new Cell.Words(call.text("key.expiresSoon")) : Cell.NONE,
                        new Cell.Code(partner.digest())))
                .toList();
        return Parts.table(
                call,
                "partners",
                "partners.caption",
                Parts.columns(
                        call,
                        "key.name",
                        "key.state",
                        "key.algorithm",
                        "key.subject",
                        "key.notAfter",
                        "key.warning",
                        "userCertificates.digest"),
                rows,
                "partners.empty");
    }

    private static Block issuerTable(Call call, List<TokenIssuerView> issuers) {
        List<List<Cell>> rows = issuers.stream()
                .map(issuer -> List.<Cell>of(
                        new Cell.Data(issuer.name()),
                        new Cell.Data(issuer.issuer()),
                        new Cell.Data(issuer.audience()),
                        new Cell.Data(new TreeSet<>(issuer.algorithms()).toString()),
                        new Cell.Count(issuer.version()),
                        new Cell.Moment(issuer.setAt())))
                .toList();
        return Parts.table(
                call,
                "issuers",
                "issuers.caption",
                Parts.columns(
                        call,
                        "key.name",
                        "issuer.claim",
                        "issuer.audience",
                        "issuer.algorithms",
                        "secret.version",
                        "secret.setAt"),
                rows,
                "issuers.empty");
    }

    private static Block subjectTable(Call call, List<UserSubjectView> subjects) {
        List<List<Cell>> rows = subjects.stream()
                .map(subject -> List.<Cell>of(
                        new Cell.Data(subject.name()),
                        new Cell.Data(subject.issuer()),
                        new Cell.Data(subject.subject()),
                        new Cell.Moment(subject.addedAt())))
                .toList();
        return Parts.table(
                call,
                "subjects",
                "subjects.caption",
                Parts.columns(call, "issuer.name", "issuer.claim", "subject.claim", "subject.addedAt"),
                rows,
                "subjects.empty");
    }
}
