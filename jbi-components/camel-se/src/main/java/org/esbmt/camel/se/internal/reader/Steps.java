package org.esbmt.camel.se.internal.reader;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;

/** Walks through all steps of a route. */
final class Steps {
    private Steps() {}

    /** Visits all steps, including those of the error handlers. */
    static void each(Route route, Consumer<Step> visitor) {
        for (OnError error : route.errors()) {
            each(error.steps(), visitor);
        }
        each(route.steps(), visitor);
    }

    /** Visits all targets of a route, with their places. */
    static void targets(Route route, BiConsumer<Address, Place> visitor) {
        each(route, step -> step.target().ifPresent(address -> visitor.accept(address, step.place())));
    }

    private static void each(List<Step> steps, Consumer<Step> visitor) {
        for (Step step : steps) {
            visitor.accept(step);
            for (List<Step> inside : step.inside()) {
                each(inside, visitor);
            }
        }
    }
}
