package org.esbmt.camel.se.internal.steps;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.model.OutputDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.reifier.ProcessorReifier;

/**
 * The definition of one of our own steps for Camel. Its outputs are the steps of its branches, one branch after the
 * other.
 */
final class BranchedDefinition extends OutputDefinition<BranchedDefinition> implements Branched {
    static {
        ProcessorReifier.registerReifier(
                BranchedDefinition.class, (route, it) -> new BranchedReifier<>(route, (BranchedDefinition) it));
    }

    private final String name;
    private final boolean separate;
    private final Branches branches;
    private final List<Integer> ends = new ArrayList<>();

    /** @param separate true if its branches get exchanges of their own */
    BranchedDefinition(String name, boolean separate, Branches branches) {
        this.name = name;
        this.separate = separate;
        this.branches = branches;
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
    public String getShortName() {
        return name;
    }

    @Override
    public ProcessorDefinition<?> copyDefinition() {
        throw new UnsupportedOperationException("a step belongs to one route");
    }
}
