package org.esbmt.http.api.body;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.content.api.ArrivingContent;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.loop.LoopState;

/**
 * A message's content on its way through the bus: a JAXP source whose bytes are those of the network buffers. It has
 * one reader: another connection of the same event loop by {@link #attach}, or a component by {@link #getInputStream}.
 *
 * <p>Confined to its event loop, except for {@link #getInputStream} and {@link #discardFromAnyThread}. The creator of a
 * body discards it when its exchange is over. So a body without a reader leaves no buffers behind.
 */
public final class HttpBody extends StreamSource implements ArrivingContent {
    /** The largest number of bytes kept here without a reader; above it the source is paused. */
    private static final int HIGH_WATER = 128 * 1024;

    /**
     * The largest number of bytes in one piece for a sink, if the bytes are in memory. The transport copies each buffer
     * that is not its own.
     */
    public static final int SLICE = 64 * 1024;

    private static final BodySource NO_SOURCE = new BodySource() {
        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void cancel() {}
    };

    private final LoopState loop;
    private final BodySource source;
    private final long declaredLength;
    private ByteBuf first;
    private ArrayDeque<ByteBuf> more;
    private int buffered;
    private boolean ended;
    private boolean discarded;
    private Throwable failure;
    private Throwable explanation;
    private boolean full;
    private BodySink sink;
    private boolean held;
    private boolean told;
    private Runnable abandoned;
    private Runnable over;
    private InputStream stream;
    private Look look;

    /** An incoming body; its length is -1 if that is unknown before the end. */
    public HttpBody(LoopState loop, BodySource source, long declaredLength) {
        this.loop = loop;
        this.source = source;
        this.declaredLength = declaredLength;
    }

    /** An empty body without a source; the caller adds all bytes and the end at once. */
    public static HttpBody whole(LoopState loop) {
        return new HttpBody(loop, NO_SOURCE, -1);
    }

    /**
     * A body for content that is at hand already; nothing is copied. Callable on any thread that publishes the body
     * safely.
     */
    public static HttpBody of(BytesSource bytes, LoopState loop) {
        HttpBody body = whole(loop);
        body.data(Unpooled.wrappedBuffer(bytes.bytes()));
        body.end();
        return body;
    }

    public LoopState loop() {
        return loop;
    }

    // ---- the writer's side

    public void data(ByteBuf piece) {
        if (discarded || ended || failure != null) {
            piece.release();
        } else if (sink != null && first == null) {
            sink.data(piece);
        } else {
            buffered += piece.readableBytes();
            if (first == null) {
                first = piece;
            } else {
                if (more == null) {
                    more = new ArrayDeque<>(4);
                }
                more.add(piece);
            }
            if (look != null) {
                look.show(piece);
            }
            pauseIfFull();
        }
    }

    /**
     * Pauses the source if its pieces pile up without a reader. The source of an ended body already serves other
     * bodies.
     */
    private void pauseIfFull() {
        if (!ended && sink == null && look == null && buffered > HIGH_WATER && !full) {
            full = true;
            source.pause();
        }
    }

    public void flush() {
        if (sink != null && !ended && first == null) {
            sink.flush();
        }
    }

    public void end() {
        if (!ended && failure == null) {
            ended = true;
            if (sink != null) {
                handOn();
            } else if (look != null) {
                look.end();
            }
        }
    }

    /** Sets the reason that the reader finds if the body breaks off before its end, whoever breaks it off. */
    public void explain(Throwable reason) {
        explanation = reason;
    }

    public void abort(Throwable cause) {
        if (!ended && failure == null) {
            failure = explanation == null ? cause : explanation;
            release();
            if (sink != null) {
                told = true;
                sink.aborted(failure);
            } else {
                failLook(failure);
            }
        }
    }

    private void failLook(Throwable cause) {
        Look failed = look;
        look = null;
        if (failed != null) {
            failed.fail(new IOException("the message broke off", cause));
        }
    }

    /** Called by the writer of the body when its exchange does not need an answer any more. */
    public void abandon() {
        Runnable task = abandoned;
        abandoned = null;
        if (task != null) {
            task.run();
        }
    }

    // ---- the reader's side

    @Override
    public boolean isWhole() {
        return ended && sink == null && !discarded && stream == null;
    }

    @Override
    public long length() {
        return isWhole() ? buffered : declaredLength;
    }

    /** Copies a body that {@link #isWhole}, and ends its use. */
    public void takeWhole(byte[] to, int offset) {
        int at = offset;
        ByteBuf piece;
        while ((piece = poll()) != null) {
            int n = piece.readableBytes();
            piece.readBytes(to, at, n);
            at += n;
            piece.release();
        }
        discarded = true;
    }

    /** Passes all pieces, present and future, to the sink; {@link #pause} applies. */
    public void attach(BodySink to) {
        if (sink != null || discarded || (stream != null && stream != to)) {
            to.aborted(new ClosedChannelException());
            return;
        }
        sink = to;
        look = null;
        handOn();
        if (full) {
            full = false;
            if (!held && !ended && !discarded) {
                source.resume();
            }
        }
    }

