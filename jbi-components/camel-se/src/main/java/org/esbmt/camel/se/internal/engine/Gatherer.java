package org.esbmt.camel.se.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.content.api.ArrivingContent;
import org.esbmt.content.api.BytesSource;

/**
 * Brings bodies at hand: bodies from the network without a waiting thread, trees and other streams on a worker. A body
 * that is at hand, or has arrived completely, is passed on directly.
 */
final class Gatherer {
    /** Called once: inside the call if {@code inline}, else later, on the content's event loop or a worker. */
    @FunctionalInterface
    interface Gathered {
        /**
         * Receives the body at hand, or the failure to gather it.
         *
         * @param failure null if there is a body
         */
        void gathered(Body body, RouteFailure failure, boolean inline);
    }

    /** Runs tasks that may block. It refuses a task by an exception, and reports a task that will never run. */
    @FunctionalInterface
    interface Workers {
        void execute(Runnable task, Runnable cancelled);
    }

    /** The largest number of bytes that all looks of one step read together on an event loop. */
    private static final int MOST_LOOKED_AT_HERE = 256 << 10;

    private static final int NOTHING = -1;
    /** The first allocation for a body of a known size; below, that for a body of an unknown size. */
    private static final int FIRST_BYTES = 64 << 10;

    private static final int FIRST_BYTES_OF_UNKNOWN = 8 << 10;
    private static final byte[] NO_BYTES = {};

    private final Workers workers;
    private final int most;
    private final int mostAhead;

    /**
     * Creates the gatherer of one unit.
     *
     * @param most the largest size of a body
     * @param mostAhead the bytes of a body that are read on an event loop
     */
    Gatherer(Workers workers, int most, int mostAhead) {
        this.workers = workers;
        this.most = most;
        this.mostAhead = mostAhead;
    }

    int mostAhead() {
        return mostAhead;
    }

    /**
     * The body as {@link BytesSource}, which can be read any number of times.
     *
     * @param held counts the bytes kept in memory for it, as they come
     * @return true if {@code then} was called already
     */
    boolean gather(Body body, GatheredBytes held, Gathered then) {
        return gather(body, false, held, then);
    }

    /**
     * A step that prepares the next step for evaluating these values. Afterwards the body is at hand, and passes
     * unchanged. The thread is one that the values may occupy: a worker for costly values and large bodies.
     *
     * @param stepMoves true if the next step goes to a worker itself
     */
    AsyncProcessorSupport look(List<Value> values, boolean stepMoves) {
        boolean reads = values.stream().anyMatch(Value::readsBody);
        return new Look(this, reads, stepMoves ? Integer.MAX_VALUE : mostHere(values));
    }

    private static int mostHere(List<Value> values) {
        if (values.stream().anyMatch(Value::isCostly)) {
            return NOTHING;
        }
        long looks = values.stream()
                .filter(Value::readsBody)
                .mapToLong(Value::readingCost)
                .sum();
        return (int) Math.min(Body.MOST_HERE, MOST_LOOKED_AT_HERE / Math.max(1, looks));
    }

    private boolean gather(Body body, boolean lookOnly, GatheredBytes held, Gathered then) {
        if (lookOnly ? body.isAtHand() : body.source() == null || body.source() instanceof BytesSource) {
            then.gathered(body, null, true);
            return true;
        }
        if (!lookOnly && body.seen() != null) {
            then.gathered(new Body(body.seen()), null, true);
            return true;
        }
        if (body.source() instanceof ArrivingContent arriving) {
            if (arriving.isHere()) {
                Peeking peeking = new Peeking(body, lookOnly, arriving, held, then);
                peeking.begin(arriving);
                return peeking.returned();
            }
            // A former step has gone on to a worker, or has awaited a reply there.
            try {
                arriving.execute(() -> {
                    Peeking peeking = new Peeking(body, lookOnly, arriving, held, then);
                    boolean unused = peeking.returned();
                    peeking.begin(arriving);
                });
                return false;
            } catch (RuntimeException e) {
                then.gathered(null, RouteFailure.brokenOff(e), true);
                return true;
            }
        }
        try {
            workers.execute(
                    () -> write(body.source(), held, then),
                    () -> then.gathered(null, new RouteFailure.Unavailable("the unit was stopped", null), false));
            return false;
        } catch (RuntimeException e) {
            then.gathered(null, new RouteFailure.Unavailable("no worker is free", e), true);
            return true;
        }
    }

    private void write(Source source, GatheredBytes held, Gathered then) {
        byte[] bytes;
        try {
            bytes = bytes(source);
            held.add(bytes.length);
        } catch (RouteFailure e) {
            then.gathered(null, e, false);
            return;
        } catch (IOException e) {
            then.gathered(null, RouteFailure.brokenOff(e), false);
            return;
        } catch (RuntimeException | StackOverflowError e) {
            // thrown by another component's stream, or by a tree deeper than the stack
            then.gathered(null, new RouteFailure.Unavailable("the message cannot be read", e), false);
            return;
        }
        then.gathered(new Body(new BytesSource(bytes)), null, false);
    }

    private byte[] bytes(Source source) throws IOException, RouteFailure {
        if (source instanceof StreamSource stream) {
            try (InputStream in = stream.getInputStream()) {
                if (in == null) {
                    throw new RouteFailure.Invalid("the message's content is not a stream of bytes");
                }
                byte[] bytes = in.readNBytes(most + 1);
                if (bytes.length > most) {
                    throw tooLarge();
                }
                return bytes;
            }
        }
        Bounded out = new Bounded(most);
        try {
            TransformerFactory transformers = TransformerFactory.newDefaultInstance();
            transformers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            Transformer identity = transformers.newTransformer();
            identity.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            identity.transform(source, new StreamResult(out));
        } catch (TransformerException e) {
            if (out.isFull()) {
                throw tooLarge();
            }
            throw new RouteFailure.Invalid("the message's content cannot be written as XML");
        }
        if (out.isFull()) {
            throw tooLarge();
        }
        return out.toByteArray();
    }

