package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toSet;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/**
 * A tenant registry without a database; its data ends with the process. Every operation holds the one lock, so each is
 * a transaction; there are no units of work. {@link #goAway} simulates an outage.
 */
public final class InMemoryTenantRegistry implements TenantRegistry, CredentialReader, PepperLedger, Restorable {
    private final Map<TenantId, Versioned<Tenant>> tenants = new LinkedHashMap<>();
    private final Map<TenantId, Map<UserId, Entry>> users = new HashMap<>();
    private final List<Report> reports = new ArrayList<>();
    private final InMemoryUserCertificates certificates = new InMemoryUserCertificates(this);
    private final InMemoryTenantPartners partners = new InMemoryTenantPartners(this);
    private final InMemoryTenantIssuers issuers = new InMemoryTenantIssuers(this);
    private final InMemoryTenantAuthorities authorities = new InMemoryTenantAuthorities(this);
    private String pepper;
    private boolean away;

    /** The data of one user. */
    private record Entry(Versioned<TenantUser> user, Optional<Verifier> verifier, long verifierVersion) {}

    private record Report(Change change, boolean newTenant) {}

    public InMemoryTenantRegistry() {
        Tenant system = new Tenant(
                SYSTEM, new TenantName("system"), "System tenant", TenantState.PROVISIONING, Optional.empty(), now());
        tenants.put(SYSTEM, new Versioned<>(system, 1));
        users.put(SYSTEM, new LinkedHashMap<>());
    }

    /** The certificates of the users, which come and go with this registry. */
    public InMemoryUserCertificates certificates() {
        return certificates;
    }

    /** The certificates of partners, which come and go with this registry. */
    public InMemoryTenantPartners partners() {
        return partners;
    }

    /** The issuers of tokens and their subjects, which come and go with this registry. */
    public InMemoryTenantIssuers issuers() {
        return issuers;
    }

    /** The authorities and their lists, which come and go with this registry. */
    public InMemoryTenantAuthorities authorities() {
        return authorities;
    }

    void requireTenant(TenantId tenant) throws RegistryException {
        if (findTenant(tenant).isEmpty()) {
            throw new RegistryException.NotFound("There is no tenant " + tenant + ".");
        }
    }

    /** Reports a change of a user, as a trigger of the database does. */
    synchronized void report(TenantId tenant, UserId user) {
        reports.add(new Report(new Change(tenant, Optional.of(user)), false));
    }

    /** Makes every operation throw {@link RegistryException.Unavailable} from now on. */
    public synchronized void goAway() {
        away = true;
    }

    /**
     * Locks all users of a tenant and removes their passwords. No change leads to this state, but a restored database
     * may have it.
     */
    public synchronized void lockOutEverybody(TenantId tenant) {
        for (Entry entry : List.copyOf(of(tenant).values())) {
            TenantUser u = entry.user().value();
            put(
                    new Entry(entry.user(), Optional.empty(), entry.verifierVersion()),
                    UserState.LOCKED,
                    u.defaultAdministrator(),
                    u.roles());
        }
    }

    /**
     * Leaves an active tenant without a default administrator. No call leads to this state; the end of a unit of work
     * detects it.
     */
    public synchronized void loseDefaultAdministrator(TenantId tenant) {
        for (Entry entry : List.copyOf(of(tenant).values())) {
            TenantUser u = entry.user().value();
            put(entry, u.state(), false, u.roles());
        }
    }

    /** Ends {@link #goAway}; the data is unchanged. */
    public synchronized void comeBack() {
        away = false;
    }

    @Override
    public synchronized CreatedTenant createTenant(NewTenant tenant, UserId by) throws RegistryException {
        reach();
        if (findTenant(tenant.name()).isPresent()) {
            throw new RegistryException.Conflict("There is a tenant named '" + tenant.name() + "' already.");
        }
        TenantId id = tenant.id();
        if (tenants.containsKey(id)) {
            throw new RegistryException.Conflict("There is a tenant " + id + " already.");
        }
        Versioned<Tenant> created = new Versioned<>(
                new Tenant(id, tenant.name(), tenant.displayName(), TenantState.ACTIVE, Optional.empty(), now()), 1);
        tenants.put(id, created);
        users.put(id, new LinkedHashMap<>());
        reports.add(new Report(new Change(id, Optional.empty()), true));
        return new CreatedTenant(created, put(id, tenant.administrator(), Set.of(Role.TENANT_ADMIN), true));
    }

    @Override
    public synchronized Optional<Versioned<Tenant>> findTenant(TenantId tenant) throws RegistryException {
        reach();
        return Optional.ofNullable(tenants.get(tenant));
    }

