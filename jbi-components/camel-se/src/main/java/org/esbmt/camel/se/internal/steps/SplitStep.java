package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.FanOut.Branch;
import org.esbmt.camel.se.internal.steps.PartsCompiler.Parts;
import org.esbmt.camel.se.internal.steps.PartsCompiler.PartsException;
import org.esbmt.jbi.container.api.content.BytesSource;

/** Splitter: each part of a message goes through the steps inside. On a worker: the parts are found by reading the message. */
final class SplitStep extends BranchingStep {
    private final Step.Split step;
    private final Parts parts;
    private final StepServices services;

    SplitStep(Step.Split step, Parts parts, StepServices services, List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.parts = parts;
        this.services = services;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        return onWorker(services, exchange, callback, this::split);
    }

    private boolean split(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        Iterator<BytesSource> found;
        try {
            found = parts.of(exchange);
        } catch (PartsException e) {
            throw e.failure();
        }
        new FanOut(
                        services,
                        exchange,
                        callback,
                        new Copying(exchange, found),
                        step.parallel(),
                        step.stopOnError(),
                        step.combination())
                .go();
        return false;
    }

    @Override
    public String toString() {
        return "split at " + step.place();
    }

    /** One exchange for each part. */
    private final class Copying implements Iterator<Branch> {
        private final Exchange original;
        private final Iterator<BytesSource> found;
        private int count;

        Copying(Exchange original, Iterator<BytesSource> found) {
            this.original = original;
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            return found.hasNext();
        }

        @Override
        public Branch next() {
            BytesSource part = found.next();
            count++;
            if (count > services.limits().parts()) {
                services.counters().tooManyExchanges.increment();
                throw new PartsException(new RouteFailure.Invalid(
                        "the message has more than " + services.limits().parts() + " parts"));
            }
            Exchange copy = Copies.of(original);
            copy.getMessage().setBody(new Body(part));
            return new Branch(copy, branch(0));
        }
    }
}