    private RouteFailure tooLarge() {
        return new RouteFailure.Invalid("the message is larger than " + most + " bytes, which a step reads at most");
    }

    /** Keeps writes up to a bound. It drops the write that would exceed the bound, and all later ones. */
    private static final class Bounded extends ByteArrayOutputStream {
        private final int most;
        private boolean full;

        Bounded(int most) {
            this.most = most;
        }

        boolean isFull() {
            return full;
        }

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            full |= size() + (long) length > most;
            if (!full) {
                super.write(bytes, offset, length);
            }
        }
    }

    /** Copies arriving content; the memory is at most twice the received size. */
    private final class Peeking implements ArrivingContent.Peek {
        private final Body body;
        private final boolean lookOnly;
        private final GatheredBytes held;
        private final Gathered then;
        private final int first;
        private final int whole;
        private byte[] bytes = NO_BYTES;
        private int length;
        private boolean inline = true;
        private boolean over;

        Peeking(Body body, boolean lookOnly, ArrivingContent content, GatheredBytes held, Gathered then) {
            this.body = body;
            this.lookOnly = lookOnly;
            this.held = held;
            this.then = then;
            long expected = content.length();
            boolean known = expected >= 0 && expected <= most;
            whole = known ? (int) expected : most;
            first = Math.min(whole, known ? FIRST_BYTES : FIRST_BYTES_OF_UNKNOWN);
        }

        /** Begins to look at the content. Content whose sender has disconnected meanwhile counts as broken off. */
        void begin(ArrivingContent content) {
            try {
                content.peek(this, most);
            } catch (RuntimeException e) {
                if (over) {
                    throw e;
                }
                failed(new IOException("the content cannot be read", e));
            }
        }

        /** Called after {@code peek} has returned; returns true if the look has ended. */
        boolean returned() {
            inline = false;
            return over;
        }

        @Override
        public boolean piece(ByteBuffer piece) {
            int n = piece.remaining();
            if (n > bytes.length - length) {
                try {
                    grow(length + n);
                } catch (RouteFailure e) {
                    end(e);
                    return false;
                }
            }
            piece.get(bytes, length, n);
            length += n;
            return true;
        }

        private void grow(int least) throws RouteFailure {
            int size = Math.max(least, (int) Math.min(whole, Math.max(first, 2L * bytes.length)));
            held.add(size - bytes.length);
            bytes = Arrays.copyOf(bytes, size);
        }

        /** Reports only the first failure: a failing exchange discards its content, which causes another one. */
        private void end(RouteFailure failure) {
            if (over) {
                return;
            }
            over = true;
            held.giveBack(bytes.length);
            bytes = NO_BYTES;
            then.gathered(null, failure, inline);
        }

        @Override
        public void end() {
            over = true;
            BytesSource gathered = new BytesSource(bytes, 0, length);
            then.gathered(lookOnly ? new Body(body.source(), gathered) : new Body(gathered), null, inline);
        }

        @Override
        public void tooMuch() {
            end(tooLarge());
        }

        @Override
        public void failed(IOException cause) {
            end(RouteFailure.brokenOff(cause));
        }
    }

    private static final class Look extends AsyncProcessorSupport {
        private final Gatherer gatherer;
        private final boolean reads;
        private final int mostHere;

        /**
         * Creates the look of one step.
         *
         * @param mostHere the largest body that stays on its thread; NOTHING if even an exchange without a body moves
         *     to a worker
         */
        Look(Gatherer gatherer, boolean reads, int mostHere) {
            this.gatherer = gatherer;
            this.reads = reads;
            this.mostHere = mostHere;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            if (!reads && mostHere != NOTHING) {
                callback.done(true);
                return true;
            }
            if (!reads) {
                proceedOnWorker(exchange, callback);
                return false;
            }
            Bringing bringing = new Bringing(exchange, callback);
            boolean called = gatherer.gather(
                    InboundExchange.body(exchange.getMessage()),
                    true,
                    InboundExchange.of(exchange).gathered(),
                    bringing);
            return called && !bringing.movesOn;
        }

        /** The look of one exchange. */
        private final class Bringing implements Gathered {
            private final Exchange exchange;
            private final AsyncCallback callback;
            /** Read only by the receiver that is called inline. */
            private boolean movesOn;

            Bringing(Exchange exchange, AsyncCallback callback) {
                this.exchange = exchange;
                this.callback = callback;
            }

            @Override
            public void gathered(Body body, RouteFailure failure, boolean inline) {
                if (failure != null) {
                    exchange.setException(failure);
                } else {
                    exchange.getMessage().setBody(body);
                    if (body.bytes().length() > mostHere) {
                        movesOn = inline;
                        proceedOnWorker(exchange, callback);
                        return;
                    }
                }
                callback.done(inline);
            }
        }

        /**
         * Continues on a worker. It never reports synchronous completion: Camel accepts either, as long as the return
         * value and the callback agree.
         */
        private void proceedOnWorker(Exchange exchange, AsyncCallback callback) {
            try {
                gatherer.workers.execute(() -> callback.done(false), () -> {
                    exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
                    callback.done(false);
                });
            } catch (RuntimeException e) {
                exchange.setException(new RouteFailure.Unavailable("no worker is free", e));
                callback.done(false);
            }
        }

        @Override
        public String toString() {
            return "look at the body";
        }
    }
}