    /**
     * Passes the bytes at hand to the sink, in slices, until it pauses. Afterwards it passes the end, if no bytes are
     * left.
     */
    private void handOn() {
        while (!held && first != null) {
            sink.data(slice());
        }
        if (first != null || discarded || told) {
            return;
        }
        told = ended || failure != null;
        if (told) {
            runOverTask();
        }
        if (failure != null) {
            sink.aborted(failure);
        } else if (ended) {
            sink.end();
        } else {
            sink.flush();
        }
    }

    private ByteBuf slice() {
        if (first.readableBytes() <= SLICE) {
            return poll();
        }
        buffered -= SLICE;
        return first.readRetainedSlice(SLICE);
    }

    @Override
    public boolean isHere() {
        return loop.loop().inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.loop().execute(task);
    }

    @Override
    public void peek(Peek reader, int most) {
        if (!isHere()) {
            throw new IllegalStateException("a body is looked at on its own thread only");
        }
        if (sink != null || stream != null || (look != null && !look.showing)) {
            throw new IllegalStateException("the body is being read, or was");
        }
        if (failure != null || discarded) {
            reader.failed(new IOException("the message broke off", failure));
            return;
        }
        Look begun = new Look(reader, most);
        look = begun;
        if (first != null) {
            begun.show(first);
        }
        if (more != null) {
            for (ByteBuf piece : more.toArray(new ByteBuf[0])) {
                begun.show(piece);
            }
        }
        if (ended) {
            begun.end();
        } else if (look == begun && full) {
            full = false;
            source.resume();
        }
    }

    /** A reader that looks at the pieces until another reader takes them, possibly during a call of this reader. */
    private final class Look {
        private final Peek reader;
        private final int most;
        private int shown;
        private boolean showing;
        private IOException brokenOff;

        Look(Peek reader, int most) {
            this.reader = reader;
            this.most = most;
        }

        void show(ByteBuf piece) {
            if (look != this) {
                return; // this reader has ended
            }
            int length = piece.readableBytes();
            int allowed = Math.min(length, most - shown);
            shown += allowed;
            showing = true;
            boolean wants = allowed == 0
                    || reader.piece(
                            piece.nioBuffer(piece.readerIndex(), allowed).asReadOnlyBuffer());
            showing = false;
            if (wants && brokenOff != null) {
                reader.failed(brokenOff);
            }
            if (look != this) {
                return;
            }
            if (!wants) {
                over();
            } else if (allowed < length) {
                over();
                reader.tooMuch();
            }
        }

        /**
         * If the body fails during a call of the reader, the return value decides whether the reader gets the failure.
         */
        void fail(IOException cause) {
            if (showing) {
                brokenOff = cause;
            } else {
                reader.failed(cause);
            }
        }

        void end() {
            if (look == this) {
                over();
                reader.end();
            }
        }

        private void over() {
            look = null;
            pauseIfFull();
        }
    }

    /** Pauses the sink: the bytes at hand wait here, and the source is paused. */
    public void pause() {
        held = true;
        if (!ended) {
            source.pause();
        }
    }

    /** Resumes the sink. */
    public void resume() {
        held = false;
        if (sink != null && first != null) {
            handOn();
        }
        if (!held && !ended) {
            source.resume();
        }
    }

    /** Returns true if all bytes of the body are at hand. */
    boolean hasEnded() {
        return ended;
    }

    /** Sets a task that runs once, on the event loop, if {@link #abandon} is called; null removes it. */
    public void onAbandon(Runnable task) {
        abandoned = task;
    }

    /**
     * Adds a task that runs once, on the event loop, after the last byte of a whole body was passed on, or after a
     * discard.
     */
    public void onOver(Runnable task) {
        Runnable before = over;
        over = before == null
                ? task
                : () -> {
                    before.run();
                    task.run();
                };
    }

    private void runOverTask() {
        Runnable task = over;
        over = null;
        if (task != null) {
            task.run();
        }
    }

    /** The reason why the body broke off or was discarded before its end; null if it was not. Event loop only. */
    public Throwable failure() {
        return failure;
    }

    /** Frees the bytes at hand and stops the source. Harmless after the body was read to its end. */
    public void discard() {
        if (!discarded) {
            discarded = true;
            abandoned = null;
            release();
            runOverTask();
            if (failure == null && !(ended && (sink == null || told))) {
                failure = explanation == null ? new ClosedChannelException() : explanation;
                if (sink != null) {
                    told = true;
                    sink.aborted(failure);
                }
                failLook(failure);
                if (!ended) {
                    source.cancel();
                }
            }
        }
    }

    public void discardFromAnyThread() {
        if (loop.loop().inEventLoop()) {
            discard();
        } else {
            loop.loop().execute(this::discard);
        }
    }

    private ByteBuf poll() {
        ByteBuf piece = first;
        if (piece != null) {
            first = more == null ? null : more.poll();
            buffered -= piece.readableBytes();
        }
        return piece;
    }

    private void release() {
        ByteBuf piece;
        while ((piece = poll()) != null) {
            piece.release();
        }
    }

    /**
     * The bytes, for components with a thread of their own; a read blocks until more bytes come. On the event loop
     * itself only a complete body can be read.
     */
    @Override
    public synchronized InputStream getInputStream() {
        if (stream == null) {
            stream = BodyInputStream.open(this);
        }
        return stream;
    }
}
