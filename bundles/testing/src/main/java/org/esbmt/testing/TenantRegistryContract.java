package org.esbmt.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every tenant registry does. An implementation extends this and opens an empty registry for each test. */
public abstract class TenantRegistryContract {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Slice FIRST = new Slice(0, 100);
    private static final Set<Role> SENDER = Set.of(Role.TENANT_USER);

    private TenantRegistry registry;
    private CredentialReader credentials;
    private PepperLedger peppers;

    /** One registry as its users see it. */
    public record Registries(TenantRegistry registry, CredentialReader credentials, PepperLedger peppers) {}

    /** A registry that knows nobody; closing it is the implementation's business. */
    protected abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        Registries opened = openEmpty();
        registry = opened.registry();
        credentials = opened.credentials();
        peppers = opened.peppers();
    }

    @Test
    void aCreatedTenantIsActiveAndHasItsDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");

        assertThat(acme.tenant().revision()).isEqualTo(1);
        assertThat(acme.tenant().value().state()).isEqualTo(TenantState.ACTIVE);
        assertThat(acme.tenant().value().displayName()).isEqualTo("The acme company");
        assertThat(registry.findTenant(id(acme))).contains(acme.tenant());
        assertThat(registry.findTenant(new TenantName("acme"))).contains(acme.tenant());
        TenantUser admin = acme.administrator().value();
        assertThat(admin.defaultAdministrator()).isTrue();
        assertThat(admin.state()).isEqualTo(UserState.ACTIVE);
        assertThat(registry.findUser(id(acme), admin.id())).contains(acme.administrator());
        assertThat(registry.findUser(id(acme), new Login("admin"))).contains(acme.administrator());
        assertThat(registry.roles(id(acme), admin.id())).containsExactly(Role.TENANT_ADMIN);
    }

    @Test
    void aNameIsGivenOnce() throws Exception {
        CreatedTenant acme = create("acme");

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> create("acme"))
                .withMessageContaining("acme");
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> create("system"));
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).entries()).containsExactly(acme.tenant());
    }

    @Test
    void ofManyWhoCreateTheSameNameAtOnceOneSucceeds() throws Exception {
        List<Object> outcomes = atOnce(8, () -> create("acme"));

        assertThat(outcomes).filteredOn(CreatedTenant.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof CreatedTenant))
                .hasSize(7)
                .allMatch(RegistryException.Conflict.class::isInstance);
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).total()).isEqualTo(1);
    }

    @Test
    void absentIsEmpty() throws Exception {
        TenantId nobody = new TenantId(UUID.randomUUID());
        assertThat(registry.findTenant(nobody)).isEmpty();
        assertThat(registry.findTenant(new TenantName("nobody"))).isEmpty();
        assertThat(registry.findUser(nobody, BY)).isEmpty();
        assertThat(registry.findUser(nobody, new Login("admin"))).isEmpty();
        assertThat(registry.listUsers(nobody, FIRST).entries()).isEmpty();
        assertThat(registry.roles(nobody, BY)).isEmpty();
        assertThat(credentials.find(nobody, BY)).isEmpty();
    }

    @Test
    void tenantsAreListedByNameInPages() throws Exception {
        for (String name : List.of("c-1", "a-1", "b-1", "a-2")) {
            create(name);
        }

        Listing<Versioned<Tenant>> page = registry.listTenants(TenantQuery.all(new Slice(1, 2)));

        assertThat(page.total()).isEqualTo(4);
        assertThat(names(page)).containsExactly("a-2", "b-1");
        Listing<Versioned<Tenant>> beyond = registry.listTenants(TenantQuery.all(new Slice(10, 2)));
        assertThat(beyond.entries()).isEmpty();
        assertThat(beyond.total()).isEqualTo(4);
    }

    @Test
    void tenantsAreFilteredByNameAndState() throws Exception {
        CreatedTenant one = create("a-1");
        create("a-2");
        create("b-1");
        registry.changeTenantState(id(one), 1, TenantState.SUSPENDED);

        assertThat(names(list("a-", null))).containsExactly("a-1", "a-2");
        assertThat(names(list("a-", TenantState.ACTIVE))).containsExactly("a-2");
        assertThat(names(list(null, TenantState.SUSPENDED))).containsExactly("a-1");
        assertThat(names(list("%", null))).isEmpty();
        assertThat(names(list("_-1", null))).isEmpty();
        assertThat(names(list("' or 1=1 --", null))).isEmpty();
    }

    @Test
    void aStateIsChangedFromTheExpectedRevisionOnly() throws Exception {
        CreatedTenant acme = create("acme");

        Versioned<Tenant> suspended = registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);

        assertThat(suspended.revision()).isEqualTo(2);
        assertThat(suspended.value().state()).isEqualTo(TenantState.SUSPENDED);
        assertThat(registry.findTenant(id(acme))).contains(suspended);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 1, TenantState.ACTIVE));
        assertThat(registry.findTenant(id(acme))).contains(suspended);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.changeTenantState(new TenantId(UUID.randomUUID()), 1, TenantState.ACTIVE));
    }

    @Test
    void ofManyWhoChangeTheSameRevisionAtOnceOneSucceeds() throws Exception {
        CreatedTenant acme = create("acme");

        List<Object> outcomes = atOnce(8, () -> registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned))
                .hasSize(7)
                .allMatch(RegistryException.Stale.class::isInstance);
    }

    @Test
    void theSystemTenantIsThereAndStaysAsItIs() throws Exception {
        Versioned<Tenant> system = registry.findTenant(TenantRegistry.SYSTEM).orElseThrow();

        assertThat(system.value().state()).isEqualTo(TenantState.PROVISIONING);
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).entries()).isEmpty();
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(
                        () -> registry.changeTenantState(TenantRegistry.SYSTEM, system.revision(), TenantState.ACTIVE));
        assertThat(registry.findTenant(TenantRegistry.SYSTEM)).contains(system);
    }

    @Test
    void loginsAreUniqueInATenantOnly() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");

        Versioned<TenantUser> alice = registry.addUser(id(acme), user("alice"), SENDER, BY);

        assertThat(alice.value().defaultAdministrator()).isFalse();
        assertThat(registry.roles(id(acme), alice.value().id())).containsExactly(Role.TENANT_USER);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("alice"), SENDER, BY))
                .withMessageContaining("alice");
        registry.addUser(id(globex), user("alice"), SENDER, BY);
        registry.addUser(id(acme), user("Alice"), SENDER, BY);
        assertThat(registry.listUsers(id(acme), FIRST).entries())
                .extracting(u -> u.value().login().value())
                .containsExactly("Alice", "admin", "alice");
        assertThat(registry.listUsers(id(acme), new Slice(1, 1)).total()).isEqualTo(3);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.addUser(new TenantId(UUID.randomUUID()), user("alice"), SENDER, BY));
    }

    @Test
    void aUserBelongsToItsTenantOnly() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");
        UserId acmesAdmin = acme.administrator().value().id();

        assertThat(registry.findUser(id(globex), acmesAdmin)).isEmpty();
        assertThat(registry.roles(id(globex), acmesAdmin)).isEmpty();
        assertThat(credentials.find(id(globex), acmesAdmin)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.setVerifier(id(globex), acmesAdmin, 1, new Verifier("stolen")));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.changeUserState(id(globex), acmesAdmin, 1, UserState.LOCKED));
    }

    @Test
    void rolesOfTheInstallationBelongToTheSystemTenantOnly() throws Exception {
        CreatedTenant acme = create("acme");

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("eve"), Set.of(Role.SYSTEM_ADMIN), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() ->
                        registry.addUser(id(acme), user("eve"), Set.of(Role.TENANT_USER, Role.SYSTEM_AUDITOR), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(TenantRegistry.SYSTEM, user("eve"), SENDER, BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("eve"), Set.of(), BY));
        assertThat(registry.findUser(id(acme), new Login("eve"))).isEmpty();
    }

    @Test
    void thereIsOneFirstAdministrator() throws Exception {
        List<Object> outcomes =
                atOnce(4, () -> registry.addFirstAdministrator(user("admin")).isPresent());

        assertThat(outcomes).containsExactlyInAnyOrder(true, false, false, false);
        UserId admin = registry.findUser(TenantRegistry.SYSTEM, new Login("admin"))
                .orElseThrow()
                .value()
                .id();
        assertThat(registry.roles(TenantRegistry.SYSTEM, admin)).containsExactly(Role.SYSTEM_ADMIN);
        assertThat(registry.addFirstAdministrator(user("other"))).isEmpty();
        registry.addUser(TenantRegistry.SYSTEM, user("second"), Set.of(Role.SYSTEM_ADMIN), admin);
        assertThat(registry.listUsers(TenantRegistry.SYSTEM, FIRST).total()).isEqualTo(2);
    }

    @Test
    void aReplacedVerifierIsReadAtOnceUnderAnotherVersion() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        var before = credentials.find(id(acme), admin).orElseThrow();
        assertThat(before.verifier()).isEqualTo(new Verifier("verifier-of-admin"));
        assertThat(before.userState()).isEqualTo(UserState.ACTIVE);
        assertThat(before.tenantState()).isEqualTo(TenantState.ACTIVE);

        Versioned<TenantUser> changed = registry.setVerifier(id(acme), admin, 1, new Verifier("another"));

        assertThat(changed.revision()).isEqualTo(2);
        var after = credentials.find(id(acme), admin).orElseThrow();
        assertThat(after.verifier()).isEqualTo(new Verifier("another"));
        assertThat(after.version()).isNotEqualTo(before.version());
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.setVerifier(id(acme), admin, 1, new Verifier("late")));
    }

    @Test
    void statesOfUserAndTenantComeWithTheCredential() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();

        assertThat(registry.changeUserState(id(acme), alice, 1, UserState.LOCKED)
                        .value()
                        .state())
                .isEqualTo(UserState.LOCKED);
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);

        var read = credentials.find(id(acme), alice).orElseThrow();
        assertThat(read.userState()).isEqualTo(UserState.LOCKED);
        assertThat(read.tenantState()).isEqualTo(TenantState.SUSPENDED);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), alice, 1, UserState.ACTIVE));
    }

    @Test
    void whoIsRevokedStaysRevoked() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        registry.changeUserState(id(acme), alice, 1, UserState.REVOKED);

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), alice, 2, UserState.ACTIVE));
        assertThat(registry.findUser(id(acme), alice).orElseThrow().value().state())
                .isEqualTo(UserState.REVOKED);
    }

    @Test
    void anActiveTenantKeepsItsDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), admin, 1, UserState.REVOKED))
                .withMessageContaining("default administrator");
        assertThat(registry.findUser(id(acme), admin)).contains(acme.administrator());
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);
        registry.changeUserState(id(acme), admin, 1, UserState.REVOKED);
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 2, TenantState.ACTIVE));
        assertThat(registry.findTenant(id(acme)).orElseThrow().value().state()).isEqualTo(TenantState.SUSPENDED);
    }

    @Test
    void everyChangeThatMattersToCredentialsIsTold() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        Cursor start = credentials.changesSince(Optional.empty()).next();
        assertThat(credentials.changesSince(Optional.of(start)).changes()).isEmpty();

        registry.setVerifier(id(acme), admin, 1, new Verifier("another"));
        Changes first = credentials.changesSince(Optional.of(start));
        registry.changeUserState(id(acme), admin, 2, UserState.LOCKED);
        Changes second = credentials.changesSince(Optional.of(first.next()));
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);
        Changes third = credentials.changesSince(Optional.of(second.next()));

        assertThat(first.changes()).containsOnly(new Change(id(acme), Optional.of(admin)));
        assertThat(second.changes()).containsOnly(new Change(id(acme), Optional.of(admin)));
        assertThat(third.changes()).containsOnly(new Change(id(acme), Optional.empty()));
        assertThat(List.of(first, second, third)).noneMatch(Changes::everything);
        assertThat(credentials.changesSince(Optional.of(third.next())).changes())
                .isEmpty();
    }

    @Test
    void whatIsRefusedIsNotTold() throws Exception {
        CreatedTenant acme = create("acme");
        Cursor start = credentials.changesSince(Optional.empty()).next();

        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 7, TenantState.SUSPENDED));

        assertThat(credentials.changesSince(Optional.of(start)).changes()).isEmpty();
    }

    @Test
    void noChangeIsMissedWhileManyAreMadeAtOnce() throws Exception {
        int writers = 6;
        int rounds = 15;
        List<CreatedTenant> tenants = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            tenants.add(create("tenant-" + i));
        }
        Cursor start = credentials.changesSince(Optional.empty()).next();
        AtomicBoolean done = new AtomicBoolean();
        Set<Change> expected = new HashSet<>();
        Set<Change> told = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(writers + 1);
        try {
            Future<?> poller = threads.submit(() -> {
                Cursor cursor = start;
                for (boolean last = false; !last; ) {
                    last = done.get();
                    Changes read = credentials.changesSince(Optional.of(cursor));
                    assertThat(read.everything()).isFalse();
                    told.addAll(read.changes());
                    cursor = read.next();
                }
                return null;
            });
            List<Future<List<Change>>> writing = new ArrayList<>();
            for (CreatedTenant tenant : tenants) {
                writing.add(threads.submit(() -> {
                    List<Change> made = new ArrayList<>();
                    for (int round = 0; round < rounds; round++) {
                        UserId added = registry.addUser(id(tenant), user("user-" + round), SENDER, BY)
                                .value()
                                .id();
                        registry.setVerifier(id(tenant), added, 1, new Verifier("v" + round));
                        made.add(new Change(id(tenant), Optional.of(added)));
                    }
                    return made;
                }));
            }
            for (Future<List<Change>> writer : writing) {
                expected.addAll(writer.get(60, TimeUnit.SECONDS));
            }
            done.set(true);
            poller.get(60, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }

        assertThat(expected).hasSize(writers * rounds);
        assertThat(told).containsAll(expected);
    }

    @Test
    void theFirstPepperIsTheOne() throws Exception {
        assertThat(peppers.pepperFingerprint()).isEmpty();

        List<Object> outcomes = atOnce(
                4, () -> peppers.recordPepperFingerprint(UUID.randomUUID().toString()));

        String recorded = peppers.pepperFingerprint().orElseThrow();
        assertThat(outcomes).containsOnly(recorded);
    }

    private CreatedTenant create(String name) throws RegistryException {
        return registry.createTenant(
                new NewTenant(new TenantName(name), "The " + name + " company", user("admin")), BY);
    }

    private static NewUser user(String login) {
        return new NewUser(new Login(login), new Verifier("verifier-of-" + login));
    }

    private static TenantId id(CreatedTenant created) {
        return created.tenant().value().id();
    }

    private Listing<Versioned<Tenant>> list(String nameContains, TenantState state) throws RegistryException {
        return registry.listTenants(
                new TenantQuery(Optional.ofNullable(nameContains), Optional.ofNullable(state), FIRST));
    }

    private static List<String> names(Listing<Versioned<Tenant>> listing) {
        return listing.entries().stream().map(t -> t.value().name().value()).toList();
    }

    /** What each of several threads got that did the same at the same time: the result or the exception. */
    private static List<Object> atOnce(int threads, Callable<?> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    start.await();
                    return work.call();
                }));
            }
            start.countDown();
            List<Object> outcomes = new ArrayList<>();
            for (Future<?> one : running) {
                try {
                    outcomes.add(one.get(60, TimeUnit.SECONDS));
                } catch (ExecutionException e) {
                    outcomes.add(e.getCause());
                }
            }
            return outcomes;
        } finally {
            pool.shutdownNow();
        }
    }
}
