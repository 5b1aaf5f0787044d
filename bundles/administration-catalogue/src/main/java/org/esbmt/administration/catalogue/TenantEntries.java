package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.bytes;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.ADDRESSED_ASSEMBLY;
import static org.esbmt.administration.catalogue.Words.ADMINISTRATOR_LOGIN;
import static org.esbmt.administration.catalogue.Words.ADMINISTRATOR_PASSWORD;
import static org.esbmt.administration.catalogue.Words.ARCHIVE;
import static org.esbmt.administration.catalogue.Words.ASSEMBLY;
import static org.esbmt.administration.catalogue.Words.CONTACT_ADDRESS;
import static org.esbmt.administration.catalogue.Words.CONTACT_KIND;
import static org.esbmt.administration.catalogue.Words.CONTACT_NAME;
import static org.esbmt.administration.catalogue.Words.CURRENT_PASSWORD;
import static org.esbmt.administration.catalogue.Words.DISPLAY_NAME;
import static org.esbmt.administration.catalogue.Words.LEAVING_NAME;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.LOGIN;
import static org.esbmt.administration.catalogue.Words.NAME_AFTER;
import static org.esbmt.administration.catalogue.Words.NAME_CONTAINS;
import static org.esbmt.administration.catalogue.Words.NEW_LOGIN;
import static org.esbmt.administration.catalogue.Words.NEW_PASSWORD;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.PASSWORD;
import static org.esbmt.administration.catalogue.Words.PURGED_NAME;
import static org.esbmt.administration.catalogue.Words.REWRITTEN;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.TENANT_NAME;
import static org.esbmt.administration.catalogue.Words.TENANT_OR_NAME;
import static org.esbmt.administration.catalogue.Words.TENANT_STATE;
import static org.esbmt.administration.catalogue.Words.USER;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
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
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;