    @Override
    public Optional<Versioned<Tenant>> holdTenant(TenantId tenant) throws RegistryException {
        return findTenant(tenant);
    }

    @Override
    public synchronized Optional<Versioned<Tenant>> findTenant(TenantName name) throws RegistryException {
        reach();
        return tenants.values().stream()
                .filter(t -> t.value().name().equals(name))
                .findFirst();
    }

    @Override
    public synchronized Listing<Versioned<Tenant>> listTenants(TenantQuery query) throws RegistryException {
        reach();
        Predicate<Tenant> wanted = t -> !t.id().equals(SYSTEM)
                && query.state().map(t.state()::equals).orElse(true)
                && query.nameContains().map(t.name().value()::contains).orElse(true)
                && query.nameAfter().map(after -> isAfter(t.name(), after)).orElse(true);
        List<Versioned<Tenant>> all = tenants.values().stream()
                .filter(t -> wanted.test(t.value()))
                .sorted(comparing(t -> t.value().name().value()))
                .toList();
        Listing<Versioned<Tenant>> part = listing(all, query.slice());
        long bound =
                Math.max(COUNTED, (long) query.slice().offset() + query.slice().limit());
        return new Listing<>(part.entries(), Math.min(part.total(), bound), part.total() <= bound);
    }

    /** Compares byte by byte, like PostgreSQL. Names are ASCII, but the other text need not be. */
    private static boolean isAfter(TenantName name, String after) {
        return Arrays.compareUnsigned(name.value().getBytes(UTF_8), after.getBytes(UTF_8)) > 0;
    }

    @Override
    public synchronized Versioned<Tenant> changeTenantState(TenantId tenant, long expectedRevision, TenantState state)
            throws RegistryException {
        reach();
        if (tenant.equals(SYSTEM)) {
            throw new RegistryException.RuleBroken("The state of the system tenant is fixed.", null);
        }
        Versioned<Tenant> old = tenants.get(tenant);
        if (old == null) {
            throw noTenant(tenant);
        }
        if (old.revision() != expectedRevision) {
            throw new RegistryException.Stale("Tenant " + tenant + " is at revision " + old.revision()
                    + " by now, not at " + expectedRevision + ".");
        }
        if (state == TenantState.ACTIVE && !administered(tenant)) {
            throw notAdministered(tenant);
        }
        Tenant t = old.value();
        Optional<TenantState> before = state == TenantState.OFFBOARDING
                ? Optional.of(t.beforeOffboarding().orElse(t.state()))
                : Optional.empty();
        Versioned<Tenant> changed = new Versioned<>(
                new Tenant(t.id(), t.name(), t.displayName(), state, before, t.createdAt()), old.revision() + 1);
        tenants.put(tenant, changed);
        reports.add(new Report(new Change(tenant, Optional.empty()), false));
        return changed;
    }

    @Override
    public synchronized Versioned<TenantUser> addUser(TenantId tenant, NewUser user, Set<Role> roles, UserId by)
            throws RegistryException {
        reach();
        if (!tenants.containsKey(tenant)) {
            throw noTenant(tenant);
        }
        checkLevel(tenant, roles);
        if (findUser(tenant, user.login()).isPresent()) {
            throw new RegistryException.Conflict(
                    "Tenant " + tenant + " has a user with the login '" + user.login() + "' already.");
        }
        if (findUser(tenant, user.id()).isPresent()) {
            throw new RegistryException.Conflict("Tenant " + tenant + " has a user " + user.id() + " already.");
        }
        return put(tenant, user, roles, false);
    }

    @Override
    public synchronized Optional<Versioned<TenantUser>> addFirstAdministrator(NewUser administrator)
            throws RegistryException {
        reach();
        boolean any = users.get(SYSTEM).values().stream()
                .anyMatch(e -> e.user().value().roles().contains(Role.SYSTEM_ADMIN));
        return any ? Optional.empty() : Optional.of(put(SYSTEM, administrator, Set.of(Role.SYSTEM_ADMIN), false));
    }

    @Override
    public synchronized Versioned<TenantUser> setVerifier(
            TenantId tenant, UserId user, long expectedRevision, Verifier verifier) throws RegistryException {
        reach();
        Entry old = entry(tenant, user, expectedRevision);
        Versioned<TenantUser> changed = new Versioned<>(old.user().value(), expectedRevision + 1);
        users.get(tenant).put(user, new Entry(changed, Optional.of(verifier), old.verifierVersion() + 1));
        reports.add(new Report(new Change(tenant, Optional.of(user)), false));
        return changed;
    }

