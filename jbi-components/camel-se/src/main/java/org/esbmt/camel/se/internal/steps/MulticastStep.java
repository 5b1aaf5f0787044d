package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.FanOut.Branch;

/** Multicast: a copy of the message goes through each branch. */
final class MulticastStep extends BranchingStep {
    private final Step.Multicast step;
    private final StepServices services;

    MulticastStep(Step.Multicast step, StepServices services, List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.services = services;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) {
        Copies.settle(exchange);
        Iterator<Branch> copies = IntStream.range(0, branches())
                .mapToObj(i -> new Branch(Copies.of(exchange), branch(i)))
                .iterator();
        new FanOut(services, exchange, callback, copies, step.parallel(), step.stopOnError(), step.combination()).go();
        return false;
    }

    @Override
    public String toString() {
        return "multicast at " + step.place();
    }
}
