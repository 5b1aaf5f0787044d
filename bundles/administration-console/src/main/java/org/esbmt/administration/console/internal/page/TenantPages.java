package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.TenantId;

/** Tenants, their life cycle and their contacts. */
public final class TenantPages {
    /** The value of an address that names the owner of a new password. */
    private static final String ADMINISTRATOR = "administrator";

    private final Contract contract;
    private final TenantFrame frame;
    private final GeneratedPasswords passwords;

    TenantPages(Contract contract, TenantFrame frame, GeneratedPasswords passwords) {
        this.contract = contract;
        this.frame = frame;
        this.passwords = passwords;
    }

    void addTo(Routes routes) {
        routes.page("tenants", this::list);
        routes.change("tenants/create", this::list, this::create);
        routes.page("tenants/{tenant}", this::show);
        change(routes, "suspend", "tenant.suspended", (call, tenant) -> new SuspendTenant(tenant));
        change(routes, "resume", "tenant.resumed", (call, tenant) -> new ResumeTenant(tenant));
        change(routes, "drain", "tenant.drained", (call, tenant) -> new DrainTenant(tenant));
        routes.confirmed("tenants/{tenant}/purge", this::show, this::purge);
        change(
                routes,
                "request-offboarding",
                "tenant.leaving",
                (call, tenant) -> new RequestOffboarding(tenant, typed(call)));
        change(routes, "withdraw-offboarding", "tenant.staying", (call, tenant) -> new WithdrawOffboarding(tenant));
        change(
                routes,
                "set-contact",
                "contact.set",
                (call, tenant) -> new SetContact(
                        tenant,
                        call.form().text("name").strip(),
                        call.made(() -> ContactKind.of(call.form().text("kind"))),
                        call.form().text("address").strip()));
        change(
                routes,
                "remove-contact",
                "contact.removed",
                (call, tenant) ->
                        new RemoveContact(tenant, call.form().text("name").strip()));
        routes.change("tenants/{tenant}/reset-administrator", this::show, this::resetAdministrator);
    }

    private static String typed(Call call) {
        return call.form().text("typed").strip();
    }

    /** Reads a command from a form. */
    @FunctionalInterface
    private interface Reader {
        BatchableCommand<?> command(Call call, TenantId tenant) throws AdministrationException;
    }

    private void change(Routes routes, String deed, String done, Reader reader) {
        routes.change("tenants/{tenant}/" + deed, this::show, call -> {
            contract.administration().execute(call.changing(), reader.command(call, call.tenant()));
            return Moved.done(call.link("tenants", call.tenant().toString()), done);
        });
    }

    private Answer purge(Call call) throws AdministrationException {
        PurgeTenant command = new PurgeTenant(TenantRef.of(call.tenant()), Optional.of(typed(call)));
        contract.administration().execute(call.changing(), command);
        return Moved.done(call.link("tenants", call.tenant().toString()), "tenant.purged");
    }

    private Answer list(Call call) throws AdministrationException {
        TenantFilter filter = new TenantFilter(
                call.query().given("contains"), call.query().given("state").flatMap(state -> read(state)));
        Page<TenantView> page = contract.tenants().listTenants(call.by(), filter, call.page());
        boolean all = filter.equals(TenantFilter.ALL);
        Empty empty = all
                ? new Empty(
                        call.text("tenants.empty"),
                        Optional.of(new Cell.Deed("#create", call.text("tenants.create.button"))))
                : Empty.of(call.text("search.empty"));
        return new Shown(View.of(
                call.text("tenants.title"),
                new Block.Search(
                        call.link("tenants"),
                        List.of(
                                Field.search(
                                        "contains",
                                        call.text("tenants.contains"),
                                        call.query().text("contains")),
                                Parts.stateFilter(call, TenantView.State.values())),
                        call.text("search.button"),
                        "tenants"),
                Parts.table(
                        call,
                        "tenants",
                        "tenants.caption",
                        Parts.columns(call, "tenant.name", "tenant.displayName", "tenant.state", "tenant.createdAt"),
                        page,
                        tenant -> List.of(
                                new Cell.Linked(call.link("tenants", tenant.id().toString()), tenant.name()),
                                new Cell.Data(tenant.displayName()),
                                Parts.state(tenant.state()),
                                new Cell.Moment(tenant.createdAt())),
                        empty),
                Parts.change(
                        call,
                        "create",
                        "tenants.create",
                        call.link("tenants", "create"),
                        FormKind.PLAIN,
                        Field.text("name", call.text("tenant.name")).saying(call.text("tenant.name.help")),
                        Field.text("displayName", call.text("tenant.displayName"))
                                .optional()
                                .saying(call.text("tenant.displayName.help")),
                        Field.text("administrator", call.text("tenant.administrator"))
                                .saying(call.text("tenant.administrator.help"))
                                .with("admin"))));
    }

    private static Optional<TenantView.State> read(String state) {
        try {
            return Optional.of(TenantView.State.of(state));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Answer create(Call call) throws AdministrationException {
        String name = call.form().text("name").strip();
        String displayName = call.form().given("displayName").orElse(name);
        String administrator = call.form().text("administrator").strip();
        CreatedTenant created = passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new CreateTenant(name, displayName, administrator, password)));
        String page = call.link("tenants", created.tenant().id().toString());
        String shown = Links.with(passwords.shownAt(call, page), ADMINISTRATOR, administrator);
        return Moved.done(shown, "tenant.created");
    }

