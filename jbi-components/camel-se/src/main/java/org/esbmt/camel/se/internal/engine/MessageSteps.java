package org.esbmt.camel.se.internal.engine;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.camel.se.internal.model.Place;

/**
 * The steps that change a message's headers and body. They replace Camel's own steps, which expand functions and
 * placeholders in names and values.
 */
final class MessageSteps {
    @FunctionalInterface
    private interface Change {
        void apply(Exchange exchange, Message message) throws RouteFailure;
    }

    private static final class ChangeStep extends AsyncProcessorSupport {
        private final CamelUnit unit;
        private final String name;
        private final Change change;

        ChangeStep(CamelUnit unit, String name, Change change) {
            this.unit = unit;
            this.name = name;
            this.change = change;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                change.apply(exchange, exchange.getMessage());
                if (CallBudget.of(exchange).step()) {
                    inTurn(unit, exchange, () -> callback.done(false), callback);
                    return false;
                }
            } catch (RouteFailure | RuntimeException e) {
                exchange.setException(e);
            } catch (StackOverflowError e) {
                exchange.setException(new RouteFailure.Invalid("the message needs too deep a stack"));
            }
            callback.done(true);
            return true;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private MessageSteps() {}

    /** Counts a call of another route of the unit before the call. */
    private static final class CallStep extends AsyncProcessorSupport {
        private final CamelUnit unit;

        CallStep(CamelUnit unit) {
            this.unit = unit;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                if (CallBudget.of(exchange).call()) {
                    inTurn(unit, exchange, () -> callback.done(false), callback);
                    return false;
                }
            } catch (RouteFailure e) {
                exchange.setException(e);
            }
            callback.done(true);
            return true;
        }

        @Override
        public String toString() {
            return "call";
        }
    }

    /**
     * The beginning of each run of a loop. The exchange fails here if the unit was stopped or the exchange is not
     * awaited any more. It waits here if its turn is over.
     */
    private static final class RunStep extends AsyncProcessorSupport {
        private final CamelUnit unit;
        private final int steps;

        RunStep(CamelUnit unit, int steps) {
            this.unit = unit;
            this.steps = steps;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                if (unit.isStopped()) {
                    throw new RouteFailure.Unavailable("the unit was stopped", null);
                }
                if (InboundExchange.of(exchange).isDropped()) {
                    throw new RouteFailure.Timeout("the answer is not awaited any more");
                }
                if (CallBudget.of(exchange).run(steps)) {
                    inTurn(unit, exchange, () -> callback.done(false), callback);
                    return false;
                }
            } catch (RouteFailure e) {
                exchange.setException(e);
            }
            callback.done(true);
            return true;
        }

        @Override
        public String toString() {
            return "run";
        }
    }

    /** @param steps the steps of one run */
    static AsyncProcessor run(CamelUnit unit, int steps) {
        return new RunStep(unit, steps);
    }

    static AsyncProcessor call(CamelUnit unit) {
        return new CallStep(unit);
    }

    /**
     * Continues on a worker in the tenant's turn, because this message has occupied its thread long enough.
     *
     * @param callback called with the failure if the unit is stopped first
     */
    static void inTurn(CamelUnit unit, Exchange exchange, Runnable proceed, AsyncCallback callback) {
        unit.proceed(proceed, () -> {
            exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
            callback.done(false);
        });
    }

    static AsyncProcessor setHeader(CamelUnit unit, String name, Value value) {
        return new ChangeStep(
                unit, "setHeader", (exchange, message) -> Headers.set(message, name, value.text(exchange)));
    }

    /** @param name may end in '*' */
    static AsyncProcessor removeHeaders(CamelUnit unit, String name) {
        if (!name.endsWith("*")) {
            return new ChangeStep(unit, "removeHeader", (exchange, message) -> message.removeHeader(name));
        }
        String prefix = name.substring(0, name.length() - 1);
        return new ChangeStep(unit, "removeHeaders", (exchange, message) -> message.getHeaders()
                .keySet()
                .removeIf(n -> n.regionMatches(true, 0, prefix, 0, prefix.length())));
    }

    static AsyncProcessor setBody(CamelUnit unit, Value value) {
        int most = unit.mostBytes();
        return new ChangeStep(unit, "setBody", (exchange, message) -> {
            String text = value.text(exchange);
            Body body = text.length() > most ? null : Body.ofText(text);
            if (body == null || body.bytes().length() > most) {
                throw new RouteFailure.Invalid("the message would become larger than " + most + " bytes");
            }
            MadeBodies.count(exchange, body.bytes().length());
            message.setBody(body);
        });
    }

    /** Fails if the condition is false. */
    static AsyncProcessor validate(CamelUnit unit, Value condition, Place place) {
        return new ChangeStep(unit, "validate", (exchange, message) -> {
            if (!condition.test(exchange)) {
                throw new RouteFailure.Invalid("the message does not satisfy the condition at " + place);
            }
        });
    }

    /** Throws a checked exception through Camel's methods that declare none; the caller catches it unchanged. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> RuntimeException unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
