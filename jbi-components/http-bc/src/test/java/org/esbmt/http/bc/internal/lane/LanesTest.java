package org.esbmt.http.bc.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LanesTest {
    private static final int THREADS = 4;
    private static final int SHARE = 2;
    private static final int MOST = THREADS + 64;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(200);
    /** The longest wait for an outcome. A busy machine may take long. */
    private static final int LIMIT_SECONDS = 30;

    private final CountDownLatch end = new CountDownLatch(1);
    private final Map<Owner, AtomicInteger> hanging = new ConcurrentHashMap<>();
    private final List<CompletableFuture<String>> open = new ArrayList<>();
    private final Lanes lanes = new Lanes("lanes-test", THREADS, SHARE, 100);

    @AfterEach
    void stop() {
        end.countDown();
        lanes.close();
    }

    private static Owner tenant(int number) {
        return Owner.of(new TenantId(new UUID(7, number)));
    }

    private CompletableFuture<String> hang(int tenant, long nanos) {
        return execute(tenant, nanos, () -> {
            hanging.computeIfAbsent(tenant(tenant), owner -> new AtomicInteger())
                    .incrementAndGet();
            boolean ended = false;
            while (!ended) {
                try {
                    end.await();
                    ended = true;
                } catch (InterruptedException e) {
                    ended = end.getCount() == 0;
                }
            }
            return "ended";
        });
    }

    private CompletableFuture<String> execute(int tenant, long nanos, Callable<String> work) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        lanes.execute(tenant(tenant), nanos, work, (result, failure) -> {
            if (failure == null) {
                outcome.complete(result);
            } else {
                outcome.completeExceptionally(failure);
            }
        });
        return outcome;
    }

    private static String result(CompletableFuture<String> outcome) throws Exception {
        return outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private int hanging() {
        return hanging.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    @Test
    void severalTenantsTogetherDoNotStopAnotherOne() throws Exception {
        for (int tenant = 1; tenant <= 10; tenant++) {
            for (int i = 0; i < 5; i++) {
                open.add(hang(tenant, HOUR));
            }
        }
        await().until(() -> hanging.size() == 10);

        for (int i = 0; i < 20; i++) {
            assertThat(result(execute(0, HOUR, () -> "done"))).isEqualTo("done");
        }
        assertThat(open).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void noTenantHasMoreThanItsShare() throws Exception {
        for (int i = 0; i < 10; i++) {
            open.add(hang(1, HOUR));
        }
        await().until(() -> hanging() == SHARE);

        assertThat(result(execute(0, HOUR, () -> "done"))).isEqualTo("done");
        assertThat(hanging()).isEqualTo(SHARE);
    }

    @Test
    void threadsOfAllTenantsAreBounded() throws Exception {
        for (int tenant = 1; tenant <= MOST + 10; tenant++) {
            open.add(hang(tenant, HOUR));
        }
        await().until(() -> hanging() == MOST);

        assertThat(execute(0, SHORT, () -> "done"))
                .failsWithin(LIMIT_SECONDS, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(hanging()).isEqualTo(MOST);

        end.countDown();
        assertThat(result(execute(0, HOUR, () -> "done"))).isEqualTo("done");
        await().until(() -> hanging() == MOST + 10);
    }

    @Test
    void overdueTasksCountInTheBoundToo() throws Exception {
        // a task whose thread starts after its deadline does not run, so its tenant tries again
        while (hanging() < MOST) {
            List<CompletableFuture<String>> outcomes = new ArrayList<>();
            for (int tenant = 1; tenant <= MOST; tenant++) {
                if (!hanging.containsKey(tenant(tenant))) {
                    outcomes.add(hang(tenant, SECOND));
                }
            }
            for (CompletableFuture<String> outcome : outcomes) {
                assertThat(outcome).failsWithin(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        }
        assertThat(hanging()).isEqualTo(MOST);

        assertThat(hang(0, SHORT)).failsWithin(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(hanging()).isEqualTo(MOST);
    }
}
