package org.esbmt.administration.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.administration.testing.InMemoryCommands.id;
import static org.esbmt.administration.testing.InMemoryCommands.text;

import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.TenantView.State;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.AccountCommand;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.TenantCommand;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Tenants, users and assemblies for the tests of administration's adapters. It accepts every administrator, remembers passwords, and
 * uses the text of an archive as the name of the assembly.
 */
public final class InMemoryAdministration
        implements TenantAdministration,
                UserAdministration,
                AssemblyAdministration,
                AdministratorAccounts,
                OperatorLogin,
                InstallationStatus {
    private static final State[] OUT_OF_SERVICE = {State.SUSPENDED, State.DRAINING, State.OFFBOARDING};

    private final Map<String, TenantView> tenants = new TreeMap<>();
    private final Map<TenantId, State> beforeOffboarding = new HashMap<>();
    private final Map<String, UserView> users = new TreeMap<>();
    private final Map<UserId, String> passwords = new HashMap<>();
    private final Map<String, AssemblyView> assemblies = new TreeMap<>();
    private String ownPassword = "the administrator's own";
    private boolean broken;
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(TenantCommand.CreateTenant.class, (by, c) -> created(c))
            .on(TenantCommand.SuspendTenant.class, (by, c) -> step(c, State.SUSPENDED, State.ACTIVE, State.OFFBOARDING))
            .on(TenantCommand.ResumeTenant.class, (by, c) -> step(c, State.ACTIVE, OUT_OF_SERVICE))
            .on(TenantCommand.DrainTenant.class, (by, c) -> step(c, State.DRAINING, State.ACTIVE, State.SUSPENDED))
            .on(TenantCommand.PurgeTenant.class, (by, c) -> {
                if (c.name().isPresent()) {
                    checkName(c.tenant(), c.name().get());
                }
                TenantView purged = step(c, State.DELETED, OUT_OF_SERVICE);
                assemblies.values().removeIf(assembly -> assembly.tenant().equals(purged.id()));
                return purged;
            })
            .on(TenantCommand.RequestOffboarding.class, (by, c) -> {
                checkName(c.tenant(), c.name());
                State before = existing(c.tenant()).state();
                TenantView leaving = step(c, State.OFFBOARDING, State.ACTIVE, State.SUSPENDED);
                beforeOffboarding.put(leaving.id(), before);
                return leaving;
            })
            .on(
                    TenantCommand.WithdrawOffboarding.class,
                    (by, c) ->
                            step(c, beforeOffboarding.getOrDefault(id(c.tenant()), State.SUSPENDED), State.OFFBOARDING))
            .on(UserCommand.AddUser.class, (by, c) -> {
                existing(c.tenant());
                return added(id(c.tenant()), c.login(), c.password(), false, c.roles());
            })
            .on(UserCommand.AssignRole.class, (by, c) -> {
                UserView old = existing(c.tenant(), c.user());
                return put(old, old.state(), old.defaultAdministrator(), with(old.roles(), c.role()));
            })
            .on(UserCommand.RevokeRole.class, (by, c) -> {
                UserView old = existing(c.tenant(), c.user());
                Set<Role> roles = EnumSet.copyOf(old.roles());
                if (!roles.remove(c.role()) || roles.isEmpty()) {
                    throw new AdministrationException(
                            CONFLICT, "user '" + old.login() + "' has not got the role, or no other");
                }
                return put(old, old.state(), old.defaultAdministrator(), roles);
            })
            .on(UserCommand.RemoveUser.class, (by, c) -> put(c.tenant(), c.user(), UserView.State.REVOKED))
            .on(UserCommand.LockUser.class, (by, c) -> put(c.tenant(), c.user(), UserView.State.LOCKED))
            .on(UserCommand.UnlockUser.class, (by, c) -> put(c.tenant(), c.user(), UserView.State.ACTIVE))
            .on(UserCommand.RevokeCredential.class, (by, c) -> {
                UserView old = existing(c.tenant(), c.user());
                passwords.remove(old.id());
                return put(c.tenant(), c.user(), old.state());
            })
            .on(UserCommand.HandOverDefaultAdmin.class, (by, c) -> handedOver(c.tenant(), c.user()))
            .on(UserCommand.AssignDefaultAdmin.class, (by, c) -> handedOver(c.tenant(), c.user()))
            .on(UserCommand.SetPassword.class, (by, c) -> {
                UserView found = existing(c.tenant(), c.user());
                passwords.put(found.id(), new String(c.password().characters()));
                return found;
            })
            .on(UserCommand.ResetDefaultAdmin.class, (by, c) -> {
                UserRef administrator =
                        UserRef.of(administrator(existing(c.tenant()).id()).id());
                passwords.put(id(administrator), new String(c.password().characters()));
                return put(c.tenant(), administrator, UserView.State.ACTIVE);
            })
            .on(AssemblyCommand.DeployAssembly.class, (by, c) -> deployed(c))
            .on(AssemblyCommand.UpdateAssembly.class, (by, c) -> in(c, text(c.archive()), "STARTED"))
            .on(AssemblyCommand.SwitchAssembly.class, (by, c) -> {
                AssemblyView before = in(c, text(c.archive()), "STARTED");
                return put(before, before.digest() + "+", Optional.of(before.digest()));
            })
            .on(AssemblyCommand.RollBackAssembly.class, (by, c) -> {
                AssemblyView before = in(c, c.assembly(), "STARTED");
                String former = before.former()
                        .orElseThrow(() -> new AdministrationException(CONFLICT, "there is no version to go back to"));
                return put(before, former, Optional.of(before.digest()));
            })
            .does(AssemblyCommand.UndeployAssembly.class, (by, c) -> {
                in(c, c.assembly(), "SHUTDOWN");
                assemblies.remove(key(id(c.tenant()), c.assembly()));
            })
            .on(AssemblyCommand.StartAssembly.class, (by, c) -> in(c, c.assembly(), "STARTED"))
            .on(AssemblyCommand.StopAssembly.class, (by, c) -> in(c, c.assembly(), "STOPPED"))
            .on(AssemblyCommand.ShutDownAssembly.class, (by, c) -> in(c, c.assembly(), "SHUTDOWN"))
            .does(AccountCommand.ChangePassword.class, (by, c) -> {
                if (!ownPassword.equals(new String(c.current()))) {
                    throw new AdministrationException(FORBIDDEN, "the current password is wrong");
                }
                ownPassword = new String(c.changed().characters());
            });

    public InMemoryCommands commands() {
        return commands;
    }

    /** The last caller. */
    public Optional<Administrator> lastBy() {
        return commands.lastBy();
    }

    /** The password of a user, in the clear. */
    public String password(UserId user) {
        return passwords.get(user);
    }

    /** The administrator's own password, in the clear. */
    public String ownPassword() {
        return ownPassword;
    }

    /** Lets every later query fail with an exception that no adapter expects. */
    public void breakDown() {
        broken = true;
    }

    private void asked(Administrator by) {
        commands.asked(by);
        if (broken) {
            throw new IllegalStateException("a secret of the server's insides");
        }
    }

    private CreatedTenant created(TenantCommand.CreateTenant command) throws AdministrationException {
        if (!command.name().matches("[a-z0-9][a-z0-9-]{1,62}")) {
            throw new AdministrationException(INVALID, "a tenant's name is not '" + command.name() + "'");
        }
        if (tenants.containsKey(command.name())) {
            throw new AdministrationException(CONFLICT, "there is a tenant '" + command.name() + "' already");
        }
        TenantView tenant = new TenantView(
                new TenantId(UUID.randomUUID()), command.name(), command.displayName(), State.ACTIVE, Instant.EPOCH, 1);
        tenants.put(command.name(), tenant);
        return new CreatedTenant(
                tenant,
                added(tenant.id(), command.administratorLogin(), command.password(), true, Set.of(Role.TENANT_ADMIN)));
    }

    private TenantView step(TenantCommand<?> command, State to, State... from) throws AdministrationException {
        TenantView old = existing(command.tenant());
        if (!List.of(from).contains(old.state())) {
            throw new AdministrationException(CONFLICT, "tenant '" + old.name() + "' is " + old.state());
        }
        TenantView changed =
                new TenantView(old.id(), old.name(), old.displayName(), to, old.createdAt(), old.revision() + 1);
        tenants.put(old.name(), changed);
        return changed;
    }

    private void checkName(TenantRef tenant, String name) throws AdministrationException {
        String is = existing(tenant).name();
        if (!is.equals(name)) {
            throw new AdministrationException(
                    INVALID, "the tenant's name is " + is + ", not the given one; nothing was done");
        }
    }

    private TenantView existing(TenantRef tenant) throws AdministrationException {
        return find(id(tenant))
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no tenant " + tenant));
    }

    private Optional<TenantView> find(TenantId tenant) {
        return tenants.values().stream().filter(t -> t.id().equals(tenant)).findFirst();
    }

    private UserView existing(TenantRef tenant, UserRef user) throws AdministrationException {
        existing(tenant);
        return users.values().stream()
                .filter(u -> u.tenant().equals(id(tenant)))
                .filter(u -> user.equals(UserRef.of(u.id())) || user.equals(UserRef.of(u.login())))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the tenant has no user '" + user + "'"));
    }

    private UserView administrator(TenantId tenant) {
        return users.values().stream()
                .filter(u -> u.tenant().equals(tenant) && u.defaultAdministrator())
                .findFirst()
                .orElseThrow();
    }

    private UserView handedOver(TenantRef tenant, UserRef user) throws AdministrationException {
        UserView next = existing(tenant, user);
        UserView former = administrator(next.tenant());
        put(former, former.state(), false, former.roles());
        return put(next, next.state(), true, with(next.roles(), Role.TENANT_ADMIN));
    }

    private static Set<Role> with(Set<Role> roles, Role one) {
        Set<Role> more = EnumSet.of(one);
        more.addAll(roles);
        return more;
    }

    private UserView added(
            TenantId tenant, String login, Password password, boolean defaultAdministrator, Set<Role> roles)
            throws AdministrationException {
        if (users.containsKey(key(tenant, login))) {
            throw new AdministrationException(CONFLICT, "the tenant has a user '" + login + "' already");
        }
        UserId id = new UserId(UUID.randomUUID());
        passwords.put(id, new String(password.characters()));
        return put(
                new UserView(tenant, id, login, UserView.State.ACTIVE, defaultAdministrator, roles, Instant.EPOCH, 1));
    }

    private UserView put(TenantRef tenant, UserRef user, UserView.State state) throws AdministrationException {
        UserView old = existing(tenant, user);
        return put(old, state, old.defaultAdministrator(), old.roles());
    }

    private UserView put(UserView u, UserView.State state, boolean defaultAdministrator, Set<Role> roles) {
        return put(new UserView(
                u.tenant(), u.id(), u.login(), state, defaultAdministrator, roles, u.createdAt(), u.revision() + 1));
    }

    private UserView put(UserView user) {
        users.put(key(user.tenant(), user.login()), user);
        return user;
    }

    private AssemblyView deployed(AssemblyCommand.DeployAssembly command) throws AdministrationException {
        TenantId tenant = existing(command.tenant()).id();
        if (command.user().isPresent()) {
            existing(command.tenant(), command.user().get());
        }
        String name = text(command.archive());
        if (assemblies.containsKey(key(tenant, name))) {
            throw new AdministrationException(CONFLICT, "the tenant has an assembly '" + name + "' already");
        }
        return put(new AssemblyView(
                tenant,
                command.user().map(InMemoryCommands::id),
                name,
                "",
                "STARTED",
                List.of("unit (http-bc)"),
                "d1",
                Optional.of("r1"),
                Optional.empty(),
                OptionalLong.of(1)));
    }

    private AssemblyView in(AssemblyCommand<?> command, String name, String state) throws AdministrationException {
        return put(existing(id(command.tenant()), name), state, 1);
    }

    private AssemblyView existing(TenantId tenant, String assembly) throws AdministrationException {
        return Optional.ofNullable(assemblies.get(key(tenant, assembly)))
                .orElseThrow(
                        () -> new AdministrationException(NOT_FOUND, "the tenant has no assembly '" + assembly + "'"));
    }

    private AssemblyView put(AssemblyView a, String state, long revision) {
        return put(new AssemblyView(
                a.tenant(),
                a.user(),
                a.name(),
                a.description(),
                state,
                a.units(),
                a.digest(),
                a.rewritten(),
                a.former(),
                OptionalLong.of(revision)));
    }

    private AssemblyView put(AssemblyView a, String digest, Optional<String> former) {
        return put(new AssemblyView(
                a.tenant(),
                a.user(),
                a.name(),
                a.description(),
                a.state(),
                a.units(),
                digest,
                Optional.of(digest.replace('d', 'r')),
                former,
                OptionalLong.of(2)));
    }

    private AssemblyView put(AssemblyView assembly) {
        assemblies.put(key(assembly.tenant(), assembly.name()), assembly);
        return assembly;
    }

    private static String key(TenantId tenant, String name) {
        return tenant + "/" + name;
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, TenantId tenant) {
        asked(by);
        return find(tenant);
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, String name) {
        asked(by);
        return Optional.ofNullable(tenants.get(name));
    }

    @Override
    public Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page) {
        asked(by);
        return Page.of(
                tenants.values().stream()
                        .filter(t -> t.name().contains(filter.nameContains().orElse("")))
                        .filter(t -> filter.state().map(s -> s == t.state()).orElse(true))
                        .filter(t -> t.name().compareTo(filter.nameAfter().orElse("")) > 0)
                        .toList(),
                page);
    }

    @Override
    public Optional<UserView> findUser(Administrator by, TenantId tenant, String login) {
        asked(by);
        return Optional.ofNullable(users.get(key(tenant, login)));
    }

    @Override
    public Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException {
        asked(by);
        existing(TenantRef.of(tenant));
        return Page.of(
                users.values().stream()
                        .filter(u -> u.tenant().equals(tenant))
                        .filter(u -> u.login().contains(filter.loginContains().orElse("")))
                        .filter(u -> filter.state().map(s -> s == u.state()).orElse(true))
                        .toList(),
                page);
    }

    @Override
    public byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which)
            throws AdministrationException {
        asked(by);
        return (which + " of " + existing(tenant, assembly).name()).getBytes(UTF_8);
    }

    @Override
    public Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException {
        asked(by);
        existing(TenantRef.of(tenant));
        return Page.of(
                assemblies.values().stream()
                        .filter(a -> a.tenant().equals(tenant))
                        .toList(),
                page);
    }

    /** Admits only users of tenants. */
    @Override
    public Optional<Admitted> admit(Origin from, String login, char[] password) {
        Administrator who = new Administrator(login, "login");
        return who.tenant()
                .flatMap(tenant -> Optional.ofNullable(tenants.get(tenant)))
                .flatMap(tenant -> Optional.ofNullable(users.get(key(tenant.id(), who.user()))))
                .filter(user -> new String(password).equals(passwords.get(user.id())))
                .map(user -> new Admitted(login, 1));
    }

    @Override
    public Identity whoAmI(Administrator by) {
        asked(by);
        return new Identity(by.login(), Optional.empty(), new TreeSet<>(Set.of("SYSTEM_ADMIN")));
    }

    @Override
    public Status status(Administrator by) {
        asked(by);
        return new Status(
                "0.1.0",
                Optional.empty(),
                true,
                tenants.values().stream().collect(groupingBy(TenantView::state, TreeMap::new, counting())),
                assemblies.values().stream().collect(groupingBy(AssemblyView::state, TreeMap::new, counting())));
    }
}
