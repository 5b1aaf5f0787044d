package org.esbmt.camel.se.internal.engine;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.camel.se.internal.model.Place;

/**
 * The steps that change a message's headers and body. Ours instead of Camel's, which read functions and placeholders in
 * the names and values that they are given.
 */
final class MessageSteps {
    @FunctionalInterface
    private interface Change {
        void apply(Exchange exchange, Message message) throws RouteFailure;
    }

    private static final class ChangeStep extends AsyncProcessorSupport {
        private final String name;
        private final Change change;

        ChangeStep(String name, Change change) {
            this.name = name;
            this.change = change;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                change.apply(exchange, exchange.getMessage());
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

    /** Before a call of another route of the unit. */
    static AsyncProcessor call() {
        return new ChangeStep(
                "call", (exchange, message) -> Journey.of(exchange).call());
    }

    static AsyncProcessor setHeader(String name, Value value) {
        return new ChangeStep("setHeader", (exchange, message) -> Headers.set(message, name, value.text(exchange)));
    }

    /** @param name may end in '*' */
    static AsyncProcessor removeHeaders(String name) {
        if (!name.endsWith("*")) {
            return new ChangeStep("removeHeader", (exchange, message) -> message.removeHeader(name));
        }
        String prefix = name.substring(0, name.length() - 1);
        return new ChangeStep("removeHeaders", (exchange, message) -> message.getHeaders()
                .keySet()
                .removeIf(n -> n.regionMatches(true, 0, prefix, 0, prefix.length())));
    }

    /** @param most bytes of a body */
    static AsyncProcessor setBody(Value value, int most) {
        return new ChangeStep("setBody", (exchange, message) -> {
            String text = value.text(exchange);
            Body body = text.length() > most ? null : Body.ofText(text);
            if (body == null || body.bytes().length() > most) {
                throw new RouteFailure.Invalid("the message would become larger than " + most + " bytes");
            }
            MadeBodies.count(exchange, body.bytes().length());
            message.setBody(body);
        });
    }

    /** Fails if the condition does not hold. */
    static AsyncProcessor validate(Value condition, Place place) {
        return new ChangeStep("validate", (exchange, message) -> {
            if (!condition.test(exchange)) {
                throw new RouteFailure.Invalid("the message does not hold what " + place + " asks for");
            }
        });
    }

    /** Through methods of Camel's that declare no exception; it takes it up again behind them as it is. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> RuntimeException unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
