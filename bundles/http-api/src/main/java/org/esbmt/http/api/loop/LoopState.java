package org.esbmt.http.api.loop;

import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * State that all connections of one event loop share; confined to its thread. One tick serves all deadlines of a loop,
 * in place of a timer for each request. A deadline is late by a quarter of a second at most.
 */
public final class LoopState {
    private static final long TICK_MILLIS = 250;
    private static final DateTimeFormatter IMF_FIXDATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final EventLoop loop;
    private final int index;
    private final Ticker.Running running = new Ticker.Running();
    private final Ticker.Running slowlyRunning = new Ticker.Running();
    private boolean odd;
    private final byte[] scratch = new byte[72 * 1024];
    private long gathered;
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

    /**
     * Reserves room for a part of a message that is kept until its sender is known.
     *
     * @param most the bytes of all messages of this loop together
     * @return true if there is enough room; then {@link #release} must follow
     */
    public boolean gather(int bytes, long most) {
        if (gathered + bytes > most) {
            return false;
        }
        gathered += bytes;
        return true;
    }

    /** Releases room that {@link #gather} reserved. */
    public void release(int bytes) {
        gathered -= bytes;
    }

    /** Scratch memory for octets that the calling method copies away before it returns. */
    public byte[] scratch() {
        return scratch;
    }

    /** A ticker that is not running yet. */
    public Ticker ticker(Timed t) {
        return new Ticker(running, t);
    }

    /** A {@link #ticker} with half as many ticks, for many objects with uncritical deadlines. */
    public Ticker slowTicker(Timed t) {
        return new Ticker(slowlyRunning, t);
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
        running.tick(now);
        odd = !odd;
        if (odd) {
            slowlyRunning.tick(now);
        }
    }

    private static byte[] dateFieldOf(Instant instant) {
        return ("Date: " + IMF_FIXDATE.format(instant.atOffset(ZoneOffset.UTC)) + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
