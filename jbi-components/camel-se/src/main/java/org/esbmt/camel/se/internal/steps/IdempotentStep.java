package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.support.SynchronizationAdapter;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Step;

/**
 * Idempotent consumer. A key is remembered at the arrival of its exchange. So an exchange with the same key passes by
 * even while the first is still running. If the whole exchange fails, the key is forgotten, and may come again.
 */
final class IdempotentStep extends BranchingStep {
    private final Step.IdempotentConsumer step;
    private final Value key;
    private final StepServices services;
    private final SeenKeys seen;

    IdempotentStep(Step.IdempotentConsumer step, Value key, StepServices services, List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.key = key;
        this.services = services;
        this.seen = new SeenKeys(step.remembered());
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        return key.isQuick(exchange)
                ? consume(exchange, callback)
                : onWorker(services, exchange, callback, this::consume);
    }

    private boolean consume(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        String text = key.text(exchange);
        if (text.isEmpty()) {
            throw new RouteFailure.Invalid("the message has no key for the idempotent consumer");
        }
        KeyDigest digest = KeyDigest.of(text);
        if (!seen.add(digest)) {
            services.counters().duplicates.increment();
            exchange.setProperty(ExchangePropertyKey.DUPLICATE_MESSAGE, true);
            callback.done(true);
            return true;
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onComplete(Exchange whole) {
                // a handled error is an error all the same
                if (ExchangeHelper.isFailureHandled(whole)) {
                    seen.remove(digest);
                }
            }

            @Override
            public void onFailure(Exchange whole) {
                seen.remove(digest);
            }
        });
        return branch(0).process(exchange, callback);
    }

    int remembered() {
        return seen.size();
    }

    @Override
    public String toString() {
        return "idempotent consumer at " + step.place();
    }
}
