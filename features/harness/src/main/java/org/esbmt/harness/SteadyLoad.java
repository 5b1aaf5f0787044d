package org.esbmt.harness;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends messages at a constant rate, each with a number of its own, and counts their outcomes, until it is closed. At most
 * {@link #MOST_OPEN} requests are open at a time, so a slow bus lowers the rate.
 */
public final class SteadyLoad implements AutoCloseable {
    public static final int MOST_OPEN = 64;
    private static final Pattern NUMBER = Pattern.compile("<o:number>([^<]*)<");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Semaphore open = new Semaphore(MOST_OPEN);
    private final AtomicLong sent = new AtomicLong();
    /** The numbers of the messages under way. */
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

    private final AtomicLong answered = new AtomicLong();
    private final Map<String, AtomicLong> byBackEnd = new ConcurrentHashMap<>();
    private final AtomicReference<String> firstFailure = new AtomicReference<>();
    private final String url;
    private final LongFunction<String> message;

    /** @param message makes the whole message with a number in its {@code o:number} */
    public SteadyLoad(String url, int perSecond, LongFunction<String> message) {
        this.url = url;
        this.message = message;
        var unused = clock.scheduleAtFixedRate(this::send, 0, 1_000_000_000L / perSecond, TimeUnit.NANOSECONDS);
    }

    private void send() {
        if (!open.tryAcquire()) {
            return;
        }
        long number = sent.incrementAndGet();
        underWay.add(number);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(message.apply(number)))
                .build();
        var unused = http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .whenComplete((response, failure) -> {
                    judge(number, response, failure);
                    underWay.remove(number);
                    open.release();
                });
    }

    private void judge(long number, HttpResponse<String> response, Throwable failure) {
        if (failure != null) {
            firstFailure.compareAndSet(null, number + ": " + failure);
            return;
        }
        Matcher same = NUMBER.matcher(response.body());
        if (response.statusCode() == 200 && same.find() && same.group(1).equals(Long.toString(number))) {
            answered.incrementAndGet();
            byBackEnd
                    .computeIfAbsent(SoapSignature.signer(response.body()), name -> new AtomicLong())
                    .incrementAndGet();
        } else {
            firstFailure.compareAndSet(null, number + ": " + response.statusCode() + " " + response.body());
        }
    }

    public long sent() {
        return sent.get();
    }

    /** The number of answers with status 200 and the number of their request. */
    public long answered() {
        return answered.get();
    }

    /** The number of answers with the signature of this back end. */
    public long answeredBy(String backEnd) {
        AtomicLong count = byBackEnd.get(backEnd);
        return count == null ? 0 : count.get();
    }

    /** The failure of the first message without the expected answer; null without a failure. */
    public String firstFailure() {
        return firstFailure.get();
    }

    /** Waits for this many more answers, or a failure. */
    public void await(long more, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        long enough = answered() + more;
        CountDownLatch never = new CountDownLatch(1);
        while (answered() < enough && firstFailure() == null && System.nanoTime() < until) {
            boolean unused = never.await(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Waits until each message that is under way now has its answer, or for a failure. Others are sent meanwhile. */
    public void awaitAnswersOfNow(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        Set<Long> now = Set.copyOf(underWay);
        CountDownLatch never = new CountDownLatch(1);
        while (now.stream().anyMatch(underWay::contains) && firstFailure() == null && System.nanoTime() < until) {
            boolean unused = never.await(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Stops sending, and waits for the open requests. */
    public void finish() throws InterruptedException {
        clock.shutdown();
        boolean unused = clock.awaitTermination(10, TimeUnit.SECONDS);
        if (!open.tryAcquire(MOST_OPEN, 40, TimeUnit.SECONDS)) {
            firstFailure.compareAndSet(null, "some messages were never answered");
        }
    }

    /** Stops sending. */
    @Override
    public void close() {
        clock.shutdownNow();
    }
}
