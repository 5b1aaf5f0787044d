package org.esbmt.transaction.atomikos.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.esbmt.testing.CapturedLog;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.InDoubtBranch.Outcome;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.RecoveryState.Phase;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaLink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real databases and a real broker in one transaction. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class UnitOfWorkTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    private static Path store;

    private static Broker broker;
    private static Database one;
    private static Database two;

    @TempDir
    private Path directory;

    private final Faults faults = new Faults();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-22T09:58:00Z"));
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private TransactingBus bus;

    @BeforeAll
    static void startResources() throws Exception {
        broker = new Broker(store);
        one = Database.fresh("one");
        two = Database.fresh("two");
    }

    @AfterAll
    static void stopResources() throws Exception {
        broker.stop();
    }

    @BeforeEach
    void startBus() throws Exception {
        one.clear();
        two.clear();
        bus = bus(LONG);
        registerAll();
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
        // Stops regular passes; a running pass has ended.
        now.set(Instant.parse("2026-11-22T10:00:00Z"));
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
    }

    private TransactingBus bus(Duration timeout) throws IOException {
        return new TransactingBus(directory, faults, timeout, clock);
    }

    private void registerAll() {
        bus.registerOne(one);
        bus.registerTwo(two);
        bus.registerBroker(broker);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        try {
            assertThat(bus.node().recovery().problems()).isEmpty();
            assertThat(bus.node().inDoubt()).isEmpty();
            assertThat(one.prepared()).isEmpty();
            assertThat(two.prepared()).isEmpty();
            try (XaLink<?> link = broker.open()) {
                assertThat(link.resource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                        .isEmpty();
            }
            assertThat(decisions()).isEmpty();
        } finally {
            faults.clear();
            bus.close();
        }
    }

    private List<Path> decisions() throws IOException {
        try (var files = Files.list(directory.resolve("decisions"))) {
            return files.toList();
        }
    }

    private void assertEverywhere(String item) throws Exception {
        assertThat(one.items()).contains(item);
        assertThat(two.items()).contains(item);
        assertThat(broker.messages()).contains(item);
    }

    private void assertNowhere(String item) throws Exception {
        assertThat(one.items()).doesNotContain(item);
        assertThat(two.items()).doesNotContain(item);
        assertThat(broker.messages()).doesNotContain(item);
    }

    @Test
    void finishedWorkIsCommittedInAllResources() throws Exception {
        TransactionId id = bus.node().unitOfWork().run(transaction -> {
            bus.put(transaction, "committed");
            assertThat(one.items()).isEmpty();
            return transaction.id();
        });
        assertThat(id.value()).startsWith("node1.");
        assertEverywhere("committed");
    }

    @Test
    void aConnectionIsTheSameWithinATransaction() throws Exception {
        bus.node().unitOfWork().run(transaction -> {
            Connection connection = transaction.enlist(bus.one());
            assertThat(transaction.enlist(bus.one())).isSameAs(connection);
            Database.insert(connection, "same");
            return connection;
        });
        assertThat(one.items()).containsExactly("same");
    }

    @Test
    void theTransactionOfAThreadIsCurrentWhileItsWorkRuns() throws Exception {
        UnitOfWork unitOfWork = bus.node().unitOfWork();
        List<Optional<Transaction>> whileDeciding = new ArrayList<>();
        faults.at("one before prepare", () -> whileDeciding.add(unitOfWork.current()));
        faults.at("one before commit", () -> whileDeciding.add(unitOfWork.current()));
        assertThat(unitOfWork.current()).isEmpty();
        unitOfWork.run(transaction -> {
            bus.put(transaction, "current");
            assertThat(unitOfWork.current()).containsSame(transaction);
            assertThat(CompletableFuture.supplyAsync(unitOfWork::current).get()).isEmpty();
            return transaction;
        });
        assertThat(whileDeciding).containsExactly(Optional.empty(), Optional.empty());
        assertThat(unitOfWork.current()).isEmpty();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    throw new IOException("no");
                }));
        assertThat(unitOfWork.current()).isEmpty();
    }

    @Test
    void unitsOfWorkAtTheSameTimeHaveEachTheirOwn() throws Exception {
        UnitOfWork unitOfWork = bus.node().unitOfWork();
        unitOfWork.run(one -> {
            CompletableFuture.supplyAsync(() -> {
                        try {
                            return unitOfWork.<Transaction, RuntimeException>run(other -> {
                                assertThat(unitOfWork.current()).containsSame(other);
                                return other;
                            });
                        } catch (RolledBackException | InDoubtException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .get();
            assertThat(unitOfWork.current()).containsSame(one);
            return one;
        });
    }

    @Test
    void aTransactionWithoutResourcesReturnsTheResultOfTheWork() throws Exception {
        assertThat(bus.node().unitOfWork().<String, RuntimeException>run(transaction -> "found"))
                .isEqualTo("found");
    }

    @Test
    void readOnlyWorkCommits() throws Exception {
        bus.node().unitOfWork().run(transaction -> {
            try (var select = transaction.enlist(bus.one()).prepareStatement("select 1")) {
                return select.execute();
            }
        });
    }

    @Test
    void exceptionsOfTheWorkAreRethrownAfterTheRollback() throws Exception {
        IOException checked = new IOException("no");
        AssertionError error = new AssertionError("no");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    bus.put(transaction, "thrown");
                    throw checked;
                }))
                .isSameAs(checked);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    bus.put(transaction, "thrown");
                    throw error;
                }))
                .isSameAs(error);
        assertNowhere("thrown");
    }

    @Test
    void anUnreachableResourceRollsBackEvenIfTheWorkCatchesIt() throws Exception {
        faults.takeDown("broker");
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.put("down"))
                .withMessageContaining("broker is down");
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    Database.insert(transaction.enlist(bus.one()), "down");
                    try {
                        return transaction.enlist(bus.broker());
                    } catch (RolledBackException ignored) {
                        return null;
                    }
                }))
                .withMessageContaining("broker is down");
        assertNowhere("down");
    }

    @Test
    void workBeyondTheTimeoutIsRolledBack() throws Exception {
        bus.close();
        bus = bus(Duration.ofMillis(1));
        registerAll();
        bus.node().recoverNow();
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2);
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return transaction.enlist(bus.one());
                }))
                .withMessageContaining("took longer");
        bus.close();
        bus = bus(Duration.ofSeconds(1));
        registerAll();
        bus.node().recoverNow();
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    bus.put(transaction, "late");
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1100);
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return "late";
                }))
                .withMessageContaining("took longer than the 1 s");
        assertNowhere("late");
    }

    @Test
    void aVoteAgainstItRollsEverythingBack() throws Exception {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    bus.put(transaction, "vote");
                    try (var insert = transaction.enlist(bus.two()).createStatement()) {
                        insert.execute("insert into late values ('nothing of that kind')");
                    }
                    return "vote";
                }))
                .withMessageContaining("the resource two refuses")
                .withMessageContaining("foreign key")
                .withRootCauseInstanceOf(SQLException.class);
        assertNowhere("vote");
    }

    @Test
    void anUncommittedBranchIsInDoubtAndCommittedWhenItsResourceReturns() throws Exception {
        faults.at("one after commit", () -> faults.takeDown("two"));
        assertThatExceptionOfType(InDoubtException.class)
                .isThrownBy(() -> bus.put("doubt"))
                .withMessageContaining("to be committed")
                .withMessageContaining("two");
        assertThat(one.items()).containsExactly("doubt");
        assertThat(broker.messages()).contains("doubt");
        assertThat(two.prepared()).hasSize(1);
        bus.node().recoverNow();
        assertThat(bus.node().inDoubt())
                .singleElement()
                .returns(TransactingBus.TWO, InDoubtBranch::resource)
                .returns(Outcome.COMMIT, InDoubtBranch::outcome);
        assertThat(bus.node().recovery().phase()).isEqualTo(Phase.UNFINISHED);
        assertThat(decisions()).hasSize(1);
        faults.clear();
        assertThat(bus.node().recoverNow())
                .returns(Phase.DONE, RecoveryState::phase)
                .returns(List.of(), RecoveryState::problems);
        assertEverywhere("doubt");
    }

    @Test
    void aSessionThatItsServerEndsBetweenThePhasesIsInDoubt() throws Exception {
        faults.at("two before recover", () -> {
            throw new XAException(XAException.XAER_RMFAIL);
        });
        faults.at("two before commit", () -> cut(two));
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> bus.put("cut"));
        assertThat(two.items()).isEmpty();
        faults.clear();
        bus.node().recoverNow();
        assertEverywhere("cut");
    }

    @Test
    void aCommitWithALostAnswerIsInDoubtAndNotRepeated() throws Exception {
        faults.at("one after commit", () -> {
            faults.takeDown("one");
            throw new XAException(XAException.XAER_RMFAIL);
        });
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> bus.putInto(bus.one(), "single"));
        assertThat(one.items()).containsExactly("single");
        faults.clear();
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
        assertThat(one.items()).containsExactly("single");
    }

    @Test
    void aPrepareWithALostAnswerIsRolledBackWhenItsResourceReturns() throws Exception {
        faults.at("two after prepare", () -> {
            faults.takeDown("two");
            throw new XAException(XAException.XAER_RMFAIL);
        });
        assertThatExceptionOfType(RolledBackException.class).isThrownBy(() -> bus.put("lost"));
        assertThat(two.prepared()).hasSize(1);
        assertThat(bus.node().inDoubt())
                .singleElement()
                .returns(Outcome.ROLLBACK, InDoubtBranch::outcome)
                .returns(TransactingBus.TWO, InDoubtBranch::resource);
        assertThat(one.prepared()).isEmpty();
        faults.clear();
        bus.node().recoverNow();
        assertNowhere("lost");
    }

    /**
     * The request is in the server's buffer while the server is stopped. It is served after the last pass of recovery.
     */
    @Test
    void aPrepareThatIsServedWhenNothingSeemsToBeLeftIsRolledBackToo() throws Exception {
        recoverByItself();
        BranchXid late = loseAPrepare();
        await(() -> bus.node().inDoubt().isEmpty());
        assertNowhere("late");

        prepare(late);

        await(() -> two.prepared().isEmpty());
        assertNowhere("late");
    }

    @Test
    void aPrepareThatIsServedLongAfterTheNodeWasKilledIsRolledBackToo() throws Exception {
        recoverByItself();
        BranchXid late = loseAPrepare();
        bus.close();
        faults.clear();
        recoverByItself();
        await(() -> bus.node().recovery().phase() == Phase.DONE);
        now.updateAndGet(time -> time.plusSeconds(600));

        prepare(late);

        await(() -> two.prepared().isEmpty());
        assertNowhere("late");
    }

    private void recoverByItself() throws IOException {
        bus.close();
        bus = new TransactingBus(
                directory, faults, TransactingBus.settings("node1", LONG, Duration.ofMillis(20)), clock);
        registerAll();
    }

    /** @return the branch of the request that has not arrived yet */
    private BranchXid loseAPrepare() {
        AtomicReference<TransactionId> lost = new AtomicReference<>();
        faults.at("two before prepare", () -> {
            throw new XAException(XAException.XAER_RMFAIL);
        });
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    lost.set(transaction.id());
                    bus.put(transaction, "late");
                    return "";
                }));
        return new BranchXid(lost.get(), TransactingBus.TWO);
    }

    private static void prepare(BranchXid branch) throws Exception {
        try (XaLink<Connection> link = two.open()) {
            link.resource().start(branch, XAResource.TMNOFLAGS);
            Database.insert(link.connection(), "late");
            link.resource().end(branch, XAResource.TMSUCCESS);
            link.resource().prepare(branch);
        }
    }

    private static void await(Callable<Boolean> so) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!so.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void nothingIsDecidedThatTheDiskDoesNotTake() throws Exception {
        faults.at("broker after prepare", () -> replaceByFile(directory.resolve("decisions")));
        assertThatExceptionOfType(RolledBackException.class).isThrownBy(() -> bus.put("disk"));
        Files.delete(directory.resolve("decisions"));
        Files.createDirectory(directory.resolve("decisions"));
        bus.node().recoverNow();
        assertNowhere("disk");
    }

    @Test
    void nothingIsDecidedWhenAResourceHasGoneAfterItsPrepare() throws Exception {
        faults.at("broker after prepare", () -> bus.one().close());
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.put("name lost"))
                .withMessageContaining("the resource one takes part in no transaction any more");
        faults.clear();
        assertNowhere("name lost");
        bus.registerOne(one);
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
        bus.put("name held again");
        assertEverywhere("name held again");
    }

    /** It would wait for the locks of its earlier branch in the same transaction. */
    @Test
    void aResourceThatWentAndCameAgainTakesNoSecondPart() throws Exception {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.node().unitOfWork().run(transaction -> {
                    Database.insert(transaction.enlist(bus.one()), "twice");
                    bus.one().close();
                    bus.registerOne(one);
                    Database.insert(transaction.enlist(bus.one()), "twice");
                    return "twice";
                }))
                .withMessageContaining("the resource one takes part in no transaction any more");
        assertNowhere("twice");
        bus.put("once");
        assertEverywhere("once");
    }

    @Test
    void nothingIsDecidedAfterTheTimeOfItsTransaction() throws Exception {
        bus.close();
        bus = bus(Duration.ofSeconds(1));
        registerAll();
        faults.at("broker after prepare", () -> {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_100);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> bus.put("late"))
                .withMessageContaining("longer than the 1 s");
        faults.clear();
        assertNowhere("late");
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
    }

    @Test
    void anOldBranchInDoubtIsLoggedOnce() throws Exception {
        faults.at("two before commit", () -> {
            faults.takeDown("two");
            throw new XAException(XAException.XAER_RMFAIL);
        });
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> bus.put("alarm"));
        try (CapturedLog log = new CapturedLog()) {
            now.updateAndGet(time -> time.plusSeconds(60));
            bus.node().recoverNow();
            assertThat(log.linesWith("has been in doubt")).isEmpty();
            now.updateAndGet(time -> time.plusSeconds(1));
            bus.node().recoverNow();
            bus.node().recoverNow();
            assertThat(log.linesWith("in two has been in doubt for 61 s"))
                    .singleElement()
                    .asString()
                    .contains("WARN", "is to be committed", "two is down");
            assertThat(bus.node().inDoubt())
                    .singleElement()
                    .returns(true, InDoubtBranch::alarm)
                    .returns(Instant.parse("2026-11-22T10:00:00Z"), InDoubtBranch::since);
        }
        faults.clear();
        bus.node().recoverNow();
        assertEverywhere("alarm");
    }

    @Test
    void nothingIsRecoveredBeforeEveryKnownResourceIsThere() throws Exception {
        leaveInDoubt("gate");
        try (CapturedLog log = new CapturedLog()) {
            bus.registerTwo(two);
            bus.node().recoverNow();
            assertThat(log.linesWith("Recovery of transactions is done")).isEmpty();
        }
        assertThat(bus.node().recoverNow())
                .returns(Phase.GATED, RecoveryState::phase)
                .returns(List.of(TransactingBus.BROKER, TransactingBus.ONE), RecoveryState::missing);
        bus.registerBroker(broker);
        assertThat(bus.node().recoverNow().missing()).containsExactly(TransactingBus.ONE);
        assertThat(two.prepared()).hasSize(1);
        assertThat(bus.node().inDoubt()).hasSize(3);
        try (CapturedLog log = new CapturedLog()) {
            bus.registerOne(one);
            assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
            bus.node().recoverNow();
            assertThat(log.linesWith("Recovery of transactions is done")).hasSize(1);
        }
        assertEverywhere("gate");
    }

    @Test
    void recoveryDoesNotWaitForARetiredResource() throws Exception {
        leaveInDoubt("retired");
        bus.registerTwo(two);
        bus.registerBroker(broker);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> bus.node().retire(TransactingBus.ONE, "two"))
                .withMessageContaining("'one', not with 'two'");
        assertThatIllegalStateException().isThrownBy(() -> bus.node().retire(TransactingBus.TWO, "two"));
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.GATED);
        bus.node().retire(TransactingBus.ONE, "one");
        assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
        assertEverywhere("retired");
        bus.close();
        bus = bus(LONG);
        assertThat(bus.node().recovery().missing()).containsExactly(TransactingBus.BROKER, TransactingBus.TWO);
    }

    /** Leaves a decided transaction with one unfinished branch, and restarts the node. */
    private void leaveInDoubt(String item) throws Exception {
        faults.at("two before commit", () -> {
            faults.takeDown("two");
            throw new XAException(XAException.XAER_RMFAIL);
        });
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> bus.put(item));
        bus.close();
        faults.clear();
        bus = bus(LONG);
        assertThat(two.prepared()).hasSize(1);
    }

    @Test
    void branchesOfOthersAreLeftAlone() throws Exception {
        String ours = bus.node()
                .unitOfWork()
                .<String, RuntimeException>run(transaction -> transaction.id().value());
        List<BranchXid> others = List.of(
                new BranchXid(new TransactionId(ours.replaceFirst("node1", "node11")), TransactingBus.ONE),
                new BranchXid(
                        new TransactionId(ours.replaceFirst("\\.[0-9a-f]{8}\\.", ".00000000.")), TransactingBus.ONE),
                new BranchXid(new TransactionId(ours), new ResourceName("another")));
        for (BranchXid other : others) {
            try (XaLink<Connection> link = one.open()) {
                link.resource().start(other, XAResource.TMNOFLAGS);
                Database.insert(link.connection(), other.toString());
                link.resource().end(other, XAResource.TMSUCCESS);
                link.resource().prepare(other);
            }
        }
        try (CapturedLog log = new CapturedLog()) {
            bus.node().recoverNow();
            assertThat(log.linesWith("prepared by another node with the name of this one"))
                    .singleElement()
                    .asString()
                    .contains(".00000000.");
        }
        assertThat(one.prepared()).hasSize(3);
        try (XaLink<Connection> link = one.open()) {
            for (BranchXid other : others) {
                link.resource().rollback(other);
            }
        }
    }

    @Test
    void recoverySkipsLiveTransactions() throws Exception {
        faults.at("two before commit", () -> {
            // One is committed, two and the broker are prepared.
            assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
            assertThat(preparedIn(two)).hasSize(1);
        });
        faults.at("broker before prepare", () -> {
            assertThat(bus.node().recoverNow().phase()).isEqualTo(Phase.DONE);
            assertThat(preparedIn(two)).hasSize(1);
        });
        bus.put("live");
        assertEverywhere("live");
    }

    @Test
    void aUnitOfWorkHasItsOwnThreadAndItsOwnTime() throws Exception {
        List<Transaction> kept = new ArrayList<>();
        bus.node().unitOfWork().run(transaction -> {
            kept.add(transaction);
            assertThatIllegalStateException()
                    .isThrownBy(() -> bus.node().unitOfWork().run(other -> other))
                    .withMessageContaining("already");
            Callable<Connection> enlist = () -> transaction.enlist(bus.one());
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> CompletableFuture.supplyAsync(() -> {
                                try {
                                    return enlist.call();
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            })
                            .get())
                    .withStackTraceContaining("belongs to another thread");
            return transaction;
        });
        assertThatIllegalStateException()
                .isThrownBy(() -> kept.get(0).enlist(bus.one()))
                .withMessageContaining("has ended");
    }

    @Test
    void aClosedParticipantTakesPartInNothing() throws Exception {
        bus.one().close();
        assertThatIllegalStateException().isThrownBy(() -> bus.putInto(bus.one(), "closed"));
        assertThat(bus.node().recovery().missing()).containsExactly(TransactingBus.ONE);
        bus.registerOne(one);
        bus.putInto(bus.one(), "again");
        assertThat(one.items()).containsExactly("again");
        assertThatIllegalStateException().isThrownBy(() -> bus.registerOne(one));
        bus.node().recoverNow();
    }

    @Test
    void manyAtTheSameTimeAreEachWholeOrNothing() throws Exception {
        int threads = 4;
        int each = 15;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                String name = "t" + thread + "-";
                running.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        putOrThrow(name + i, i % 3 == 0);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(one.items()).hasSize(threads * each * 2 / 3);
        assertThat(two.items()).isEqualTo(one.items());
        assertThat(broker.messages()).containsAll(one.items());
        assertThat(broker.messages()).noneMatch(text -> text.startsWith("t") && !one().contains(text));
    }

    private void putOrThrow(String item, boolean fail) throws Exception {
        try {
            bus.node().unitOfWork().run(transaction -> {
                bus.put(transaction, item);
                if (fail) {
                    throw new IOException("not this one");
                }
                return item;
            });
        } catch (IOException e) {
            assertThat(e).hasMessage("not this one");
        }
    }

    private static List<String> one() {
        try {
            return one.items();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> preparedIn(Database database) {
        try {
            return database.prepared();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void cut(Database database) {
        try {
            database.cutConnections();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void replaceByFile(Path folder) {
        try {
            Files.delete(folder);
            Files.createFile(folder);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
