package org.esbmt.camel.se.internal.steps;

import java.util.List;

/** What definitions with branches have in common. */
interface Branched {

    /** The outputs that were added since the last branch are a branch; none are one that does nothing. */
    void endBranch();

    /** How many outputs there are up to the end of each branch. */
    List<Integer> ends();

    /** Whether the branches get exchanges of their own. */
    boolean isSeparate();

    Branches branches();
}
