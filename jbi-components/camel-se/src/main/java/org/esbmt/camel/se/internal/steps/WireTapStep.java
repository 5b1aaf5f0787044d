package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wire tap: a copy of the message is sent separately, in-only, and the exchange continues. Without room for one more
 * copy, the exchange fails: no copy is left out silently.
 */
final class WireTapStep extends BranchingStep {
    private static final Logger LOG = LoggerFactory.getLogger(WireTapStep.class);

    private final Step.WireTap step;
    private final StepServices services;
    private final DetachedCopies copies;

    WireTapStep(Step.WireTap step, StepServices services, DetachedCopies copies, List<AsyncProcessor> branches) {
        super(branches);
        this.copies = copies;
        this.step = step;
        this.services = services;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        MessageBudget.of(exchange, services.limits()).draw(services.counters());
        Copies.settle(exchange);
        int bytes = Copies.body(exchange.getMessage()).bytes().length();
        services.room().beginTap();
        try {
            services.room().holdBytes(bytes);
        } catch (RouteFailure e) {
            services.room().endTap();
            throw e;
        }
        try {
            Exchange copy = Copies.of(exchange);
            copy.setPattern(ExchangePattern.InOnly);
            copies.detach(copy);
            services.execute(() -> send(copy, bytes), e -> ended(copy, bytes, e));
        } catch (RouteFailure e) {
            release(bytes);
            throw e;
        }
        callback.done(true);
        return true;
    }

    private void send(Exchange copy, int bytes) {
        try {
            branch(0).process(copy, sync -> ended(copy, bytes, copy.getException()));
        } catch (RuntimeException | StackOverflowError e) {
            ended(copy, bytes, e);
        }
    }

    private void ended(Exchange copy, int bytes, Throwable failure) {
        copies.over(copy);
        release(bytes);
        if (failure != null) {
            services.counters().tapsFailed.increment();
            LOG.debug("A copy of the wire tap at {} failed: {}", step.place(), failure.toString());
        }
    }

    private void release(int bytes) {
        services.room().releaseBytes(bytes);
        services.room().endTap();
    }

    @Override
    public String toString() {
        return "wire tap at " + step.place();
    }
}