    @Override
    public synchronized Versioned<TenantUser> changeUserState(
            TenantId tenant, UserId user, long expectedRevision, UserState state) throws RegistryException {
        reach();
        Entry old = entry(tenant, user, expectedRevision);
        TenantUser u = old.user().value();
        if (u.state() == UserState.REVOKED && state != UserState.REVOKED) {
            throw new RegistryException.RuleBroken("User " + user + " was revoked for good.", null);
        }
        if (state == UserState.REVOKED
                && u.defaultAdministrator()
                && tenants.get(tenant).value().state() == TenantState.ACTIVE) {
            throw notAdministered(tenant);
        }
        keepAnAdministrator(old, state, u.roles());
        Versioned<TenantUser> changed = put(old, state, u.defaultAdministrator(), u.roles());
        reports.add(new Report(new Change(tenant, Optional.of(user)), false));
        return changed;
    }

    @Override
    public synchronized Versioned<TenantUser> removeVerifier(TenantId tenant, UserId user, long expectedRevision)
            throws RegistryException {
        reach();
        Entry old = entry(tenant, user, expectedRevision);
        keepAnAdministrator(old, UserState.LOCKED, Set.of());
        Versioned<TenantUser> changed = new Versioned<>(old.user().value(), expectedRevision + 1);
        users.get(tenant).put(user, new Entry(changed, Optional.empty(), old.verifierVersion() + 1));
        reports.add(new Report(new Change(tenant, Optional.of(user)), false));
        return changed;
    }

    @Override
    public synchronized Versioned<TenantUser> changeRoles(
            TenantId tenant, UserId user, long expectedRevision, Set<Role> roles, UserId by) throws RegistryException {
        reach();
        checkLevel(tenant, roles);
        Entry old = entry(tenant, user, expectedRevision);
        TenantUser u = old.user().value();
        if (u.state() == UserState.REVOKED) {
            throw new RegistryException.RuleBroken("User " + user + " was revoked for good.", null);
        }
        if (u.defaultAdministrator() && !roles.contains(Role.TENANT_ADMIN)) {
            throw new RegistryException.RuleBroken(
                    "User " + user + " is the default administrator of tenant " + tenant + ", so stays "
                            + Role.TENANT_ADMIN + ".",
                    null);
        }
        keepAnAdministrator(old, u.state(), roles);
        if (!roles.containsAll(u.roles())) {
            reports.add(new Report(new Change(tenant, Optional.of(user)), false));
        }
        return put(old, u.state(), u.defaultAdministrator(), roles);
    }

    @Override
    public synchronized Versioned<TenantUser> changeDefaultAdministrator(
            TenantId tenant, UserId user, long expectedRevision, UserId by) throws RegistryException {
        reach();
        if (tenant.equals(SYSTEM)) {
            throw new RegistryException.RuleBroken("The system tenant has no default administrator.", null);
        }
        Entry next = entry(tenant, user, expectedRevision);
        TenantUser u = next.user().value();
        if (u.state() != UserState.ACTIVE) {
            throw new RegistryException.RuleBroken(
                    "User " + user + " is " + u.state() + ", so cannot be the default administrator.", null);
        }
        for (Entry entry : List.copyOf(of(tenant).values())) {
            TenantUser other = entry.user().value();
            if (other.defaultAdministrator() && !other.id().equals(user)) {
                put(entry, other.state(), false, other.roles());
            }
        }
        Set<Role> roles = EnumSet.of(Role.TENANT_ADMIN);
        roles.addAll(u.roles());
        return put(next, u.state(), true, roles);
    }

    @Override
    public synchronized Versioned<TenantUser> handOverDefaultAdministrator(
            TenantId tenant, UserId from, UserId user, long expectedRevision) throws RegistryException {
        reach();
        Entry until = of(tenant).get(from);
        if (until == null || !until.user().value().defaultAdministrator()) {
            throw new RegistryException.Stale(
                    "User " + from + " is not the default administrator of tenant " + tenant + " any more.");
        }
        return changeDefaultAdministrator(tenant, user, expectedRevision, from);
    }

    private Versioned<TenantUser> put(Entry old, UserState state, boolean defaultAdministrator, Set<Role> roles) {
        TenantUser u = old.user().value();
        Versioned<TenantUser> changed = new Versioned<>(
                new TenantUser(u.tenant(), u.id(), u.login(), state, defaultAdministrator, roles, u.createdAt()),
                old.user().revision() + 1);
        users.get(u.tenant()).put(u.id(), new Entry(changed, old.verifier(), old.verifierVersion()));
        return changed;
    }

