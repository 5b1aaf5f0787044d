package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.AsyncProcessor;

/** Makes a step's processor, when its route is made, from the processors of the steps inside of it. */
@FunctionalInterface
interface Branches {

    /**
     * The step's processor. It is started and stopped with its route, and so are its branches.
     *
     * @param branches one for each list of steps inside of it; one without steps does nothing
     */
    AsyncProcessor join(List<AsyncProcessor> branches);
}
