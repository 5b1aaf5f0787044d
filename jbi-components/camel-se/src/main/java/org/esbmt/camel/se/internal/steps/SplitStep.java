package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.MadeBodies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.FanOut.Branch;
import org.esbmt.camel.se.internal.steps.PartsCompiler.Parts;
import org.esbmt.content.api.BytesSource;

/**
 * Splitter: each part of a message passes the inner steps. It runs on a worker, because it reads the message to find
 * the parts.
 */
final class SplitStep extends BranchingStep {
    private final Step.Split step;
    private final Parts parts;
    private final StepServices services;
    private final DetachedCopies copies;

    SplitStep(
            Step.Split step, Parts parts, StepServices services, DetachedCopies copies, List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.parts = parts;
        this.services = services;
        this.copies = copies;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        return onWorker(services, exchange, callback, this::split);
    }

    private boolean split(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        int most = services.limits().parts();
        List<BytesSource> found = parts.of(exchange, (int) Math.min(most + 1L, Integer.MAX_VALUE));
        if (found.size() > most) {
            services.counters().tooManyExchanges.increment();
            throw new RouteFailure.Invalid("the message has more than " + most + " parts");
        }
        long bytes = found.stream().mapToLong(BytesSource::length).sum();
        MadeBodies.count(exchange, (int) Math.min(bytes, Integer.MAX_VALUE));
        Iterator<Branch> branches =
                found.stream().map(part -> copy(exchange, part)).iterator();
        new FanOut(
                        services,
                        copies,
                        exchange,
                        callback,
                        branches,
                        step.parallel(),
                        step.stopOnError(),
                        step.combination())
                .go();
        return false;
    }

    private Branch copy(Exchange original, BytesSource part) {
        Exchange copy = Copies.of(original);
        copies.branch(copy);
        copy.getMessage().setBody(new Body(part));
        return new Branch(copy, branch(0));
    }

    @Override
    public String toString() {
        return "split at " + step.place();
    }
}
