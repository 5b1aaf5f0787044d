package org.esbmt.administration.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
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
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * All of administration for the tests of its adapters: believes every administrator, remembers who asked last and with
 * which password, and takes the text of an archive for the name of the assembly.
 */
public final class InMemoryAdministration
        implements TenantAdministration,
                UserAdministration,
                AssemblyAdministration,
                AdministratorAccounts,
                OperatorLogin,
                InstallationStatus {
    private static final Set<TenantView.State> OUT_OF_SERVICE =
            Set.of(TenantView.State.SUSPENDED, TenantView.State.DRAINING, TenantView.State.OFFBOARDING);

    private final Map<String, TenantView> tenants = new TreeMap<>();
    private final Map<TenantId, TenantView.State> beforeOffboarding = new HashMap<>();
    private final Map<String, UserView> users = new TreeMap<>();
    private final Map<UserId, String> passwords = new HashMap<>();
    private final Map<String, AssemblyView> assemblies = new TreeMap<>();
    private Optional<Administrator> lastBy = Optional.empty();
    private String ownPassword = "the administrator's own";
    private boolean broken;

    /** Who asked last. */
    public synchronized Optional<Administrator> lastBy() {
        return lastBy;
    }

    /** The password of a user, in the clear. */
    public synchronized String password(UserId user) {
        return passwords.get(user);
    }

    /** The administrator's own password, in the clear. */
    public synchronized String ownPassword() {
        return ownPassword;
    }

    /** From now on every operation fails in a way that no adapter expects. */
    public synchronized void breakDown() {
        broken = true;
    }

    @Override
    public synchronized CreatedTenant createTenant(
            Administrator by, String name, String displayName, String administratorLogin, Password password)
            throws AdministrationException {
        asked(by);
        if (!name.matches("[a-z0-9][a-z0-9-]{1,62}")) {
            throw new AdministrationException(INVALID, "a tenant's name is not '" + name + "'");
        }
        if (tenants.containsKey(name)) {
            throw new AdministrationException(CONFLICT, "there is a tenant '" + name + "' already");
        }
        TenantView tenant = new TenantView(
                new TenantId(UUID.randomUUID()), name, displayName, TenantView.State.ACTIVE, Instant.EPOCH, 1);
        tenants.put(name, tenant);
        return new CreatedTenant(
                tenant, put(tenant.id(), administratorLogin, password, true, Set.of(Grantee.Role.TENANT_ADMIN)));
    }

    @Override
    public synchronized Optional<TenantView> findTenant(Administrator by, TenantId tenant) {
        asked(by);
        return tenants.values().stream().filter(t -> t.id().equals(tenant)).findFirst();
    }

    @Override
    public synchronized Optional<TenantView> findTenant(Administrator by, String name) {
        asked(by);
        return Optional.ofNullable(tenants.get(name));
    }

    @Override
    public synchronized Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page) {
        asked(by);
        return page(
                tenants.values().stream()
                        .filter(t ->
                                filter.nameContains().map(t.name()::contains).orElse(true))
                        .filter(t -> filter.state().map(s -> s == t.state()).orElse(true))
                        .filter(t -> filter.nameAfter()
                                .map(after -> t.name().compareTo(after) > 0)
                                .orElse(true))
                        .sorted(comparing(TenantView::name))
                        .toList(),
                page);
    }

    @Override
    public synchronized TenantView suspend(Administrator by, TenantId tenant) throws AdministrationException {
        return step(
                by, tenant, Set.of(TenantView.State.ACTIVE, TenantView.State.OFFBOARDING), TenantView.State.SUSPENDED);
    }

    @Override
    public synchronized TenantView resume(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, tenant, OUT_OF_SERVICE, TenantView.State.ACTIVE);
    }

    @Override
    public synchronized TenantView drain(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, tenant, Set.of(TenantView.State.ACTIVE, TenantView.State.SUSPENDED), TenantView.State.DRAINING);
    }

    @Override
    public synchronized TenantView purge(Administrator by, TenantId tenant) throws AdministrationException {
        TenantView purged = step(by, tenant, OUT_OF_SERVICE, TenantView.State.DELETED);
        assemblies.values().removeIf(assembly -> assembly.tenant().equals(tenant));
        return purged;
    }

    @Override
    public synchronized TenantView requestOffboarding(Administrator by, TenantId tenant, String name)
            throws AdministrationException {
        TenantView before = existing(by, tenant);
        if (!before.name().equals(name)) {
            throw new AdministrationException(INVALID, "the tenant's name is " + before.name() + ", not the given one");
        }
        TenantView leaving = step(
                by, tenant, Set.of(TenantView.State.ACTIVE, TenantView.State.SUSPENDED), TenantView.State.OFFBOARDING);
        beforeOffboarding.put(tenant, before.state());
        return leaving;
    }

    @Override
    public synchronized TenantView withdrawOffboarding(Administrator by, TenantId tenant)
            throws AdministrationException {
        existing(by, tenant);
        return step(
                by,
                tenant,
                Set.of(TenantView.State.OFFBOARDING),
                beforeOffboarding.getOrDefault(tenant, TenantView.State.SUSPENDED));
    }

    @Override
    public synchronized UserView addUser(
            Administrator by, TenantId tenant, String login, Password password, Set<Grantee.Role> roles)
            throws AdministrationException {
        existing(by, tenant);
        return put(tenant, login, password, false, roles);
    }

    @Override
    public synchronized UserView assignRole(Administrator by, TenantId tenant, UserId user, Grantee.Role role)
            throws AdministrationException {
        UserView old = existing(by, tenant, user);
        Set<Grantee.Role> roles = EnumSet.of(role);
        roles.addAll(old.roles());
        return put(old, old.state(), old.defaultAdministrator(), roles);
    }

    @Override
    public synchronized UserView revokeRole(Administrator by, TenantId tenant, UserId user, Grantee.Role role)
            throws AdministrationException {
        UserView old = existing(by, tenant, user);
        Set<Grantee.Role> roles = EnumSet.copyOf(old.roles());
        if (!roles.remove(role) || roles.isEmpty()) {
            throw new AdministrationException(CONFLICT, "user '" + old.login() + "' has not got the role, or no other");
        }
        return put(old, old.state(), old.defaultAdministrator(), roles);
    }

    @Override
    public synchronized UserView removeUser(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        return put(existing(by, tenant, user), UserView.State.REVOKED);
    }

    @Override
    public synchronized UserView revokeCredential(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        UserView old = existing(by, tenant, user);
        passwords.remove(user);
        return put(old, old.state());
    }

    @Override
    public synchronized UserView handOverDefaultAdmin(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        UserView next = existing(by, tenant, user);
        for (UserView other : List.copyOf(users.values())) {
            if (other.tenant().equals(tenant) && other.defaultAdministrator()) {
                put(other, other.state(), false, other.roles());
            }
        }
        Set<Grantee.Role> roles = EnumSet.of(Grantee.Role.TENANT_ADMIN);
        roles.addAll(next.roles());
        return put(next, next.state(), true, roles);
    }

    @Override
    public synchronized UserView assignDefaultAdmin(Administrator by, TenantId tenant, String login)
            throws AdministrationException {
        UserView next = findUser(by, tenant, login)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the tenant has no user '" + login + "'"));
        return handOverDefaultAdmin(by, tenant, next.id());
    }

    @Override
    public synchronized UserView setPassword(Administrator by, TenantId tenant, UserId user, Password password)
            throws AdministrationException {
        UserView found = existing(by, tenant, user);
        passwords.put(user, new String(password.characters()));
        return found;
    }

    @Override
    public synchronized UserView resetDefaultAdmin(Administrator by, TenantId tenant, Password password)
            throws AdministrationException {
        existing(by, tenant);
        UserView administrator = users.values().stream()
                .filter(u -> u.tenant().equals(tenant) && u.defaultAdministrator())
                .findFirst()
                .orElseThrow();
        passwords.put(administrator.id(), new String(password.characters()));
        return put(administrator, UserView.State.ACTIVE);
    }

    @Override
    public synchronized UserView lockUser(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        return put(existing(by, tenant, user), UserView.State.LOCKED);
    }

    @Override
    public synchronized UserView unlockUser(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        return put(existing(by, tenant, user), UserView.State.ACTIVE);
    }

    @Override
    public synchronized Optional<UserView> findUser(Administrator by, TenantId tenant, String login) {
        asked(by);
        return Optional.ofNullable(users.get(key(tenant, login)));
    }

    @Override
    public synchronized Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException {
        existing(by, tenant);
        return page(
                users.values().stream()
                        .filter(u -> u.tenant().equals(tenant))
                        .filter(u ->
                                filter.loginContains().map(u.login()::contains).orElse(true))
                        .filter(u -> filter.state().map(s -> s == u.state()).orElse(true))
                        .toList(),
                page);
    }

    @Override
    public synchronized AssemblyView deploy(
            Administrator by, TenantId tenant, Optional<UserId> user, InputStream archive)
            throws AdministrationException {
        existing(by, tenant);
        if (user.isPresent()
                && users.values().stream().noneMatch(u -> u.tenant().equals(tenant) && u.id().equals(user.get()))) {
            throw new AdministrationException(NOT_FOUND, "the tenant has no user " + user.get());
        }
        String name = text(archive);
        if (assemblies.containsKey(key(tenant, name))) {
            throw new AdministrationException(CONFLICT, "the tenant has an assembly '" + name + "' already");
        }
        return put(tenant, user, name, "STARTED");
    }

    @Override
    public synchronized AssemblyView update(Administrator by, TenantId tenant, InputStream archive)
            throws AdministrationException {
        return change(by, tenant, text(archive), "STARTED");
    }

    @Override
    public synchronized AssemblyView switchTo(Administrator by, TenantId tenant, InputStream archive)
            throws AdministrationException {
        AssemblyView before = change(by, tenant, text(archive), "STARTED");
        return put(before, before.digest() + "+", Optional.of(before.digest()));
    }

    @Override
    public synchronized AssemblyView rollback(Administrator by, TenantId tenant, String assembly)
            throws AdministrationException {
        AssemblyView before = change(by, tenant, assembly, "STARTED");
        String former = before.former()
                .orElseThrow(() -> new AdministrationException(
                        CONFLICT, "the assembly " + assembly + " has no version to go back to"));
        return put(before, former, Optional.of(before.digest()));
    }

    @Override
    public synchronized void undeploy(Administrator by, TenantId tenant, String assembly)
            throws AdministrationException {
        change(by, tenant, assembly, "SHUTDOWN");
        assemblies.remove(key(tenant, assembly));
    }

    @Override
    public synchronized AssemblyView start(Administrator by, TenantId tenant, String assembly)
            throws AdministrationException {
        return change(by, tenant, assembly, "STARTED");
    }

    @Override
    public synchronized AssemblyView stop(Administrator by, TenantId tenant, String assembly)
            throws AdministrationException {
        return change(by, tenant, assembly, "STOPPED");
    }

    @Override
    public synchronized AssemblyView shutDown(Administrator by, TenantId tenant, String assembly)
            throws AdministrationException {
        return change(by, tenant, assembly, "SHUTDOWN");
    }

    @Override
    public synchronized byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which)
            throws AdministrationException {
        return (which + " of " + change(by, tenant, assembly, "STARTED").name()).getBytes(UTF_8);
    }

    @Override
    public synchronized Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        existing(by, tenant);
        return page(
                assemblies.values().stream()
                        .filter(a -> a.tenant().equals(tenant))
                        .toList(),
                page);
    }

    /** Tenants' users alone. */
    @Override
    public synchronized Optional<Admitted> admit(Origin from, String login, char[] password) {
        Administrator who = new Administrator(login, "login");
        return who.tenant()
                .flatMap(tenant -> Optional.ofNullable(tenants.get(tenant)))
                .flatMap(tenant -> Optional.ofNullable(users.get(key(tenant.id(), who.user()))))
                .filter(user -> new String(password).equals(passwords.get(user.id())))
                .map(user -> new Admitted(login, 1));
    }

    @Override
    public synchronized void changePassword(Administrator by, char[] current, Password changed)
            throws AdministrationException {
        asked(by);
        if (!ownPassword.equals(new String(current))) {
            throw new AdministrationException(FORBIDDEN, "the current password is wrong");
        }
        ownPassword = new String(changed.characters());
    }

    @Override
    public synchronized Identity whoAmI(Administrator by) {
        asked(by);
        return new Identity(by.login(), Optional.empty(), new TreeSet<>(Set.of("SYSTEM_ADMIN")));
    }

    @Override
    public synchronized Status status(Administrator by) {
        asked(by);
        Map<TenantView.State, Long> byState = new TreeMap<>();
        tenants.values().forEach(t -> byState.merge(t.state(), 1L, Long::sum));
        Map<String, Long> assembliesByState = new TreeMap<>();
        assemblies.values().forEach(a -> assembliesByState.merge(a.state(), 1L, Long::sum));
        return new Status("0.1.0", Optional.empty(), true, byState, assembliesByState);
    }

    private void asked(Administrator by) {
        lastBy = Optional.of(by);
        if (broken) {
            throw new IllegalStateException("a secret of the server's insides");
        }
    }

    private TenantView existing(Administrator by, TenantId tenant) throws AdministrationException {
        return findTenant(by, tenant)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no tenant " + tenant));
    }

    private UserView existing(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        existing(by, tenant);
        return users.values().stream()
                .filter(u -> u.tenant().equals(tenant) && u.id().equals(user))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no user " + user));
    }

    private TenantView step(Administrator by, TenantId tenant, Set<TenantView.State> from, TenantView.State to)
            throws AdministrationException {
        TenantView old = existing(by, tenant);
        if (!from.contains(old.state())) {
            throw new AdministrationException(CONFLICT, "tenant '" + old.name() + "' is " + old.state());
        }
        TenantView changed =
                new TenantView(old.id(), old.name(), old.displayName(), to, old.createdAt(), old.revision() + 1);
        tenants.put(old.name(), changed);
        return changed;
    }

    private UserView put(
            TenantId tenant, String login, Password password, boolean defaultAdministrator, Set<Grantee.Role> roles)
            throws AdministrationException {
        if (users.containsKey(key(tenant, login))) {
            throw new AdministrationException(CONFLICT, "the tenant has a user '" + login + "' already");
        }
        UserView user = new UserView(
                tenant,
                new UserId(UUID.randomUUID()),
                login,
                UserView.State.ACTIVE,
                defaultAdministrator,
                roles,
                Instant.EPOCH,
                1);
        users.put(key(tenant, login), user);
        passwords.put(user.id(), new String(password.characters()));
        return user;
    }

    private UserView put(UserView old, UserView.State state) {
        return put(old, state, old.defaultAdministrator(), old.roles());
    }

    private UserView put(UserView old, UserView.State state, boolean defaultAdministrator, Set<Grantee.Role> roles) {
        UserView changed = new UserView(
                old.tenant(),
                old.id(),
                old.login(),
                state,
                defaultAdministrator,
                roles,
                old.createdAt(),
                old.revision() + 1);
        users.put(key(old.tenant(), old.login()), changed);
        return changed;
    }

    private AssemblyView change(Administrator by, TenantId tenant, String name, String state)
            throws AdministrationException {
        asked(by);
        if (!assemblies.containsKey(key(tenant, name))) {
            throw new AdministrationException(NOT_FOUND, "the tenant has no assembly '" + name + "'");
        }
        return put(tenant, assemblies.get(key(tenant, name)).user(), name, state);
    }

    private AssemblyView put(TenantId tenant, Optional<UserId> user, String name, String state) {
        AssemblyView before = assemblies.get(key(tenant, name));
        AssemblyView assembly = new AssemblyView(
                tenant,
                user,
                name,
                "",
                state,
                List.of("unit (http-bc)"),
                before == null ? "d1" : before.digest(),
                before == null ? Optional.of("r1") : before.rewritten(),
                before == null ? Optional.empty() : before.former(),
                OptionalLong.of(1));
        assemblies.put(key(tenant, name), assembly);
        return assembly;
    }

    private AssemblyView put(AssemblyView a, String digest, Optional<String> former) {
        AssemblyView assembly = new AssemblyView(
                a.tenant(),
                a.user(),
                a.name(),
                a.description(),
                a.state(),
                a.units(),
                digest,
                Optional.of(digest.replace('d', 'r')),
                former,
                OptionalLong.of(2));
        assemblies.put(key(a.tenant(), a.name()), assembly);
        return assembly;
    }

    private static String text(InputStream archive) {
        try {
            return new String(archive.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(TenantId tenant, String name) {
        return tenant + "/" + name;
    }

    private static <T> Page<T> page(List<T> all, PageRequest request) {
        List<T> part = new ArrayList<>(all.subList(
                Math.min(request.offset(), all.size()), Math.min(request.offset() + request.limit(), all.size())));
        return new Page<>(part, request.offset(), all.size());
    }
}
