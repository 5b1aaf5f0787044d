package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.FanOut.Branch;

/** Multicast: a copy of the message passes each branch. */
final class MulticastStep extends BranchingStep {
    private final Step.Multicast step;
    private final StepServices services;
    private final DetachedCopies copies;

    MulticastStep(Step.Multicast step, StepServices services, DetachedCopies copies, List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.services = services;
        this.copies = copies;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) {
        Copies.settle(exchange);
        Iterator<Branch> branches =
                IntStream.range(0, branches()).mapToObj(i -> copy(exchange, i)).iterator();
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

    private Branch copy(Exchange original, int index) {
        Exchange copy = Copies.of(original);
        copies.branch(copy);
        return new Branch(copy, branch(index));
    }

    @Override
    public String toString() {
        return "multicast at " + step.place();
    }
}
