package org.esbmt.http.api;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.http.api.body.BodySource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;

/**
 * An open stream of server-sent events (WHATWG HTML, section 9.2). It occupies no thread, and its memory is bounded.
 * Every 15 seconds without an event it sends a comment, so that a client that has vanished is detected. Usable on any
 * thread.
 */
public final class EventStream {
    private static final int MOST_WAITING = 64 * 1024;
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final LoopState loop;
    private final HttpBody body;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean open = true;
    private volatile boolean paused;
    private long lastSent;
    private boolean over;
    private Runnable closed;

    EventStream(LoopState loop) {
        this.loop = loop;
        this.lastSent = loop.now();
        this.body = new HttpBody(
                loop,
                new BodySource() {
                    @Override
                    public void pause() {
                        paused = true;
                    }

                    @Override
                    public void resume() {
                        paused = false;
                    }

                    @Override
                    public void cancel() {}
                },
                -1);
    }

    HttpBody body() {
        return body;
    }

    /**
     * Sends an event without waiting for the client.
     *
     * @param event the type; one line
     * @param data any lines
     * @return false if the event is dropped. Then the stream is closed, its client reads too slowly, or the event has more
     *     than 64 KiB
     * @throws IllegalArgumentException if the type has a line end
     */
    public boolean send(String event, String data) {
        if (event.indexOf('\n') >= 0 || event.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("the type of an event is one line");
        }
        StringBuilder text = new StringBuilder(data.length() + event.length() + 32);
        text.append("event: ").append(event).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        if (data.isEmpty()) {
            text.append("data:\n");
        }
        byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        if (!open || paused) {
            return false;
        }
        if (waiting.addAndGet(bytes.length) > MOST_WAITING) {
            waiting.addAndGet(-bytes.length);
            return false;
        }
        return onLoop(() -> {
            waiting.addAndGet(-bytes.length);
            write(bytes);
        });
    }

    private void write(byte[] bytes) {
        lastSent = loop.now();
        body.data(Unpooled.wrappedBuffer(bytes));
        body.flush();
    }

    private boolean onLoop(Runnable task) {
        try {
            loop.loop().execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the port is closed
        }
    }

    /** Returns true until the client or this side closes the stream. */
    public boolean isOpen() {
        return open;
    }

    /**
     * Sets a task that runs once the stream is closed, whoever closes it; at once if it is closed already. The task runs
     * on the event loop and must not block.
     */
    public void onClose(Runnable task) {
        onLoop(() -> {
            if (over) {
                task.run();
            } else {
                closed = task;
            }
        });
    }

    /** Ends the stream after the events sent so far. */
    public void close() {
        open = false;
        onLoop(body::end);
    }

    // ---- on the event loop

    void tick(long now) {
        if (!paused && now - lastSent > QUIET_NANOS) {
            write(COMMENT);
        }
    }

    void over() {
        open = false;
        over = true;
        Runnable task = closed;
        closed = null;
        if (task != null) {
            task.run();
        }
    }
}
