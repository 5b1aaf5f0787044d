package org.esbmt.http.bc.internal.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;

/**
 * Numbered messages at a steady rate over persistent connections, and back ends that count the numbers. So each lost,
 * repeated or refused message is known.
 */
final class NumberedLoad implements AutoCloseable {
    private static final Pattern NUMBER = Pattern.compile("<n>(\\d+)</n>");
    private static final int SLOW_EVERY = 40;
    private static final long SLOW_MILLIS = 150;

    private final Map<Integer, AtomicInteger> seen = new ConcurrentHashMap<>();
    private final Set<Integer> answered = ConcurrentHashMap.newKeySet();
    private final Set<Integer> notThere = ConcurrentHashMap.newKeySet();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final List<Thread> senders = new ArrayList<>();
    private final long began = System.nanoTime();
    private volatile boolean over;

    /** A back end of this load; some of its answers are slow, so that there are always requests in flight. */
    StubBackEnd backEnd(String name) throws IOException {
        return new StubBackEnd((request, out) -> {
            Matcher matcher = NUMBER.matcher(request.text());
            int number = matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
            seen.computeIfAbsent(number, n -> new AtomicInteger()).incrementAndGet();
            if (number % SLOW_EVERY == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS));
            }
            StubBackEnd.ok(out, Soap.envelope("", "<from>" + name + "</from><n>" + number + "</n>"));
        });
    }

    void start(InetSocketAddress address, int connections, int perSecond) {
        for (int i = 0; i < connections; i++) {
            long first = System.nanoTime() + i * 1_000_000_000L / perSecond;
            Thread sender =
                    new Thread(() -> send(address, first, 1_000_000_000L * connections / perSecond), "sender-" + i);
            sender.start();
            senders.add(sender);
        }
    }

    private void send(InetSocketAddress address, long first, long every) {
        try (RawClient client = new RawClient(address)) {
            for (long due = first; !over; due += every) {
                long early = due - System.nanoTime();
                if (early > 0) {
                    LockSupport.parkNanos(early);
                }
                int number = numbers.incrementAndGet();
                RawClient.Answer answer = client.send(
                                Soap.post(TestBus.path(TestBus.ACME), TestBus.acmeMessage("<n>" + number + "</n>")))
                        .answer();
                if (answer.status() == 200 && answer.text().contains("<n>" + number + "</n>")) {
                    answered.add(number);
                } else if (answer.text().contains("NO_SUCH_ENDPOINT")) {
                    notThere.add(number);
                } else {
                    failures.add(number + ": " + answer);
                }
            }
        } catch (IOException | RuntimeException e) {
            failures.add(Thread.currentThread().getName() + ": " + e);
        }
    }

    int sent() {
        return numbers.get();
    }

    /** Ends the senders, once each has its last answer. */
    void finish() throws InterruptedException {
        over = true;
        for (Thread sender : senders) {
            sender.join(60_000);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                "%d messages in %.1f s, %.0f a second: %d answered, %d without an endpoint, %d failed%n",
                numbers.get(), seconds, numbers.get() / seconds, answered.size(), notThere.size(), failures.size());
        assertThat(senders).noneMatch(Thread::isAlive);
    }

    /**
     * Each message was answered, or refused because there is no endpoint. An answered one was processed once, a refused
     * one never.
     */
    void assertNothingLostOrDoubled() {
        assertThat(failures).isEmpty();
        assertThat(answered.size() + notThere.size()).isEqualTo(numbers.get());
        assertThat(seen.keySet()).isEqualTo(answered);
        assertThat(seen.values()).allMatch(count -> count.get() == 1);
    }

    int withoutEndpoint() {
        return notThere.size();
    }

    int answered() {
        return answered.size();
    }

    @Override
    public void close() {
        over = true;
    }
}
