package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.batch;
import static org.esbmt.administration.internal.TestBus.boss;
import static org.esbmt.administration.internal.TestBus.password;

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
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody who asks again and again for what they have done, to find out passwords. */
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
        CreatedTenant made = bus.tenants.createTenant(admin(), "acme", "Acme", "boss", password(SECRET));
        acme = made.tenant().id();
        boss = made.administrator().id();
    }

    @Test
    void guessesByAskingAgainAreFewAndThenNotLookedAt() throws Exception {
        UserId alice =
                bus.tenants.addUser(boss(), acme, "alice", password(SECRET)).id();
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.tenants.setPassword(asking, acme, alice, password(OWN));
        for (int i = 0; i < 5; i++) {
            String guess = "the guess number " + i;
            refused(Reason.CONFLICT, () -> bus.tenants.setPassword(asking, acme, alice, password(guess)));
        }
        int looked = bus.hasher.checks.get();

        for (String guess : List.of("the guess number 6", OWN)) {
            refused(Reason.BUSY, () -> bus.tenants.setPassword(asking, acme, alice, password(guess)));
        }

        assertThat(bus.hasher.checks).hasValue(looked);
        assertThat(bus.pauses).as("others do not wait for who guesses").isEmpty();
        bus.nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(bus.tenants.setPassword(asking, acme, alice, password(OWN)).id())
                .isEqualTo(alice);
    }

    @Test
    void guessesUnderManyIdentifiersCountTogether() throws Exception {
        UserId alice =
                bus.tenants.addUser(boss(), acme, "alice", password(SECRET)).id();
        Administrator last = boss();
        for (int i = 0; i < 5; i++) {
            Administrator asking = boss().asking(UUID.randomUUID());
            bus.tenants.setPassword(asking, acme, alice, password(OWN));
            refused(Reason.CONFLICT, () -> bus.tenants.setPassword(asking, acme, alice, password(SECRET)));
            last = asking;
        }
        Administrator asking = last;

        refused(Reason.BUSY, () -> bus.tenants.setPassword(asking, acme, alice, password(SECRET)));
    }

    @Test
    void nothingIsFoundOutAboutAPasswordThatItsOwnerSetSince() throws Exception {
        Administrator adding = boss().asking(UUID.randomUUID());
        Administrator setting = boss().asking(UUID.randomUUID());
        UserId alice =
                bus.tenants.addUser(adding, acme, "alice", password(SECRET)).id();
        bus.tenants.setPassword(setting, acme, alice, password(SECRET));
        bus.logins.changePassword(new Administrator("acme/alice", "test"), SECRET.toCharArray(), password(OWN));

        revealsNothing(guess -> bus.tenants.addUser(adding, acme, "alice", password(guess)));
        revealsNothing(guess -> bus.tenants.setPassword(setting, acme, alice, password(guess)));
    }

    @Test
    void theOwnPasswordIsChangedOnceHoweverOftenTheSameIsAsked() throws Exception {
        UUID id = UUID.randomUUID();
        bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN));
        long version = version();
        int entries = entries();

        bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN));

        assertThat(version()).isEqualTo(version);
        assertThat(entries()).isEqualTo(entries);
        assertThat(bus.admit("acme/boss", OWN)).isPresent();
        assertThat(bus.operations.find(boss(), id).orElseThrow().result()).isEqualTo(boss.toString());
        refused(
                        Reason.CONFLICT,
                        () -> bus.logins.changePassword(
                                boss().asking(id), OWN.toCharArray(), password("yet another one")))
                .hasMessageContaining("set another password");
    }

    @Test
    void theSameIsSoForWhoRunsTheInstallation() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.logins.changePassword(asking, TestBus.GIVEN.toCharArray(), password(OWN));

        bus.logins.changePassword(asking, TestBus.GIVEN.toCharArray(), password(OWN));

        assertThat(bus.login("admin", OWN.toCharArray())).contains("admin");
    }

    @Test
    void theSameRequestThatCameThroughWhileThePasswordWasLookedAtIsTheAnswer() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.hasher.whileChecking(() -> bus.logins.changePassword(asking, SECRET.toCharArray(), password(OWN)));

        bus.logins.changePassword(asking, SECRET.toCharArray(), password(OWN));

        assertThat(bus.admit("acme/boss", OWN)).isPresent();
    }

    /** The tenant registry has committed the new password, and the journal has not: the current one seems to be wrong. */
    @Test
    void whoAsksAgainWhileTheChangeIsInDoubtIsToldThatAndNotThatTheirPasswordIsWrong() throws Exception {
        UUID id = UUID.randomUUID();
        bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN));
        AtomicBoolean undecided = new AtomicBoolean(true);
        bus.services.bindResources(with(new UndecidedJournal(bus.journal, new OperationId(id), undecided)));

        refused(
                        Reason.IN_DOUBT,
                        () -> bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN)))
                .hasMessageContaining("not known yet");
        refused(
                        Reason.FORBIDDEN,
                        () -> bus.logins.changePassword(
                                boss().asking(UUID.randomUUID()), SECRET.toCharArray(), password(OWN)))
                .hasMessageContaining("the current password is wrong");

        undecided.set(false);
        bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN));
        assertThat(bus.admit("acme/boss", OWN)).isPresent();
    }

    /** The other way round: the journal has committed, and the tenant registry has not. */
    @Test
    void whatTheJournalHasAndTheTenantRegistryHasNotYetIsNotTakenForChangedSince() throws Exception {
        StoredCredential before = bus.registry.find(acme, boss).orElseThrow();
        Administrator changing = boss().asking(UUID.randomUUID());
        bus.logins.changePassword(changing, SECRET.toCharArray(), password(OWN));
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

        refused(Reason.IN_DOUBT, () -> bus.logins.changePassword(changing, SECRET.toCharArray(), password(OWN)))
                .hasMessageContaining("not set yet");

        undecided.set(false);
        bus.logins.changePassword(changing, SECRET.toCharArray(), password(OWN));
    }

    private ChangeResources with(OperationJournal journal) {
        return new ChangeResources(
                bus.units, bus.deployments, bus.quotas, bus.quotas, bus.quotas, bus.audit, journal, bus.node);
    }

    /** What a registry answers in place of what it has. */
    @FunctionalInterface
    private interface Answer {
        /** Empty: what it has. */
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
    void whoElseKnowsTheIdentifierIsAskedForTheirOwnPasswordAndGetsNothing() throws Exception {
        bus.tenants.addUser(boss(), acme, "alice", password(SECRET));
        Administrator alice = new Administrator("acme/alice", "test");
        UUID id = UUID.randomUUID();
        bus.logins.changePassword(boss().asking(id), SECRET.toCharArray(), password(OWN));
        long version = version();

        for (UUID one : List.of(id, UUID.randomUUID())) { // one answer, whether there is such a request or not
            refused(
                            Reason.FORBIDDEN,
                            () -> bus.logins.changePassword(alice.asking(one), OWN.toCharArray(), password(OWN)))
                    .hasMessage("the current password is wrong. It is for you to give the right one.");
        }
        refused(Reason.CONFLICT, () -> bus.logins.changePassword(alice.asking(id), SECRET.toCharArray(), password(OWN)))
                .hasMessageContaining("another request's");

        assertThat(version()).isEqualTo(version);
        assertThat(bus.admit("acme/alice", SECRET)).isPresent();
    }

    @Test
    void aWrongCurrentPasswordCountsUnderWhateverIdentifier() {
        for (int i = 0; i < 7; i++) {
            refused(
                    Reason.FORBIDDEN,
                    () -> bus.logins.changePassword(
                            boss().asking(UUID.randomUUID()), "not the current one".toCharArray(), password(OWN)));
        }

        assertThat(bus.pauses).hasSize(2);
    }

    @Test
    void guessesUnderTheIdentifierOfTheOwnChangeAreFew() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.logins.changePassword(asking, SECRET.toCharArray(), password(OWN));
        for (int i = 0; i < 5; i++) {
            String guess = "the guess number " + i;
            refused(Reason.CONFLICT, () -> bus.logins.changePassword(asking, SECRET.toCharArray(), password(guess)));
        }
        int looked = bus.hasher.checks.get();

        refused(Reason.BUSY, () -> bus.logins.changePassword(asking, SECRET.toCharArray(), password(OWN)));

        assertThat(bus.hasher.checks).hasValue(looked);
    }

    @Test
    void nothingIsFoundOutByTheOwnChangeAboutAPasswordThatWasSetSince() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.logins.changePassword(asking, SECRET.toCharArray(), password("between the two of them"));
        bus.tenants.resetDefaultAdmin(admin(), acme, password(OWN));

        revealsNothing(guess -> bus.logins.changePassword(asking, SECRET.toCharArray(), password(guess)));
    }

    @Test
    void theOwnPasswordIsChangedAtTheRevisionThatWasSeen() throws Exception {
        long seen = bus.tenants.findUser(boss(), acme, "boss").orElseThrow().revision();
        bus.logins.changePassword(boss().expecting(seen), SECRET.toCharArray(), password(OWN));

        refused(
                Reason.STALE,
                () -> bus.logins.changePassword(boss().expecting(seen), OWN.toCharArray(), password(SECRET)));
    }

    private long version() throws Exception {
        return bus.registry.find(acme, boss).orElseThrow().version();
    }

    private int entries() throws Exception {
        return bus.audit.read(acme, 1, 1000).size();
    }

    @Test
    void theInstallationFindsOutNothingAboutATenantsAdministrator() throws Exception {
        Administrator creating = admin().asking(UUID.randomUUID());
        Administrator resetting = admin().asking(UUID.randomUUID());
        bus.tenants.createTenant(creating, "globex", "Globex", "boss", password(SECRET));
        bus.tenants.resetDefaultAdmin(resetting, acme, password(SECRET));
        for (String login : List.of("acme/boss", "globex/boss")) {
            bus.logins.changePassword(new Administrator(login, "test"), SECRET.toCharArray(), password(OWN));
        }

        revealsNothing(guess -> bus.tenants.createTenant(creating, "globex", "Globex", "boss", password(guess)));
        revealsNothing(guess -> bus.tenants.resetDefaultAdmin(resetting, acme, password(guess)));
    }

    @Test
    void aPasswordThatWasTakenAwayIsNotTheOneThatWasSet() throws Exception {
        Administrator adding = boss().asking(UUID.randomUUID());
        UserId alice =
                bus.tenants.addUser(adding, acme, "alice", password(SECRET)).id();
        bus.users.revokeCredential(boss(), acme, alice);

        revealsNothing(guess -> bus.tenants.addUser(adding, acme, "alice", password(guess)));
    }

    @Test
    void aResetThatIsAskedAgainIsOfWhoWasTheDefaultAdministratorThen() throws Exception {
        Administrator resetting = admin().asking(UUID.randomUUID());
        bus.tenants.resetDefaultAdmin(resetting, acme, password(OWN));
        bus.tenants.addUser(boss(), acme, "alice", password(SECRET));
        bus.users.assignDefaultAdmin(admin(), acme, "alice");

        assertThat(bus.tenants.resetDefaultAdmin(resetting, acme, password(OWN)).id())
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
        bus.logins.changePassword(new Administrator("initech/alice", "test"), SECRET.toCharArray(), password(OWN));

        revealsNothing(guess -> batches.submit(asking, provisioning(SECRET, guess)));
        // Not even about the other one of it, whose password nobody changed.
        revealsNothing(guess -> batches.submit(asking, provisioning(guess, SECRET)));
    }

    @Test
    void whatAnEarlierBusHasRecordedIsNotCompared() throws Exception {
        UUID id = UUID.randomUUID();
        UserId alice = bus.tenants
                .addUser(boss().asking(id), acme, "alice", password(SECRET))
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

        revealsNothing(guess -> bus.tenants.addUser(boss().asking(before), acme, "alice", password(guess)));
    }

    @Test
    void whatIsKeptForThatIsShownToNobody() throws Exception {
        UUID id = UUID.randomUUID();
        UserId alice = bus.tenants
                .addUser(boss().asking(id), acme, "alice", password(SECRET))
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
                        new TenantRef.CreatedBefore("initech"),
                        "alice",
                        password(ofAlice),
                        Set.of(Grantee.Role.TENANT_USER)));
    }

    /** What is asked again with a guess. */
    @FunctionalInterface
    private interface Guessing {
        void with(String guess) throws Exception;
    }

    /** One answer for the right guess and the wrong one, before any password is looked at. */
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
