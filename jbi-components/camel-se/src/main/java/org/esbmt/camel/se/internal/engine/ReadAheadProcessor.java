package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.camel.se.internal.engine.Reading.Found;
import org.esbmt.content.api.ArrivingContent;

/**
 * Evaluates the values of the next step from the first bytes of the body, on their thread of arrival. The body is not
 * gathered, and its later readers receive it whole. If the bytes within the bounds do not decide a value, the fallback
 * gathers the body, and the next step evaluates the value. {@link RouteBuilding} adds it before the step.
 */
final class ReadAheadProcessor extends AsyncProcessorSupport {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final List<Value> values;
    private final ValueUse use;
    private final Gatherer gatherer;
    private final AsyncProcessor fallback;
    private final String property = "org.esbmt.ahead." + NUMBERS.incrementAndGet();

    /** The next step's use of the values. */
    enum ValueUse {
        /** The step decides by the values: no other information is kept. */
        CONDITIONS,
        /** The step uses the values as texts, possibly again in a retry. */
        TEXTS,
        /** The step uses each value once, and goes to a worker itself for a value that was not found. */
        ONCE
    }

    /**
     * Creates the processor of a step.
     *
     * @param values in the order of evaluation; a true one ends the evaluation
     */
    ReadAheadProcessor(List<Value> values, ValueUse use, Gatherer gatherer) {
        this.values = List.copyOf(values);
        this.use = use;
        this.gatherer = gatherer;
        this.fallback = gatherer.look(this.values, use == ValueUse.ONCE);
    }

    /** Returns true if reading ahead helps these values. */
    static boolean helps(List<Value> values) {
        return values.stream().anyMatch(Value::streams);
    }

    /** One of the values for the step: found ahead, or else evaluated now. */
    Value value(int index) {
        Value value = values.get(index);
        return new Value() {
            @Override
            public boolean readsBody() {
                return value.readsBody();
            }

            @Override
            public boolean isQuick(Exchange exchange) {
                return found(exchange, index) != null || value.isQuick(exchange);
            }

            @Override
            public String text(Exchange exchange) throws RouteFailure {
                Found found = take(exchange, index);
                return found == null ? value.text(exchange) : found.text();
            }

            @Override
            public boolean test(Exchange exchange) throws RouteFailure {
                Found found = take(exchange, index);
                return found == null ? value.test(exchange) : found.isTrue();
            }
        };
    }

    /**
     * The value found ahead, or null. A value for one use leaves the exchange, so that a copy, which may exist for
     * long, does not keep it.
     */
    private Found take(Exchange exchange, int index) {
        Found found = found(exchange, index);
        if (use == ValueUse.ONCE && found != null) {
            ((Found[]) exchange.getProperty(property))[index] = null;
        }
        return found;
    }

    private Found found(Exchange exchange, int index) {
        return exchange.getProperty(property) instanceof Found[] found ? found[index] : null;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return new Run(exchange, callback).evaluateRemaining(true);
    }

    @Override
    public String toString() {
        return "read ahead";
    }

    /**
     * The run for one exchange. Confined to one thread at a time: the content's own thread if the content still
     * arrives.
     */
    private final class Run implements ArrivingContent.Peek {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private final Body body;
        private final Found[] found = new Found[values.size()];
        private final CallBudget budget;
        private int left;
        private int asked;
        private Reading reading;
        private int cost;
        private boolean peeking;
        private boolean waiting;
        private boolean tooMuch;
        private Throwable failure;

        Run(Exchange exchange, AsyncCallback callback) {
            this.exchange = exchange;
            this.callback = callback;
            this.body = InboundExchange.body(exchange.getMessage());
            this.budget = CallBudget.of(exchange);
            this.left = gatherer.mostAhead() - budget.readAhead();
            exchange.setProperty(property, found);
        }