    /**
     * Checks before a change of a user that an active administrator of the installation remains.
     *
     * @param state of the user after it
     * @param roles of the user after it
     */
    private void keepAnAdministrator(Entry changed, UserState state, Set<Role> roles) throws RegistryException {
        TenantUser user = changed.user().value();
        boolean left = !user.tenant().equals(SYSTEM)
                || administers(changed, state, roles)
                || users.get(SYSTEM).values().stream()
                        .filter(e -> !e.user().value().id().equals(user.id()))
                        .anyMatch(e -> administers(
                                e, e.user().value().state(), e.user().value().roles()));
        if (!left) {
            throw new RegistryException.RuleBroken(
                    "The installation would be left without an active " + Role.SYSTEM_ADMIN + " who has a password.",
                    null);
        }
    }

    private static boolean administers(Entry entry, UserState state, Set<Role> roles) {
        return entry.verifier().isPresent() && state == UserState.ACTIVE && roles.contains(Role.SYSTEM_ADMIN);
    }

    private static void checkLevel(TenantId tenant, Set<Role> roles) throws RegistryException {
        Role.Level level = tenant.equals(SYSTEM) ? Role.Level.SYSTEM : Role.Level.TENANT;
        if (roles.isEmpty() || roles.stream().anyMatch(r -> r.level() != level)) {
            throw new RegistryException.RuleBroken(
                    "A user of tenant " + tenant + " has one or more roles of the level " + level + ", not " + roles
                            + ".",
                    null);
        }
    }

    @Override
    public synchronized Optional<Versioned<TenantUser>> findUser(TenantId tenant, UserId user)
            throws RegistryException {
        reach();
        return Optional.ofNullable(of(tenant).get(user)).map(Entry::user);
    }

    @Override
    public synchronized Optional<Versioned<TenantUser>> findUser(TenantId tenant, Login login)
            throws RegistryException {
        reach();
        return of(tenant).values().stream()
                .map(Entry::user)
                .filter(u -> u.value().login().equals(login))
                .findFirst();
    }

    @Override
    public synchronized Listing<Versioned<TenantUser>> listUsers(TenantId tenant, UserQuery query)
            throws RegistryException {
        reach();
        Predicate<TenantUser> wanted = u -> query.state().map(u.state()::equals).orElse(true)
                && query.loginContains().map(u.login().value()::contains).orElse(true);
        List<Versioned<TenantUser>> all = of(tenant).values().stream()
                .map(Entry::user)
                .filter(u -> wanted.test(u.value()))
                .sorted(comparing(u -> u.value().login().value()))
                .toList();
        return listing(all, query.slice());
    }

    @Override
    public synchronized Set<Role> roles(TenantId tenant, UserId user) throws RegistryException {
        reach();
        return Optional.ofNullable(of(tenant).get(user))
                .map(e -> e.user().value().roles())
                .orElse(Set.of());
    }

    /** Checks the rules of all tenants, including those changed by others. */
    @Override
    public synchronized void checkRules() throws RegistryException {
        reach();
        for (Versioned<Tenant> tenant : tenants.values()) {
            TenantId id = tenant.value().id();
            if (tenant.value().state() == TenantState.ACTIVE && !administered(id)) {
                throw notAdministered(id);
            }
        }
    }

    private boolean administered(TenantId tenant) {
        return of(tenant).values().stream()
                .map(e -> e.user().value())
                .anyMatch(u -> u.defaultAdministrator() && u.state() != UserState.REVOKED);
    }

    private static RegistryException.RuleBroken notAdministered(TenantId tenant) {
        return new RegistryException.RuleBroken(
                "Tenant " + tenant + " cannot be active without a default administrator.", null);
    }

    @Override
    public synchronized Optional<StoredCredential> find(TenantId tenant, UserId user) throws RegistryException {
        reach();
        return Optional.ofNullable(of(tenant).get(user))
                .filter(e -> e.verifier().isPresent())
                .map(e -> new StoredCredential(
                        tenant,
                        user,
                        e.verifier().get(),
                        e.verifierVersion(),
                        e.user().value().state(),
                        tenants.get(tenant).value().state(),
                        e.user().value().roles().stream().anyMatch(Role::sends)));
    }

