package org.esbmt.camel.se.internal.steps;

import java.util.List;

/** A definition with branches. */
interface Branched {

    /** Makes a branch of the outputs added since the last one. A branch without outputs does nothing. */
    void endBranch();

    /** The number of outputs up to the end of each branch. */
    List<Integer> ends();

    /** Returns true if the branches get exchanges of their own. */
    boolean isSeparate();

    Branches branches();
}