        /** Keeps a value. A text stays with the exchange until its end, and counts like a body gathered for it. */
        private void keep(Found value) throws RouteFailure {
            if (use == ValueUse.CONDITIONS) {
                found[asked] = value.isTrue() ? Found.TRUE : Found.FALSE;
            } else {
                MadeBodies.count(exchange, 2 * value.text().length());
                found[asked] = value;
            }
        }

        /**
         * Evaluates values in their order until one is true, then calls the next step. It stops at a wait for bytes,
         * and once the fallback takes over.
         *
         * @param sync true while {@code process} has not returned yet; the result is its return value
         */
        boolean evaluateRemaining(boolean sync) {
            while (failure == null && asked < found.length) {
                try {
                    if (!evaluateNext()) {
                        return fallback.process(exchange, now -> callback.done(sync && now)) && sync;
                    }
                } catch (RouteFailure | RuntimeException | StackOverflowError e) {
                    failure = e;
                }
                if (waiting) {
                    return false;
                }
                if (failure == null && found[asked].isTrue()) {
                    break;
                }
                asked++;
            }
            if (failure != null) {
                exchange.setException(failure);
            }
            callback.done(sync);
            return sync;
        }

        /**
         * Evaluates one value from the bytes at hand.
         *
         * @return true if it is found, is still being read, or has failed; else the fallback must run
         */
        private boolean evaluateNext() throws RouteFailure {
            Value value = values.get(asked);
            if (!value.readsBody() && !value.isCostly()) {
                keep(new Found(use == ValueUse.CONDITIONS ? "" : value.text(exchange), value.test(exchange)));
                return true;
            }
            cost = value.streams() ? value.readingCost() : 0;
            if (cost == 0 || left < cost) {
                return false;
            }
            if (!value.readsBody()) {
                reading = value.read(exchange);
                return read(value.bytes(exchange));
            }
            if (body.isAtHand()) {
                reading = value.read(exchange);
                return read(body.bytes().bytes());
            }
            if (body.source() instanceof ArrivingContent arriving && arriving.isHere()) {
                reading = value.read(exchange);
                return peek(arriving);
            }
            return false;
        }

        private boolean read(ByteBuffer all) throws RouteFailure {
            int allowed = Math.min(all.remaining(), left / cost);
            boolean whole = allowed == all.remaining();
            if (take(all.limit(all.position() + allowed)) && !whole) {
                return false;
            }
            keep(reading.found());
            return true;
        }

        private boolean take(ByteBuffer piece) throws RouteFailure {
            int before = piece.remaining();
            boolean wants = reading.piece(piece);
            int read = (before - piece.remaining()) * cost;
            left -= read;
            budget.readAhead(read);
            return wants;
        }

        private boolean peek(ArrivingContent arriving) {
            tooMuch = false;
            peeking = true;
            arriving.peek(this, left / cost);
            peeking = false;
            waiting = found[asked] == null && failure == null && !tooMuch;
            return !tooMuch;
        }

        @Override
        public boolean piece(ByteBuffer piece) {
            try {
                if (take(piece)) {
                    return true;
                }
                keep(reading.found());
            } catch (RouteFailure | RuntimeException | StackOverflowError e) {
                failure = e;
            }
            endPeek();
            return false;
        }

        @Override
        public void end() {
            try {
                keep(reading.found());
            } catch (RouteFailure | RuntimeException | StackOverflowError e) {
                failure = e;
            }
            endPeek();
        }

        @Override
        public void tooMuch() {
            tooMuch = true;
            endPeek();
        }

        @Override
        public void failed(IOException cause) {
            failure = RouteFailure.brokenOff(cause);
            endPeek();
        }

        /** Continues with the next value after a peek, except within {@code evaluateNext}, which continues itself. */
        private void endPeek() {
            if (peeking) {
                return;
            }
            waiting = false;
            if (tooMuch) {
                fallback.process(exchange, now -> callback.done(false));
                return;
            }
            if (failure == null && found[asked].isTrue()) {
                asked = found.length;
            } else {
                asked++;
            }
            evaluateRemaining(false);
        }
    }
}
