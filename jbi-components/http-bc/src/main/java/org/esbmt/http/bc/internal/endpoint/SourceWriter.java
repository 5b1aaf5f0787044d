package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.http.api.body.BodySink;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;

/**
 * Converts the content of other components (trees, event streams) into bytes, on a thread that may block. Streams are
 * copied and never parsed, so nothing in them can be expanded. Each tenant has a lane, and its bytes count in the
 * memory of messages as they come.
 */
final class SourceWriter implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int THREADS_OF_TENANT = 2;
    private static final int WAITING_OF_TENANT = 256;

    /** Changes whole content before it goes on. Runs on a thread of the owner's lane. */
    @FunctionalInterface
    interface Rewriting {
        Rewriting NONE = bytes -> bytes;

        byte[] of(byte[] whole) throws Exception;

        /** The most bytes that it takes. Larger content is refused before all of it is in memory. */
        default int most() {
            return Integer.MAX_VALUE;
        }
    }

    private final TransformerFactory transformers;
    private final MessageMemory memory;
    private final Lanes lanes = new Lanes("http-bc-sources", THREADS, THREADS_OF_TENANT, WAITING_OF_TENANT);

    SourceWriter(MessageMemory memory) {
        this.memory = requireNonNull(memory, "memory");
        transformers = TransformerFactory.newDefaultInstance();
        try {
            transformers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        } catch (TransformerException e) {
            throw new IllegalStateException("the JDK's transformer has no secure processing", e);
        }
        transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    }

    /**
     * Writes content into a body of an event loop. Calls one of the two consumers on that loop. The written bytes count
     * until the body is over.
     *
     * @param rewriting changes the bytes before they are a body
     * @param nanos the time limit
     * @throws OverloadedException if too many tasks of the owner's tenant wait already. A body that is rewritten is read
     * first, and reports this as a failure
     */
    void write(
            Owner owner,
            Source content,
            Rewriting rewriting,
            LoopState loop,
            long nanos,
            Consumer<HttpBody> written,
            Consumer<Throwable> failed) {
        Lanes.Outcome<Written> outcome = new Lanes.Outcome<>() {
            @Override
            public void of(Written bytes, Throwable failure) {
                loop.loop().execute(() -> {
                    if (failure == null) {
                        written.accept(body(bytes, loop));
                    } else {
                        failed.accept(failure instanceof TimeoutException ? late(nanos) : failure);
                    }
                });
            }

            @Override
            public void unclaimed(Written bytes) {
                bytes.release();
            }
        };
        if (content instanceof HttpBody body && rewriting != Rewriting.NONE) {
            new Arriving(owner, body, rewriting, nanos, outcome).begin();
        } else {
            lanes.execute(owner, nanos, () -> written(content, rewriting, memory.of(owner)), outcome);
        }
    }

    private static BackEndException late(long nanos) {
        return new BackEndException(
                FaultCode.BACKEND_TIMEOUT,
                "its content was not complete within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
    }

    private static HttpBody body(Written bytes, LoopState loop) {
        HttpBody body = HttpBody.whole(loop);
        body.data(bytes.content());
        body.end();
        if (body.length() > HttpBody.SLICE) {
            body.onOver(bytes::release);
        } else {
            bytes.release();
        }
        return body;
    }

    private Written written(Source content, Rewriting rewriting, MessageMemory.Account account) throws Exception {
        Written out = new Written(account, rewriting.most());
        boolean complete = false;
        try {
            write(content, out);
            complete = true;
        } finally {
            if (!complete) {
                out.release();
            }
        }
        return rewriting == Rewriting.NONE ? out : rewritten(out, rewriting);
    }

    private static Written rewritten(Written out, Rewriting rewriting) throws Exception {
        boolean complete = false;
        try {
            byte[] rewritten = rewriting.of(out.toByteArray());
            out.replaced();
            out.write(rewritten);
            complete = true;
            return out;
        } finally {
            if (!complete) {
                out.release();
            }
        }
    }

    private void write(Source content, Written out) throws IOException {
        if (content instanceof StreamSource stream && stream.getReader() == null) {
            try (InputStream in = stream.getInputStream()) {
                if (in == null) {
                    throw new IOException("the message's content is a system id, which is not followed");
                }
                in.transferTo(out);
            }
            return;
        }
        if (content instanceof StreamSource) {
            throw new IOException("the message's content is a stream of characters, which names no encoding");
        }
        try {
            Transformer identity;
            synchronized (transformers) {
                identity = transformers.newTransformer();
            }
            identity.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            identity.transform(content, new StreamResult(out));
        } catch (TransformerException e) {
            out.requireRoom();
            throw new IOException("the message's content cannot be written as XML", e);
        }
        out.requireRoom();
    }

    /**
     * Collects a body on its event loop before it takes a thread: a slow sender or back end does not keep the threads of
     * its tenant. It ends with the outcome, or discards the body.
     */
    private final class Arriving implements BodySink {
        private final Owner owner;
        private final HttpBody body;
        private final Rewriting rewriting;
        private final Written out;
        private final long nanos;
        private final long until;
        private final Lanes.Outcome<Written> outcome;
        private Future<?> deadline;
        private boolean over;

        Arriving(Owner owner, HttpBody body, Rewriting rewriting, long nanos, Lanes.Outcome<Written> outcome) {
            this.owner = owner;
            this.body = body;
            this.rewriting = rewriting;
            this.out = new Written(memory.of(owner), rewriting.most());
            this.nanos = nanos;
            this.until = System.nanoTime() + nanos;
            this.outcome = outcome;
        }

        void begin() {
            if (!body.isHere()) {
                body.execute(this::begin);
                return;
            }
            deadline = body.loop()
                    .loop()
                    .schedule(() -> fail(new TimeoutException("the body is late")), nanos, TimeUnit.NANOSECONDS);
            body.attach(this);
        }

        @Override
        public void data(ByteBuf piece) {
            try {
                if (!over) {
                    byte[] bytes = new byte[piece.readableBytes()];
                    piece.readBytes(bytes);
                    out.write(bytes, 0, bytes.length);
                }
            } catch (RuntimeException e) { // no room, or too large
                fail(e);
            } finally {
                piece.release();
            }
        }

        @Override
        public void flush() {
            // nothing goes on before the end
        }

        @Override
        public void end() {
            if (over) {
                return;
            }
            over = true;
            deadline.cancel(false);
            try {
                lanes.execute(owner, until - System.nanoTime(), () -> rewritten(out, rewriting), new Lanes.Outcome<>() {
                    @Override
                    public void of(Written bytes, Throwable failure) {
                        if (failure != null) {
                            out.release(); // it may never have run
                        }
                        outcome.of(bytes, failure);
                    }

                    @Override
                    public void unclaimed(Written bytes) {
                        outcome.unclaimed(bytes);
                    }
                });
            } catch (OverloadedException e) {
                out.release();
                outcome.of(null, e);
            }
        }

        @Override
        public void aborted(Throwable cause) {
            fail(new IOException("the message broke off", cause));
        }

        private void fail(Throwable cause) {
            if (!over) {
                over = true;
                deadline.cancel(false);
                out.release();
                body.discard();
                outcome.of(null, cause);
            }
        }
    }

    /** The written bytes, counted before they are kept. Confined to one thread until it is complete. */
    private static final class Written extends ByteArrayOutputStream {
        private final MessageMemory.Account account;
        private int most;
        private long counted;
        private RuntimeException full;

        Written(MessageMemory.Account account, int most) {
            super(4096);
            this.account = account;
            this.most = most;
        }

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            requireRoom();
            if (length > most - count) {
                full = new TooLargeException(most);
                throw full;
            }
            if (count + length > counted) {
                long more = Math.max(HttpBody.SLICE, count + (long) length - counted);
                try {
                    account.take(more);
                } catch (OverloadedException e) {
                    full = e;
                    throw e;
                }
                counted += more;
            }
            super.write(bytes, offset, length);
        }

        /** Forgets the bytes, which something takes the place of. */
        synchronized void replaced() {
            reset();
            most = Integer.MAX_VALUE;
        }

        /** Repeats the refusal, since serializers may wrap it. */
        synchronized void requireRoom() {
            if (full != null) {
                throw full;
            }
        }

        synchronized ByteBuf content() {
            return Unpooled.wrappedBuffer(buf, 0, count);
        }

        synchronized void release() {
            account.giveBack(counted);
            counted = 0;
        }
    }

    /** Content is larger than its rewriting takes. */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLargeException(int most) {
            super("it has more than " + most + " bytes", null, false, false);
        }
    }

    @Override
    public void close() {
        lanes.close();
    }
}
