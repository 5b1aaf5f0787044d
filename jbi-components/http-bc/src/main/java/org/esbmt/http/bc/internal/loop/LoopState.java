package org.esbmt.http.bc.internal.loop;

import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What all connections of one event loop share; confined to its thread. One tick for all deadlines of a loop, instead
 * of a timer for each request: a deadline is late by a quarter of a second at most.
 */
public final class LoopState {
    private static final long TICK_MILLIS = 250;
    private static final DateTimeFormatter IMF_FIXDATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final EventLoop loop;
    private final int index;
    private final Set<Timed> timed = new LinkedHashSet<>();
    private final byte[] scratch = new byte[72 * 1024];
    private long now = System.nanoTime();
    private ScheduledFuture<?> ticking;
    private byte[] dateField = dateFieldOf(Instant.now());

    LoopState(EventLoop loop, int index) {
        this.loop = loop;
        this.index = index;
    }

    public EventLoop loop() {
        return loop;
    }

    /** From 0 to the number of loops. */
    public int index() {
        return index;
    }

    /** {@link System#nanoTime} of the last tick. */
    public long now() {
        return now;
    }

    /** The Date field's line, CRLF included; not to be changed. */
    public byte[] dateField() {
        return dateField;
    }

    /** Room for what is put together and copied away before the call that uses it returns. */
    public byte[] scratch() {
        return scratch;
    }

    public void add(Timed t) {
        timed.add(t);
    }

    public void remove(Timed t) {
        timed.remove(t);
    }

    /** How many things with deadlines there are now. */
    public int timed() {
        return timed.size();
    }

    void start() {
        ticking = loop.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    void stop() {
        ticking.cancel(false);
    }

    private void tick() {
        now = System.nanoTime();
        dateField = dateFieldOf(Instant.now());
        for (Timed t : timed.toArray(new Timed[0])) {
            t.tick(now);
        }
    }

    private static byte[] dateFieldOf(Instant instant) {
        return ("Date: " + IMF_FIXDATE.format(instant.atOffset(ZoneOffset.UTC)) + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
