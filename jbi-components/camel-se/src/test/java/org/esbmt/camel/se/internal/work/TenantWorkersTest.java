package org.esbmt.camel.se.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TenantWorkersTest {
    private static final Owner ACME = Owner.of(new TenantId(new UUID(1, 1)));
    private static final Owner GLOBEX = Owner.of(new TenantId(new UUID(2, 2)));
    private static final Duration IDLE = Duration.ofMillis(50);
    private static final Duration YEARS = Duration.ofDays(3650);
    /** Between two looks at a counter that changes within milliseconds. */
    private static final Duration STEP = Duration.ofMillis(1);

    private TenantWorkers workers = new TenantWorkers(new WorkLimits(4, 2, 1000, 100, IDLE));

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void aTenantWithBlockedThreadsAndAFullQueueDoesNotBlockAnother() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 1000; i++) {
            acme.execute(job(() -> awaitQuietly(never)));
        }
        CountDownLatch ran = new CountDownLatch(1);

        workers.open(GLOBEX).execute(job(ran::countDown));

        ran.await();
        await().until(() -> workers.active() == 2);
        never.countDown();
    }

    @Test
    void aTenantsThousandJobsDelayAnotherByRunningJobsAndOneMore() throws Exception {
        close();
        workers = new TenantWorkers(new WorkLimits(1, 1, 1000, 100, IDLE));
        ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
        Semaphore gate = new Semaphore(0);
        UnitWorkers acme = workers.open(ACME);
        UnitWorkers globex = workers.open(GLOBEX);
        for (int i = 0; i < 1000; i++) {
            acme.execute(job(() -> {
                gate.acquireUninterruptibly();
                order.add("acme");
            }));
        }
        CountDownLatch ran = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            globex.execute(job(() -> {
                order.add("globex");
                ran.countDown();
            }));
        }

        gate.release(1000);
        ran.await();

        // the job that runs when the other tenant comes, and perhaps the next one, are before it; then they take turns
        List<String> first = new ArrayList<>(order);
        for (int i = 1; i < 5; i++) {
            assertThat(first.get(i)).isNotEqualTo(first.get(i + 1));
        }
    }

    @Test
    void tenantNeverRunsMoreJobsAtOnceThanItsShare() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(500);
        UnitWorkers first = workers.open(ACME);
        UnitWorkers second = workers.open(ACME);
        for (int i = 0; i < 500; i++) {
            (i % 2 == 0 ? first : second).execute(job(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                running.decrementAndGet();
                all.countDown();
            }));
        }

        awaitQuietly(all);
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void jobsAboveTheQueueAreRefusedCountedAndCostOthersNothing() {
        CountDownLatch never = new CountDownLatch(1);
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 2; i++) {
            acme.execute(job(() -> awaitQuietly(never)));
        }
        await().until(() -> workers.queued() == 0);
        for (int i = 0; i < 1000; i++) {
            acme.execute(job(() -> {}));
        }

        assertThatThrownBy(() -> acme.execute(job(() -> {}))).isInstanceOf(OverloadedException.class);
        assertThatThrownBy(() -> workers.open(ACME).execute(job(() -> {}))).isInstanceOf(OverloadedException.class);
        assertThat(workers.refused()).isEqualTo(2);
        workers.open(GLOBEX).execute(job(() -> {}));
        assertThat(workers.refused()).isEqualTo(2);
        never.countDown();
    }

    @Test
    void delaysOfYearsAreBoundedForATenantAndLeaveTheOtherItsOwn() {
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 100; i++) {
            acme.after(YEARS, job(() -> {}));
        }

        assertThatThrownBy(() -> acme.after(YEARS, job(() -> {}))).isInstanceOf(OverloadedException.class);
        CountDownLatch ran = new CountDownLatch(1);
        workers.open(GLOBEX).after(Duration.ofNanos(1), job(ran::countDown));
        awaitQuietly(ran);
    }

    @Test
    void aDueJobIsAcceptedDespiteAFullQueue() {
        CountDownLatch never = new CountDownLatch(1);
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 2; i++) {
            acme.execute(job(() -> awaitQuietly(never)));
        }
        await().until(() -> workers.queued() == 0);
        for (int i = 0; i < 1000; i++) {
            acme.execute(job(() -> {}));
        }
        CountDownLatch ran = new CountDownLatch(1);
        acme.after(Duration.ofMillis(1), job(ran::countDown));
        await().until(() -> workers.waiting() == 0);

        never.countDown();

        awaitQuietly(ran);
    }

    @Test
    void cancelledDelayLeavesTheTimerAtOnce() {
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 10_000; i++) {
            assertThat(acme.after(YEARS, job(() -> {})).cancel()).isTrue();
        }

        assertThat(workers.timerTasks()).isZero();
        assertThat(workers.waiting()).isZero();
    }

    @Test
    void aClosedUnitsJobsAreCancelledAndThoseOfOtherUnitsContinue() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        UnitWorkers old = workers.open(ACME);
        UnitWorkers other = workers.open(ACME);
        for (int i = 0; i < 2; i++) {
            other.execute(job(() -> awaitQuietly(gate)));
        }
        await().until(() -> workers.queued() == 0);
        for (int i = 0; i < 10; i++) {
            old.execute(job(ran::incrementAndGet, cancelled::incrementAndGet));
            old.after(YEARS, job(ran::incrementAndGet, cancelled::incrementAndGet));
        }
        CountDownLatch others = new CountDownLatch(1);
        other.execute(job(others::countDown));

        old.close();

        assertThat(cancelled).hasValue(20);
        assertThat(workers.timerTasks()).isZero();
        assertThatThrownBy(() -> old.execute(job(() -> {}))).isInstanceOf(RejectedExecutionException.class);
        gate.countDown();
        awaitQuietly(others);
        assertThat(ran).hasValue(0);
    }

    @Test
    void everyJobIsEitherRunOrCancelled() throws Exception {
        for (int round = 0; round < 50; round++) {
            AtomicInteger heard = new AtomicInteger();
            UnitWorkers acme = workers.open(ACME);
            AtomicInteger taken = new AtomicInteger();
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < 90; i++) {
                        acme.execute(job(heard::incrementAndGet, heard::incrementAndGet));
                        taken.incrementAndGet();
                        acme.after(Duration.ofNanos(i * 1000L), job(heard::incrementAndGet, heard::incrementAndGet));
                        taken.incrementAndGet();
                    }
                } catch (RejectedExecutionException | OverloadedException e) {
                    // closed, or too many jobs wait
                }
            });
            sender.start();
            await().pollInterval(STEP).until(() -> taken.get() > 5 || !sender.isAlive());
            acme.close();
            sender.join();
            await().pollInterval(STEP)
                    .untilAsserted(() -> assertThat(heard.get()).isEqualTo(taken.get()));
        }
    }

    @Test
    void aTenantWithoutWorkOccupiesNoThreadAndNoMemory() {
        await("the threads of the test before")
                .untilAsserted(() -> assertThat(threads()).isEmpty());
        List<UnitWorkers> units = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            units.add(workers.open(Owner.of(new TenantId(new UUID(7, i)))));
        }
        assertThat(threads()).isEmpty();
        CountDownLatch ran = new CountDownLatch(200);
        units.forEach(u -> u.after(Duration.ofNanos(1), job(ran::countDown)));
        awaitQuietly(ran);

        await().untilAsserted(() -> assertThat(threads()).isEmpty());
        units.forEach(UnitWorkers::close);
        assertThat(workers.lanes()).isZero();
    }

    @Test
    void aThrowingJobDoesNotEndItsThread() {
        UnitWorkers acme = workers.open(ACME);
        for (int i = 0; i < 10; i++) {
            acme.execute(job(() -> {
                throw new StackOverflowError();
            }));
        }
        CountDownLatch ran = new CountDownLatch(1);
        acme.execute(job(ran::countDown));
        awaitQuietly(ran);
        await().until(() -> workers.active() == 0);
    }

    @Test
    void limitsThatLetOneTenantHaveAllThreadsAreRefused() {
        assertThatThrownBy(() -> new WorkLimits(4, 4, 1, 1, IDLE)).hasMessageContaining("runningOfTenant");
    }

    @Test
    void executorRunsAndEnds() throws Exception {
        ScheduledExecutorService executor = workers.open(ACME).executor();
        assertThat(executor.submit(() -> "ran").get()).isEqualTo("ran");
        assertThat(executor.schedule(() -> "later", 1, TimeUnit.MILLISECONDS).get())
                .isEqualTo("later");
        CountDownLatch thrice = new CountDownLatch(3);
        Future<?> again = executor.scheduleAtFixedRate(thrice::countDown, 0, 1, TimeUnit.MILLISECONDS);
        thrice.await();
        Future<?> later = executor.schedule(() -> {}, 3650, TimeUnit.DAYS);

        executor.shutdown();

        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(workers.timerTasks()).isZero();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(later.isCancelled()).isTrue();
        assertThat(again.isCancelled()).isTrue();
    }

    @Test
    void shutdownNowReturnsWaitingTasksAndAwaitsRunningOnes() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(2);
        ScheduledExecutorService executor = workers.open(ACME).executor();
        for (int i = 0; i < 2; i++) {
            executor.execute(() -> {
                begun.countDown();
                awaitQuietly(gate);
            });
        }
        begun.await();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            executor.execute(ran::incrementAndGet);
        }
        Future<?> later = executor.schedule(ran::incrementAndGet, 3650, TimeUnit.DAYS);

        assertThat(executor.shutdownNow()).hasSize(6).contains((Runnable) later);

        assertThat(executor.awaitTermination(0, TimeUnit.SECONDS)).isFalse();
        gate.countDown();
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(workers.timerTasks()).isZero();
        await().until(() -> workers.active() == 0);
        assertThat(ran).hasValue(0);
    }

    @Test
    void executorOfAClosedUnitCancelsItsFutures() {
        UnitWorkers acme = workers.open(ACME);
        Future<?> later = acme.executor().schedule(() -> {}, 3650, TimeUnit.DAYS);

        acme.close();

        assertThat(later.isCancelled()).isTrue();
    }

    @Test
    void executorsOverflowIsARejectionAndAFailureIsInTheFuture() throws Exception {
        ScheduledExecutorService executor = workers.open(ACME).executor();
        for (int i = 0; i < 100; i++) {
            Future<?> later = executor.schedule(() -> {}, 3650, TimeUnit.DAYS);
            assertThat(later.isDone()).isFalse();
        }
        assertThatThrownBy(() -> executor.schedule(() -> {}, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.submit(() -> {
                            throw new IllegalStateException("broken");
                        })
                        .get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("broken");
        executor.shutdownNow();
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(n -> n.startsWith("camel-se-"))
                .toList();
    }

    private static Job job(Runnable run) {
        return job(run, () -> {});
    }

    private static Job job(Runnable run, Runnable cancelled) {
        return new Job() {
            @Override
            public void run() {
                run.run();
            }

            @Override
            public void cancelled() {
                cancelled.run();
            }
        };
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
