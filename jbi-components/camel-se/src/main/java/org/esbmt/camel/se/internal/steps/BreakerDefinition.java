package org.esbmt.camel.se.internal.steps;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.reifier.ProcessorReifier;

/**
 * The circuit breaker of this engine. It is a subclass of Camel's, so that the inner steps have no error handler of
 * their own: the circuit sees each failure first. The route's error handler handles the failures that leave the
 * circuit.
 */
final class BreakerDefinition extends CircuitBreakerDefinition implements Branched {
    static {
        ProcessorReifier.registerReifier(
                BreakerDefinition.class, (route, it) -> new BranchedReifier<>(route, (BreakerDefinition) it));
    }

    private final boolean separate;
    private final Branches branches;
    private final List<Integer> ends = new ArrayList<>(2);

    BreakerDefinition(boolean separate, Branches branches) {
        this.separate = separate;
        this.branches = branches;
        setInheritErrorHandler(true);
    }

    @Override
    public void endBranch() {
        ends.add(getOutputs().size());
    }

    @Override
    public List<Integer> ends() {
        return ends;
    }

    @Override
    public boolean isSeparate() {
        return separate;
    }

    @Override
    public Branches branches() {
        return branches;
    }

    @Override
    public CircuitBreakerDefinition copyDefinition() {
        throw new UnsupportedOperationException("a step belongs to one route");
    }
}
