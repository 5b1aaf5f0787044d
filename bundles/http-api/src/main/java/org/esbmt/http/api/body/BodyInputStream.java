package org.esbmt.http.api.body;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/** Hands a body from its event loop to one reading thread, with back-pressure: at most a few pieces wait in between. */
final class BodyInputStream extends InputStream implements BodySink {
    private static final int HIGH_WATER = 128 * 1024;

    private final HttpBody body;
    private final Deque<byte[]> pieces = new ArrayDeque<>();
    private byte[] current = {};
    private int at;
    private int waiting;
    private boolean paused;
    private boolean ended;
    private boolean closed;
    private Throwable failure;

    private BodyInputStream(HttpBody body) {
        this.body = body;
    }

    static InputStream open(HttpBody body) {
        BodyInputStream in = new BodyInputStream(body);
        if (body.loop().loop().inEventLoop()) {
            if (!body.isWhole()) {
                throw new IllegalStateException("an incomplete body cannot be read on its event loop, which would wait"
                        + " for itself; take it to another thread");
            }
            body.attach(in);
        } else {
            body.loop().loop().execute(() -> body.attach(in));
        }
        return in;
    }

    @Override
    public synchronized void data(ByteBuf piece) {
        if (!closed) {
            byte[] bytes = new byte[piece.readableBytes()];
            piece.readBytes(bytes);
            pieces.add(bytes);
            waiting += bytes.length;
            if (waiting > HIGH_WATER && !paused && !body.hasEnded()) {
                paused = true;
                body.pause();
            }
            notifyAll();
        }
        piece.release();
    }

    @Override
    public void flush() {}

    @Override
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized void aborted(Throwable cause) {
        failure = cause;
        notifyAll();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        while (at == current.length) {
            byte[] next = pieces.poll();
            if (next != null) {
                current = next;
                at = 0;
                waiting -= next.length;
                if (paused && waiting < HIGH_WATER / 2) {
                    paused = false;
                    body.loop().loop().execute(body::resume);
                }
            } else if (failure != null) {
                throw new IOException("the message broke off", failure);
            } else if (closed) {
                throw new IOException("the stream is closed");
            } else if (ended) {
                return -1;
            } else {
                awaitMore();
            }
        }
        int n = Math.min(length, current.length - at);
        System.arraycopy(current, at, to, offset, n);
        at += n;
        return n;
    }

    @SuppressWarnings("WaitNotInLoop") // read, its only caller, loops
    private void awaitMore() throws IOException {
        if (body.loop().loop().inEventLoop()) {
            throw new IOException("the event loop cannot wait for itself");
        }
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while reading a message").initCause(e);
        }
    }

    @Override
    public synchronized int available() {
        return current.length - at + waiting;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            pieces.clear();
            notifyAll();
            body.discardFromAnyThread();
        }
    }
}