    @Override
    public synchronized Optional<StoredCertificate> find(TenantId tenant, CertificateDigest digest)
            throws RegistryException {
        reach();
        return certificates.unrevoked(tenant, digest).map(found -> {
            TenantUser user = of(tenant).get(found.owner()).user().value();
            return new StoredCertificate(
                    tenant,
                    found.owner(),
                    found.certificate(),
                    found.notBefore(),
                    found.notAfter(),
                    user.state(),
                    tenants.get(tenant).value().state(),
                    user.roles().stream().anyMatch(Role::sends));
        });
    }

    @Override
    public synchronized Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) throws RegistryException {
        reach();
        return issuers.owner(tenant, subject).map(owner -> {
            TenantUser user = of(tenant).get(owner).user().value();
            return new StoredSubject(
                    tenant,
                    owner,
                    user.state(),
                    tenants.get(tenant).value().state(),
                    user.roles().stream().anyMatch(Role::sends));
        });
    }

    @Override
    public Optional<UserId> find(TenantId tenant, Login login) throws RegistryException {
        return findUser(tenant, login).map(user -> user.value().id());
    }

    @Override
    public synchronized Set<TenantId> tenants() throws RegistryException {
        reach();
        return Set.copyOf(tenants.keySet());
    }

    @Override
    public synchronized Changes changesSince(Optional<Cursor> cursor) throws RegistryException {
        reach();
        List<Report> news =
                reports.subList(cursor.map(c -> Integer.valueOf(c.text())).orElse(reports.size()), reports.size());
        return new Changes(
                news.stream().filter(t -> !t.newTenant()).map(Report::change).toList(),
                news.stream()
                        .filter(Report::newTenant)
                        .map(t -> t.change().tenant())
                        .collect(toSet()),
                false,
                new Cursor(Integer.toString(reports.size())));
    }

    /** Reports a change of the tenant, as the triggers of the database do for data of other interfaces. */
    synchronized void report(TenantId tenant) throws RegistryException {
        reach();
        reports.add(new Report(new Change(tenant, Optional.empty()), false));
    }

    @Override
    public synchronized Optional<String> pepperFingerprint() throws RegistryException {
        reach();
        return Optional.ofNullable(pepper);
    }

    @Override
    public synchronized String recordPepperFingerprint(String fingerprint) throws RegistryException {
        reach();
        pepper = pepper == null ? fingerprint : pepper;
        return pepper;
    }

    void reach() throws RegistryException {
        if (away) {
            throw new RegistryException.Unavailable("The registry is away.", null);
        }
    }

    private Map<UserId, Entry> of(TenantId tenant) {
        return users.getOrDefault(tenant, Map.of());
    }

    private Versioned<TenantUser> put(TenantId tenant, NewUser user, Set<Role> roles, boolean defaultAdministrator) {
        UserId id = user.id();
        Versioned<TenantUser> added = new Versioned<>(
                new TenantUser(tenant, id, user.login(), UserState.ACTIVE, defaultAdministrator, roles, now()), 1);
        users.get(tenant).put(id, new Entry(added, Optional.of(user.verifier()), 1));
        return added;
    }

    private Entry entry(TenantId tenant, UserId user, long expectedRevision) throws RegistryException {
        Entry entry = of(tenant).get(user);
        if (entry == null) {
            throw new RegistryException.NotFound("There is no user " + user + " in tenant " + tenant + ".");
        }
        if (entry.user().revision() != expectedRevision) {
            throw new RegistryException.Stale("User " + user + " is at revision "
                    + entry.user().revision() + " by now, not at " + expectedRevision + ".");
        }
        return entry;
    }

    private static RegistryException.NotFound noTenant(TenantId tenant) {
        return new RegistryException.NotFound("There is no tenant " + tenant + ".");
    }

    private static <T> Listing<T> listing(List<T> all, Slice slice) {
        return new Listing<>(
                all.stream().skip(slice.offset()).limit(slice.limit()).toList(), all.size());
    }

    /** The time in PostgreSQL's precision. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public synchronized Runnable remember() {
        Map<TenantId, Versioned<Tenant>> tenantsThen = new LinkedHashMap<>(tenants);
        Map<TenantId, Map<UserId, Entry>> usersThen = new HashMap<>();
        users.forEach((tenant, of) -> usersThen.put(tenant, new LinkedHashMap<>(of)));
        List<Report> reportsThen = List.copyOf(reports);
        Runnable certificatesThen = certificates.remember();
        return () -> {
            certificatesThen.run();
            synchronized (this) {
                tenants.clear();
                tenants.putAll(tenantsThen);
                users.clear();
                users.putAll(usersThen);
                reports.clear();
                reports.addAll(reportsThen);
            }
        };
    }
}
