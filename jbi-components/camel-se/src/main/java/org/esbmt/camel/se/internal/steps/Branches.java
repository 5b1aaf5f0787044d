package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.AsyncProcessor;

/** Makes a step's processor from the processors of its inner steps, when its route is made. */
@FunctionalInterface
interface Branches {

    /**
     * The step's processor. It is started and stopped with its route, and so are its branches.
     *
     * @param branches one for each list of inner steps; a branch without steps does nothing
     */
    AsyncProcessor join(List<AsyncProcessor> branches);
}
