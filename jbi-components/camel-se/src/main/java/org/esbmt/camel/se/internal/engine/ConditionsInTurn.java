package org.esbmt.camel.se.internal.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * Evaluates the conditions of the choice after it until one is true. Each condition that may take long is a job of its
 * own: between two of them other tenants have their turns.
 */
final class ConditionsInTurn extends AsyncProcessorSupport implements AsyncProcessor {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int NONE = -1;

    private final List<Value> conditions;
    private final CamelUnit unit;
    private final String property = "org.esbmt.choice." + NUMBERS.incrementAndGet();

    /**
     * @param conditions in the order of evaluation; the first costly one is evaluated on a thread that it may occupy
     */
    ConditionsInTurn(List<Value> conditions, CamelUnit unit) {
        this.conditions = List.copyOf(conditions);
        this.unit = unit;
    }

    /** One of the conditions, for the choice. */
    Value value(int index) {
        return new Value() {
            @Override
            public boolean readsBody() {
                return false;
            }

            @Override
            public String text(Exchange exchange) {
                return String.valueOf(test(exchange));
            }

            @Override
            public boolean test(Exchange exchange) {
                return exchange.getProperty(property) instanceof Integer holds && holds == index;
            }
        };
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return proceed(exchange, callback, 0, true);
    }

    private boolean proceed(Exchange exchange, AsyncCallback callback, int first, boolean sync) {
        boolean worked = false;
        try {
            for (int i = first; i < conditions.size(); i++) {
                Value condition = conditions.get(i);
                if (!condition.isQuick(exchange)) {
                    if (worked) {
                        later(exchange, callback, i);
                        return false;
                    }
                    worked = true;
                }
                if (condition.test(exchange)) {
                    exchange.setProperty(property, i);
                    callback.done(sync);
                    return sync;
                }
            }
            exchange.setProperty(property, NONE);
        } catch (RouteFailure | RuntimeException e) {
            exchange.setException(e);
        } catch (StackOverflowError e) {
            exchange.setException(new RouteFailure.Invalid("the message needs too deep a stack"));
        }
        callback.done(sync);
        return sync;
    }

    private void later(Exchange exchange, AsyncCallback callback, int next) {
        unit.proceed(
                () -> {
                    boolean unused = proceed(exchange, callback, next, false);
                },
                () -> {
                    exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
                    callback.done(false);
                });
    }

    @Override
    public String toString() {
        return "conditions";
    }
}
