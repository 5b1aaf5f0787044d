package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.internal.batch.BatchManager;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.UndecidedJournal;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller who repeats former requests to find out passwords. */
class RepeatedPasswordsTest {
    private static final String SECRET = "acme's long password";
    private static final String OWN = "what only its owner knows";

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private UserId boss;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        CreatedTenant made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = made.tenant().id();
        boss = made.administrator().id();
    }

    @Test
    void repeatedRequestsAllowAFewGuessesAndThenNoComparison() throws Exception {
        UserId alice = bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.execute(asking, new SetPassword(acme, alice, password(OWN)));
        for (int i = 0; i < 5; i++) {
            String guess = "the guess number " + i;
            refused(Reason.CONFLICT, () -> bus.execute(asking, new SetPassword(acme, alice, password(guess))));
        }
        int looked = bus.hasher.checks.get();

        for (String guess : List.of("the guess number 6", OWN)) {
            refused(Reason.BUSY, () -> bus.execute(asking, new SetPassword(acme, alice, password(guess))));
        }

        assertThat(bus.hasher.checks).hasValue(looked);
        assertThat(bus.pauses).as("others do not wait for the guesses").isEmpty();
        bus.nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(bus.execute(asking, new SetPassword(acme, alice, password(OWN)))
                        .id())
                .isEqualTo(alice);
    }

    @Test
    void guessesUnderManyIdentifiersCountTogether() throws Exception {
        UserId alice = bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
        Administrator last = boss();
        for (int i = 0; i < 5; i++) {
            Administrator asking = boss().asking(UUID.randomUUID());
            bus.execute(asking, new SetPassword(acme, alice, password(OWN)));
            refused(Reason.CONFLICT, () -> bus.execute(asking, new SetPassword(acme, alice, password(SECRET))));
            last = asking;
        }
        Administrator asking = last;

        refused(Reason.BUSY, () -> bus.execute(asking, new SetPassword(acme, alice, password(SECRET))));
    }

    @Test
    void aLaterPasswordOfTheOwnerStaysSecret() throws Exception {
        Administrator adding = boss().asking(UUID.randomUUID());
        Administrator setting = boss().asking(UUID.randomUUID());
        UserId alice = bus.execute(adding, new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
        bus.execute(setting, new SetPassword(acme, alice, password(SECRET)));
        bus.execute(new Administrator("acme/alice", "test"), new ChangePassword(SECRET.toCharArray(), password(OWN)));

        revealsNothing(
                guess -> bus.execute(adding, new AddUser(acme, "alice", password(guess), Set.of(Role.TENANT_USER))));
        revealsNothing(guess -> bus.execute(setting, new SetPassword(acme, alice, password(guess))));
    }

    @Test
    void aRepeatedChangeOfTheOwnPasswordIsDoneOnce() throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN)));
        long version = version();
        int entries = entries();

        bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN)));

        assertThat(version()).isEqualTo(version);
        assertThat(entries()).isEqualTo(entries);
        assertThat(bus.admit("acme/boss", OWN)).isPresent();
        assertThat(bus.operations.find(boss(), id).orElseThrow().result()).isEqualTo(boss.toString());
        refused(
                        Reason.CONFLICT,
                        () -> bus.execute(
                                boss().asking(id), new ChangePassword(OWN.toCharArray(), password("yet another one"))))
                .hasMessageContaining("set another password");
    }

    @Test
    void aRepeatedChangeOfTheInstallationsAdministratorIsDoneOnce() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.execute(asking, new ChangePassword(TestBus.GIVEN.toCharArray(), password(OWN)));

        bus.execute(asking, new ChangePassword(TestBus.GIVEN.toCharArray(), password(OWN)));

        assertThat(bus.login("admin", OWN.toCharArray())).contains("admin");
    }

    @Test
    void aConcurrentSameRequestGivesItsOutcome() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.hasher.whileChecking(() -> bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(OWN))));

        bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(OWN)));

        assertThat(bus.admit("acme/boss", OWN)).isPresent();
    }

    /**
     * The tenant registry has committed the new password, and the journal has not. So the current password seems to be
     * wrong.
     */
    @Test
    void aRepetitionOfAChangeInDoubtIsInDoubtAndNoWrongPassword() throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN)));
        AtomicBoolean undecided = new AtomicBoolean(true);
        bus.services.bindResources(with(new UndecidedJournal(bus.journal, new OperationId(id), undecided)));

        refused(
                        Reason.IN_DOUBT,
                        () -> bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN))))
                .hasMessageContaining("not known yet");
        refused(
                        Reason.FORBIDDEN,
                        () -> bus.execute(
                                boss().asking(UUID.randomUUID()),
                                new ChangePassword(SECRET.toCharArray(), password(OWN))))
                .hasMessageContaining("the current password is wrong");

        undecided.set(false);
        bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN)));
        assertThat(bus.admit("acme/boss", OWN)).isPresent();
    }

    /** The opposite case: the journal has committed, and the tenant registry has not. */
    @Test
    void aPasswordThatTheTenantRegistryDoesNotHaveYetDoesNotCountAsChanged() throws Exception {
        StoredCredential before = bus.registry.find(acme, boss).orElseThrow();
        Administrator changing = boss().asking(UUID.randomUUID());
        bus.execute(changing, new ChangePassword(SECRET.toCharArray(), password(OWN)));
        AtomicBoolean undecided = new AtomicBoolean(true);
        bus.services.bindCredentials(overridden(
                CredentialReader.class,
                (method, arguments) -> method.equals("find") && arguments[1].equals(boss) && undecided.get()
                        ? Optional.of(Optional.of(before))
                        : Optional.empty()));
        bus.services.bindTenants(overridden(TenantRegistry.class, (method, arguments) -> {
            if (method.equals("removeVerifier") && undecided.get()) {
                throw new RegistryException.Busy("canceling statement due to lock timeout", null);
            }
            return Optional.empty();
        }));

        refused(Reason.IN_DOUBT, () -> bus.execute(changing, new ChangePassword(SECRET.toCharArray(), password(OWN))))
                .hasMessageContaining("not set yet");

        undecided.set(false);
        bus.execute(changing, new ChangePassword(SECRET.toCharArray(), password(OWN)));
    }

    private ChangeResources with(OperationJournal journal) {
        return new ChangeResources(
                bus.units, bus.deployments, bus.quotas, bus.quotas, bus.quotas, bus.audit, journal, bus.node);
    }

    /** An answer in place of the registry's own. */
    @FunctionalInterface
    private interface Answer {
        /** Empty for the registry's own answer. */
        Optional<Object> to(String method, Object[] arguments) throws RegistryException;
    }

    private <T> T overridden(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Optional<Object> other = answer.to(method.getName(), arguments);
                    if (other.isPresent()) {
                        return other.get();
                    }
                    try {
                        return method.invoke(bus.registry, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Test
    void anotherCallerWithTheIdentifierNeedsTheirOwnPasswordAndGetsNothing() throws Exception {
        bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)));
        Administrator alice = new Administrator("acme/alice", "test");
        UUID id = UUID.randomUUID();
        bus.execute(boss().asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN)));
        long version = version();

        for (UUID one : List.of(id, UUID.randomUUID())) { // one answer, whether there is such a request or not
            refused(
                            Reason.FORBIDDEN,
                            () -> bus.execute(alice.asking(one), new ChangePassword(OWN.toCharArray(), password(OWN))))
                    .hasMessage("the current password is wrong. It is for you to give the right one.");
        }
        refused(
                        Reason.CONFLICT,
                        () -> bus.execute(alice.asking(id), new ChangePassword(SECRET.toCharArray(), password(OWN))))
                .hasMessageContaining("another request's");

        assertThat(version()).isEqualTo(version);
        assertThat(bus.admit("acme/alice", SECRET)).isPresent();
    }

    @Test
    void aWrongCurrentPasswordCountsUnderEveryIdentifier() {
        for (int i = 0; i < 7; i++) {
            refused(
                    Reason.FORBIDDEN,
                    () -> bus.execute(
                            boss().asking(UUID.randomUUID()),
                            new ChangePassword("not the current one".toCharArray(), password(OWN))));
        }

        assertThat(bus.pauses).hasSize(2);
    }

    @Test
    void guessesUnderTheIdentifierOfTheOwnChangeAreFew() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(OWN)));
        for (int i = 0; i < 5; i++) {
            String guess = "the guess number " + i;
            refused(
                    Reason.CONFLICT,
                    () -> bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(guess))));
        }
        int looked = bus.hasher.checks.get();

        refused(Reason.BUSY, () -> bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(OWN))));

        assertThat(bus.hasher.checks).hasValue(looked);
    }

    @Test
    void theOwnEarlierChangeRevealsNoLaterPassword() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password("between the two of them")));
        bus.execute(admin(), new ResetDefaultAdmin(acme, password(OWN)));

        revealsNothing(guess -> bus.execute(asking, new ChangePassword(SECRET.toCharArray(), password(guess))));
    }

    @Test
    void theOwnPasswordIsChangedAtTheExpectedRevision() throws Exception {
        long seen = bus.userQueries.findUser(boss(), acme, "boss").orElseThrow().revision();
        bus.execute(boss().expecting(seen), new ChangePassword(SECRET.toCharArray(), password(OWN)));

        refused(
                Reason.STALE,
                () -> bus.execute(boss().expecting(seen), new ChangePassword(OWN.toCharArray(), password(SECRET))));
    }

    private long version() throws Exception {
        return bus.registry.find(acme, boss).orElseThrow().version();
    }

    private int entries() throws Exception {
        return bus.audit.read(acme, 1, 1000).size();
    }

    @Test
    void theInstallationLearnsNoPasswordOfATenantsAdministrator() throws Exception {
        Administrator creating = admin().asking(UUID.randomUUID());
        Administrator resetting = admin().asking(UUID.randomUUID());
        bus.execute(creating, new CreateTenant("globex", "Globex", "boss", password(SECRET)));
        bus.execute(resetting, new ResetDefaultAdmin(acme, password(SECRET)));
        for (String login : List.of("acme/boss", "globex/boss")) {
            bus.execute(new Administrator(login, "test"), new ChangePassword(SECRET.toCharArray(), password(OWN)));
        }

        revealsNothing(guess -> bus.execute(creating, new CreateTenant("globex", "Globex", "boss", password(guess))));
        revealsNothing(guess -> bus.execute(resetting, new ResetDefaultAdmin(acme, password(guess))));
    }

    @Test
    void aRevokedPasswordCountsAsChanged() throws Exception {
        Administrator adding = boss().asking(UUID.randomUUID());
        UserId alice = bus.execute(adding, new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
        bus.execute(boss(), new RevokeCredential(acme, alice));

        revealsNothing(
                guess -> bus.execute(adding, new AddUser(acme, "alice", password(guess), Set.of(Role.TENANT_USER))));
    }

    @Test
    void aRepeatedResetReturnsTheDefaultAdministratorOfThatTime() throws Exception {
        Administrator resetting = admin().asking(UUID.randomUUID());
        bus.execute(resetting, new ResetDefaultAdmin(acme, password(OWN)));
        bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)));
        bus.execute(admin(), new AssignDefaultAdmin(acme, "alice"));

        assertThat(bus.execute(resetting, new ResetDefaultAdmin(acme, password(OWN)))
                        .id())
                .isEqualTo(boss);
    }

    @Test
    void aBatchRevealsNothingEither() throws Exception {
        BatchManager batches = bus.batches;
        Administrator asking = admin().asking(UUID.randomUUID());
        assertThat(batches.submit(asking, provisioning(SECRET, SECRET)))
                .isEqualTo(batches.submit(asking, provisioning(SECRET, SECRET)));
        for (int i = 0; i < 5; i++) {
            refused(Reason.CONFLICT, () -> batches.submit(asking, provisioning(SECRET, OWN)))
                    .hasMessageStartingWith("step 2: ");
        }
        refused(Reason.BUSY, () -> batches.submit(asking, provisioning(SECRET, SECRET)));
        bus.nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        bus.execute(
                new Administrator("initech/alice", "test"), new ChangePassword(SECRET.toCharArray(), password(OWN)));

        revealsNothing(guess -> batches.submit(asking, provisioning(SECRET, guess)));
        // The second password of the request stays secret, too, although it is unchanged.
        revealsNothing(guess -> batches.submit(asking, provisioning(guess, SECRET)));
    }

    @Test
    void aRecordOfAnEarlierVersionIsNotCompared() throws Exception {
        UUID id = UUID.randomUUID();
        UserId alice = bus.execute(
                        boss().asking(id), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();
        DoneOperation done = bus.journal.find(new OperationId(id)).orElseThrow().operation();
        UUID before = UUID.randomUUID();
        bus.journal.record(new DoneOperation(
                new OperationId(before),
                done.actorTenant(),
                done.actor(),
                done.kind(),
                done.request(),
                alice.toString()));

        revealsNothing(guess -> bus.execute(
                boss().asking(before), new AddUser(acme, "alice", password(guess), Set.of(Role.TENANT_USER))));
    }

    @Test
    void theStoredDigestIsNotShown() throws Exception {
        UUID id = UUID.randomUUID();
        UserId alice = bus.execute(
                        boss().asking(id), new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)))
                .id();

        assertThat(bus.operations.find(boss(), id).orElseThrow().result()).isEqualTo(alice.toString());
    }

    private static Batch provisioning(String ofBoss, String ofAlice) {
        return batch(
                new CreateTenant(
                        Optional.of(new TenantRef.CreatedBefore("initech")),
                        "initech",
                        "Initech",
                        "boss",
                        password(ofBoss),
                        Map.of()),
                new AddUser(
                        new TenantRef.CreatedBefore("initech"), "alice", password(ofAlice), Set.of(Role.TENANT_USER)));
    }

    /** A request that is repeated with a guess. */
    @FunctionalInterface
    private interface Guessing {
        void with(String guess) throws Exception;
    }

    /** The right and the wrong guess get the same answer, and no password is compared. */
    private void revealsNothing(Guessing asked) {
        int looked = bus.hasher.checks.get();
        for (String guess : List.of(OWN, SECRET, "neither of the two")) {
            refused(Reason.CONFLICT, () -> asked.with(guess)).hasMessageContaining("was changed since");
        }
        assertThat(bus.hasher.checks).hasValue(looked);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