    private Answer resetAdministrator(Call call) throws AdministrationException {
        passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new ResetDefaultAdmin(call.tenant(), password)));
        String page = call.link("tenants", call.tenant().toString());
        return Moved.done(passwords.shownAt(call, page), "user.password");
    }

    private Answer show(Call call) throws AdministrationException {
        TenantView tenant = contract.tenants()
                .findTenant(call.by(), call.tenant())
                .orElseThrow(() -> Parts.notFound("There is no tenant " + call.segment("tenant")));
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "tenant.displayName", new Cell.Data(tenant.displayName())),
                Parts.fact(call, "tenant.id", new Cell.Code(tenant.id().toString())),
                Parts.fact(call, "tenant.state", Parts.state(tenant.state())),
                Parts.fact(call, "tenant.createdAt", new Cell.Moment(tenant.createdAt())),
                Parts.fact(call, "revision", new Cell.Count(tenant.revision()))));
        if (tenant.state() != TenantView.State.DELETED) {
            blocks.add(Parts.orNote(() -> contacts(call, tenant)));
            blocks.add(new Block.Section("life", call.text("tenant.life"), lifeCycle(call, tenant)));
        }
        View view = frame.view(call, call.text("tenant.title", tenant.name()), blocks);
        String owner = call.query().given(ADMINISTRATOR).orElse(call.text("tenant.itsAdministrator"));
        return new Shown(passwords.shown(call, view, tenant.name() + "/" + owner));
    }

    private Block contacts(Call call, TenantView tenant) throws AdministrationException {
        String id = tenant.id().toString();
        List<List<Cell>> rows = contract.contacts().contacts(call.by(), tenant.id()).stream()
                .map(contact -> List.<Cell>of(
                        new Cell.Data(contact.name()),
                        new Cell.Data(contact.kind().name()),
                        new Cell.Data(contact.address())))
                .toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(Parts.table(
                call,
                "contacts-table",
                "contacts.caption",
                Parts.columns(call, "contact.name", "contact.kind", "contact.address"),
                rows,
                "contacts.empty"));
        blocks.add(Parts.change(
                call,
                "set-contact",
                "contact.set",
                call.link("tenants", id, "set-contact"),
                FormKind.PLAIN,
                Field.text("name", call.text("contact.name")).saying(call.text("contact.name.help")),
                Field.choice("kind", call.text("contact.kind"), Parts.names(ContactKind.values())),
                Field.text("address", call.text("contact.address")).saying(call.text("contact.address.help"))));
        if (!rows.isEmpty()) {
            blocks.add(Parts.change(
                    call,
                    "remove-contact",
                    "contact.remove",
                    call.link("tenants", id, "remove-contact"),
                    FormKind.PLAIN,
                    Field.text("name", call.text("contact.name"))));
        }
        return new Block.Section("contacts", call.text("contacts.heading"), blocks);
    }

    /** The forms of the changes that the state allows. */
    private static List<Block> lifeCycle(Call call, TenantView tenant) {
        List<Block> forms = new ArrayList<>();
        if (call.visitor().tenant().isPresent()) {
            switch (tenant.state()) {
                case ACTIVE, SUSPENDED -> forms.add(form(call, tenant, "request-offboarding", FormKind.FINAL, true));
                case OFFBOARDING -> forms.add(form(call, tenant, "withdraw-offboarding", FormKind.PLAIN, false));
                default -> forms.add(new Block.Paragraph(call.text("tenant.life.none")));
            }
            return forms;
        }
        if (tenant.state() != TenantView.State.ACTIVE) {
            forms.add(form(call, tenant, "resume", FormKind.PLAIN, false));
        }
        switch (tenant.state()) {
            case ACTIVE, OFFBOARDING -> forms.add(form(call, tenant, "suspend", FormKind.PLAIN, false));
            default -> {}
        }
        switch (tenant.state()) {
            case ACTIVE, SUSPENDED -> forms.add(form(call, tenant, "drain", FormKind.PLAIN, false));
            default -> {}
        }
        if (call.visitor().sees(Part.USERS)) {
            forms.add(Parts.change(
                    call,
                    "reset-administrator",
                    "tenant.reset-administrator",
                    call.link("tenants", tenant.id().toString(), "reset-administrator"),
                    FormKind.PLAIN));
        }
        if (tenant.state() != TenantView.State.ACTIVE) {
            forms.add(form(call, tenant, "purge", FormKind.FINAL, true));
        }
        return forms;
    }

    private static Block form(Call call, TenantView tenant, String deed, FormKind kind, boolean typed) {
        List<Field> fields = new ArrayList<>();
        fields.add(Parts.revision(tenant.revision()));
        if (typed) {
            fields.add(Parts.typed(call, tenant.name()));
        }
        if (deed.equals("purge")) {
            fields.addAll(Parts.confirmation(call));
        }
        return Parts.change(
                call,
                deed,
                "tenant." + deed,
                call.link("tenants", tenant.id().toString(), deed),
                kind,
                fields.toArray(new Field[0]));
    }
}
