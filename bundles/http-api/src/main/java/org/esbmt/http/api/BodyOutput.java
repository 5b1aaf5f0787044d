package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.esbmt.http.api.body.BodySource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;

/** Hands an answer from one writing thread to its event loop, at the client's pace. The thread waits in between. */
final class BodyOutput extends OutputStream implements BodySource {
    private static final int PIECE = 16 * 1024;
    private static final int MOST_WAITING = 128 * 1024;

    private final LoopState loop;
    private final HttpBody body;
    private final long length;
    private final byte[] piece = new byte[PIECE];
    private int filled;
    private long written;
    private boolean complete;

    private int waiting;
    private boolean paused;
    private boolean left;

    /** @param length of the whole answer; -1 if it is unknown */
    BodyOutput(LoopState loop, long length) {
        this.loop = loop;
        this.length = length;
        this.body = new HttpBody(loop, this, length);
    }

    HttpBody body() {
        return body;
    }

    /** Returns true if the client has left before the end. */
    synchronized boolean isLeft() {
        return left;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        written += count;
        if (length >= 0 && written > length) {
            throw new IOException("an answer of " + length + " bytes has more");
        }
        int at = offset;
        int end = offset + count;
        while (at < end) {
            int n = Math.min(end - at, PIECE - filled);
            System.arraycopy(bytes, at, piece, filled, n);
            filled += n;
            at += n;
            if (filled == PIECE) {
                pass();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (filled > 0) {
            pass();
        }
    }

    private void pass() throws IOException {
        int n = filled;
        awaitRoom(n);
        filled = 0;
        ByteBuf next = Unpooled.copiedBuffer(piece, 0, n);
        onLoop(() -> {
            body.data(next);
            body.flush();
            passed(n);
        });
    }

    private synchronized void awaitRoom(int n) throws IOException {
        while (!left && (paused || waiting + n > MOST_WAITING)) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("interrupted while writing an answer").initCause(e);
            }
        }
        if (left) {
            throw new IOException("the client has left");
        }
        waiting += n;
    }

    private synchronized void passed(int n) {
        waiting -= n;
        notifyAll();
    }

    private void onLoop(Runnable task) throws IOException {
        try {
            loop.loop().execute(task);
        } catch (RejectedExecutionException e) {
            cancel();
            throw new IOException("the port is closed", e);
        }
    }

    /** Ends the answer well, once its writer has returned. */
    void complete() throws IOException {
        flush();
        if (length >= 0 && written < length) {
            throw new IOException("an answer of " + length + " bytes has only " + written);
        }
        complete = true;
        onLoop(body::end);
    }

    /** Breaks the answer off, unless it is complete. */
    @Override
    public void close() throws IOException {
        if (!complete) {
            onLoop(() -> body.abort(new IOException("the answer broke off inside the bus")));
        }
    }

    // ---- from the event loop

    @Override
    public synchronized void pause() {
        paused = true;
    }

    @Override
    public synchronized void resume() {
        paused = false;
        notifyAll();
    }

    @Override
    public synchronized void cancel() {
        left = true;
        notifyAll();
    }
}