/** Tenants, their users and their service assemblies, and the calling administrator. */
final class TenantEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            TENANTS,
                            "createTenant",
                            "Creates an active tenant together with its default administrator.",
                            TENANT_NAME,
                            DISPLAY_NAME,
                            ADMINISTRATOR_LOGIN,
                            ADMINISTRATOR_PASSWORD)
                    .executes(one(Shapes.CREATED_TENANT), CreateTenant.class, TenantEntries::create),
            Entry.reads(TENANTS, "findTenant", "The tenant of that name or identifier.", TENANT_OR_NAME)
                    .asks(one(Shapes.TENANT), TenantAdministration.class, TenantEntries::find),
            Entry.reads(
                            TENANTS,
                            "listTenants",
                            "Tenants by name, page by page: 'total' is how many there are of those that are asked for, or, without"
                                    + " 'totalExact', fewer than these.",
                            NAME_CONTAINS,
                            TENANT_STATE,
                            NAME_AFTER,
                            OFFSET,
                            LIMIT)
                    .asks(
                            new Result.PageOf<>(Shapes.TENANT, true),
                            TenantAdministration.class,
                            (tenants, by, with) -> tenants.listTenants(
                                    by,
                                    new TenantFilter(
                                            with.get(NAME_CONTAINS), with.get(TENANT_STATE), with.get(NAME_AFTER)),
                                    with.page())),
            Entry.changes(
                            TENANTS,
                            "suspendTenant",
                            "From ACTIVE or OFFBOARDING to SUSPENDED: the tenant's messages are refused.",
                            TENANT)
                    .executes(one(Shapes.TENANT), SuspendTenant.class, with -> new SuspendTenant(with.get(TENANT))),
            Entry.changes(TENANTS, "resumeTenant", "From SUSPENDED, DRAINING or OFFBOARDING to ACTIVE.", TENANT)
                    .executes(one(Shapes.TENANT), ResumeTenant.class, with -> new ResumeTenant(with.get(TENANT))),
            Entry.changes(
                            TENANTS,
                            "drainTenant",
                            "From ACTIVE or SUSPENDED to DRAINING: no messages and no new assemblies are taken any more.",
                            TENANT)
                    .executes(one(Shapes.TENANT), DrainTenant.class, with -> new DrainTenant(with.get(TENANT))),
            Entry.changes(
                            TENANTS,
                            "purgeTenant",
                            "From SUSPENDED, DRAINING or OFFBOARDING to DELETED, for good: removes all that the tenant has, on every node.",
                            TENANT,
                            PURGED_NAME)
                    .executes(
                            one(Shapes.TENANT),
                            PurgeTenant.class,
                            with -> new PurgeTenant(
                                    TenantRef.of(with.get(TENANT)), Optional.of(with.get(PURGED_NAME)))),
            Entry.changes(
                            TENANTS,
                            "requestOffboarding",
                            "From ACTIVE or SUSPENDED to OFFBOARDING, by the tenant's administrator: it asks to leave. No messages, users"
                                    + " and assemblies are taken any more.",
                            TENANT,
                            LEAVING_NAME)
                    .executes(
                            one(Shapes.TENANT),
                            RequestOffboarding.class,
                            with -> new RequestOffboarding(with.get(TENANT), with.get(LEAVING_NAME))),
            Entry.changes(
                            TENANTS,
                            "withdrawOffboarding",
                            "From OFFBOARDING to the state before, by the tenant's administrator: it does not leave.",
                            TENANT)
                    .executes(
                            one(Shapes.TENANT),
                            WithdrawOffboarding.class,
                            with -> new WithdrawOffboarding(with.get(TENANT))),
            Entry.makes(TENANTS, "addUser", "Adds a user who may send messages.", TENANT, NEW_LOGIN, PASSWORD)
                    .executes(
                            one(Shapes.USER),
                            AddUser.class,
                            with -> new AddUser(
                                    with.get(TENANT),
                                    with.get(NEW_LOGIN),
                                    with.get(PASSWORD),
                                    Set.of(Role.TENANT_USER))),
            Entry.changes(TENANTS, "setPassword", "Replaces a user's password.", TENANT, USER, PASSWORD)
                    .executes(
                            one(Shapes.USER),
                            SetPassword.class,
                            with -> new SetPassword(with.get(TENANT), with.get(USER), with.get(PASSWORD))),
            Entry.changes(
                            TENANTS,
                            "resetDefaultAdmin",
                            "Gives the tenant's default administrator another password, and unlocks them.",
                            TENANT,
                            PASSWORD)
                    .executes(
                            one(Shapes.USER),
                            ResetDefaultAdmin.class,
                            with -> new ResetDefaultAdmin(with.get(TENANT), with.get(PASSWORD))),
            Entry.changes(TENANTS, "lockUser", "From ACTIVE to LOCKED: the user's messages are refused.", TENANT, USER)
                    .executes(one(Shapes.USER), LockUser.class, with -> new LockUser(with.get(TENANT), with.get(USER))),
            Entry.changes(TENANTS, "unlockUser", "From LOCKED to ACTIVE.", TENANT, USER)
                    .executes(
                            one(Shapes.USER),
                            UnlockUser.class,
                            with -> new UnlockUser(with.get(TENANT), with.get(USER))),
            Entry.reads(TENANTS, "findUser", "The tenant's user of that login.", TENANT, LOGIN)
                    .asks(one(Shapes.USER), UserAdministration.class, (users, by, with) -> {
                        String login = with.get(LOGIN);
                        return users.findUser(by, with.get(TENANT), login)
                                .orElseThrow(() -> Entry.notFound("the tenant has no user '" + login + "'"));
                    }),
            Entry.reads(TENANTS, "listUsers", "The tenant's users by login, page by page.", TENANT, OFFSET, LIMIT)
                    .asks(
                            page(Shapes.USER),
                            UserAdministration.class,
                            (users, by, with) -> users.listUsers(by, with.get(TENANT), with.page())),
            Entry.changes(
                            TENANTS,
                            "setContact",
                            "Adds a contact of the tenant, or replaces the one of that name.",
                            TENANT,
                            CONTACT_NAME,
                            CONTACT_KIND,
                            CONTACT_ADDRESS)
                    .executes(
                            one(Shapes.CONTACT),
                            SetContact.class,
                            with -> new SetContact(
                                    with.get(TENANT),
                                    with.get(CONTACT_NAME),
                                    with.get(CONTACT_KIND),
                                    with.get(CONTACT_ADDRESS))),
            Entry.changes(TENANTS, "removeContact", "Removes a contact of the tenant.", TENANT, CONTACT_NAME)
                    .executes(
                            nothing(),
                            RemoveContact.class,
                            with -> new RemoveContact(with.get(TENANT), with.get(CONTACT_NAME))),
            Entry.reads(TENANTS, "listContacts", "The tenant's contacts by name.", TENANT)
                    .asks(
                            all(Shapes.CONTACT),
                            ContactAdministration.class,
                            (contacts, by, with) -> contacts.contacts(by, with.get(TENANT))),
            Entry.reads(TENANTS, "showContact", "The tenant's contact of that name.", TENANT, CONTACT_NAME)
                    .asks(
                            one(Shapes.CONTACT),
                            ContactAdministration.class,
                            (contacts, by, with) -> contacts.find(by, with.get(TENANT), with.get(CONTACT_NAME))),
            Entry.makes(TENANTS, "deployAssembly", "Deploys and starts a service assembly.", TENANT, ARCHIVE)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            DeployAssembly.class,
                            with -> new DeployAssembly(with.get(TENANT), Optional.empty(), with.get(ARCHIVE))),
            Entry.makes(
                            TENANTS,
                            "deployAssemblyForUser",
                            "Deploys and starts a service assembly whose endpoints one user of the tenant reaches, and nobody else.",
                            TENANT,
                            USER,
                            ARCHIVE)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            DeployAssembly.class,
                            with -> new DeployAssembly(
                                    with.get(TENANT), Optional.of(with.get(USER)), with.get(ARCHIVE))),
            Entry.changes(
                            TENANTS,
                            "updateAssembly",
                            "Replaces a service assembly by another version for good; when that fails the old one goes on.",
                            TENANT,
                            ARCHIVE)
                    .guardedBy(ADDRESSED_ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            UpdateAssembly.class,
                            with -> new UpdateAssembly(
                                    with.get(TENANT), with.get(ADDRESSED_ASSEMBLY), with.get(ARCHIVE))),
            Entry.changes(
                            TENANTS,
                            "switchAssembly",
                            "Switches a service assembly to a new version and keeps the old one; requests go on meanwhile.",
                            TENANT,
                            ARCHIVE)
                    .guardedBy(ADDRESSED_ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            SwitchAssembly.class,
                            with -> new SwitchAssembly(
                                    with.get(TENANT), with.get(ADDRESSED_ASSEMBLY), with.get(ARCHIVE))),
            Entry.changes(
                            TENANTS,
                            "rollBackAssembly",
                            "Goes back to the version before the last switch; a second rollback undoes the first.",
                            TENANT,
                            ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            RollBackAssembly.class,
                            with -> new RollBackAssembly(with.get(TENANT), with.get(ASSEMBLY))),
            Entry.changes(TENANTS, "undeployAssembly", "Removes a service assembly.", TENANT, ASSEMBLY)
                    .executes(
                            nothing(),
                            UndeployAssembly.class,
                            with -> new UndeployAssembly(with.get(TENANT), with.get(ASSEMBLY))),
            Entry.changes(TENANTS, "startAssembly", "Starts a service assembly.", TENANT, ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            StartAssembly.class,
                            with -> new StartAssembly(with.get(TENANT), with.get(ASSEMBLY))),
            Entry.changes(
                            TENANTS,
                            "stopAssembly",
                            "Stops a service assembly: it takes no new messages, and answers those that it has.",
                            TENANT,
                            ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            StopAssembly.class,
                            with -> new StopAssembly(with.get(TENANT), with.get(ASSEMBLY))),
            Entry.changes(
                            TENANTS,
                            "shutDownAssembly",
                            "Shuts a service assembly down: its endpoints are gone until it is started.",
                            TENANT,
                            ASSEMBLY)
                    .executes(
                            one(Shapes.ASSEMBLY),
                            ShutDownAssembly.class,
                            with -> new ShutDownAssembly(with.get(TENANT), with.get(ASSEMBLY))),
            Entry.reads(
                            TENANTS,
                            "exportAssembly",
                            "The archive of a service assembly: as it arrived, or as it was written anew with the tenant's names.",
                            TENANT,
                            ASSEMBLY,
                            REWRITTEN)
                    .asks(
                            bytes("application/zip"),
                            AssemblyAdministration.class,
                            (assemblies, by, with) -> assemblies.archive(
                                    by,
                                    with.get(TENANT),
                                    with.get(ASSEMBLY),
                                    with.get(REWRITTEN) ? Archive.REWRITTEN : Archive.ORIGINAL)),
            Entry.reads(
                            TENANTS,
                            "listAssemblies",
                            "The tenant's service assemblies by name, page by page; those that this node alone has come at the end.",
                            TENANT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.ASSEMBLY),
                            AssemblyAdministration.class,
                            (assemblies, by, with) -> assemblies.list(by, with.get(TENANT), with.page())),
            Entry.changes(
                            TENANTS,
                            "changeAdministratorPassword",
                            "Changes the password of the administrator who is connected.",
                            CURRENT_PASSWORD,
                            NEW_PASSWORD)
                    .executes(
                            nothing(),
                            ChangePassword.class,
                            with -> new ChangePassword(with.get(CURRENT_PASSWORD), with.get(NEW_PASSWORD))),
            Entry.reads(TENANTS, "showAssembly", "The tenant's service assembly of that name.", TENANT, ASSEMBLY)
                    .asks(
                            one(Shapes.ASSEMBLY),
                            AssemblyAdministration.class,
                            (assemblies, by, with) -> assemblies.find(by, with.get(TENANT), with.get(ASSEMBLY))),
            Entry.reads(TENANTS, "whoAmI", "The user who is connected, with their roles.")
                    .asks(
                            one(Shapes.IDENTITY),
                            AdministratorAccounts.class,
                            (accounts, by, with) -> accounts.whoAmI(by)),
            Entry.reads(TENANTS, "status", "How the installation is, at one glance.")
                    .asks(
                            one(Shapes.STATUS),
                            InstallationStatus.class,
                            (installation, by, with) -> installation.status(by)));

    private TenantEntries() {}

    private static CreateTenant create(Arguments with) {
        String name = with.get(TENANT_NAME);
        String shown = with.get(DISPLAY_NAME).filter(given -> !given.isBlank()).orElse(name);
        return new CreateTenant(name, shown, with.get(ADMINISTRATOR_LOGIN), with.get(ADMINISTRATOR_PASSWORD));
    }

    /** Finds a tenant. An identifier takes precedence over a name of the same form. */
    private static TenantView find(TenantAdministration tenants, Administrator by, Arguments with)
            throws AdministrationException {
        String wanted = with.get(TENANT_OR_NAME);
        Optional<TenantId> id = identifier(wanted);
        Optional<TenantView> found = id.isEmpty() ? Optional.empty() : tenants.findTenant(by, id.get());
        if (found.isEmpty()) {
            found = tenants.findTenant(by, wanted);
        }
        return found.orElseThrow(() -> Entry.notFound("there is no tenant '" + wanted + "'"));
    }

    private static Optional<TenantId> identifier(String text) {
        try {
            return Optional.of(TenantId.of(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
