package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.apache.servicemix.nmr.core.ChannelClosedException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class TenantFairQueueTest {
    private final TenantFairQueue<String> queue = new TenantFairQueue<>(3);

    private List<String> takeAll() throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (Optional<String> next = queue.poll(0); next.isPresent(); next = queue.poll(0)) {
            all.add(next.get());
        }
        return all;
    }

    @Test
    void lanesTakeTurnsAndKeepTheirOrder() throws Exception {
        queue.addRequest(OF_ACME, "a1");
        queue.addRequest(OF_ACME, "a2");
        queue.addRequest(OF_ACME, "a3");
        queue.addRequest(OF_GLOBEX, "g1");
        queue.addRequest(Owner.PLAIN, "p1");
        queue.addRequest(OF_GLOBEX, "g2");
        assertThat(takeAll()).containsExactly("a1", "g1", "p1", "a2", "g2", "a3");
    }

    @Test
    void aFullLaneRefusesRequestsOfItsOwnerOnly() throws Exception {
        for (int i = 0; i < 3; i++) {
            queue.addRequest(OF_ACME, "a" + i);
        }
        assertThatThrownBy(() -> queue.addRequest(OF_ACME, "a3")).isInstanceOf(OverloadedException.class);
        queue.addRequest(OF_GLOBEX, "g0");
        assertThat(takeAll()).containsExactly("a0", "g0", "a1", "a2");
        queue.addRequest(OF_ACME, "again");
        assertThat(takeAll()).containsExactly("again");
    }

    @Test
    void answersAlwaysFitAndTakeNoRoomFromRequests() throws Exception {
        for (int i = 0; i < 10; i++) {
            queue.addAnswer(OF_ACME, "answer");
        }
        for (int i = 0; i < 3; i++) {
            queue.addRequest(OF_ACME, "request");
        }
        assertThatThrownBy(() -> queue.addRequest(OF_ACME, "request")).isInstanceOf(OverloadedException.class);
        queue.addAnswer(OF_ACME, "answer");
        assertThat(takeAll()).hasSize(14);
    }

    @Test
    void takeWaitsForTheNextExchange() throws Exception {
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        Thread taker = taker(taken);
        await().until(() -> taker.getState() == Thread.State.WAITING);
        queue.addRequest(OF_ACME, "a");
        taker.join(10_000);
        assertThat(taken).containsExactly("a");
    }

    @Test
    void pollWaitsNoLongerThanItShould() throws Exception {
        long before = System.nanoTime();
        assertThat(queue.poll(20_000_000)).isEmpty();
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void closingWakesTakersAndReturnsTheRest() throws Exception {
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        Thread taker = taker(taken);
        await().until(() -> taker.getState() == Thread.State.WAITING);
        assertThat(queue.close()).isEmpty();
        taker.join(10_000);
        assertThat(taken).isEmpty();
        assertThatThrownBy(() -> queue.addRequest(OF_ACME, "a")).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> queue.addAnswer(OF_ACME, "a")).isInstanceOf(ChannelClosedException.class);
        assertThat(queue.take()).isEmpty();
        assertThat(queue.poll(1_000_000_000)).isEmpty();

        TenantFairQueue<String> other = new TenantFairQueue<>(3);
        other.addRequest(OF_ACME, "a");
        other.addAnswer(OF_GLOBEX, "g");
        assertThat(other.close()).containsExactly("a", "g");
        assertThat(other.close()).isEmpty();
    }

    private Thread taker(List<String> taken) {
        Thread taker = new Thread(() -> {
            try {
                queue.take().ifPresent(taken::add);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        taker.start();
        return taker;
    }

    @Test
    void nothingGetsLostOrDoubledBetweenManyThreads() throws Exception {
        int senders = 4;
        int each = 5_000;
        TenantFairQueue<Integer> shared = new TenantFairQueue<>(senders * each);
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        CountDownLatch sent = new CountDownLatch(senders);
        for (int s = 0; s < senders; s++) {
            int from = s * each;
            Owner owner = Owner.of(new TenantId(new UUID(0, s)));
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    shared.addRequest(owner, from + i);
                }
                sent.countDown();
            }));
            threads.add(new Thread(() -> {
                try {
                    for (Optional<Integer> e = shared.take(); e.isPresent(); e = shared.take()) {
                        taken.add(e.get());
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        threads.forEach(Thread::start);
        sent.await();
        await().until(() -> taken.size() == senders * each);
        shared.close();
        for (Thread thread : threads) {
            thread.join(10_000);
        }
        assertThat(taken).doesNotHaveDuplicates().hasSize(senders * each);
    }

    @Test
    void aLaneNeedsRoom() {
        assertThatThrownBy(() -> new TenantFairQueue<>(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
