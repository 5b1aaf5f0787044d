package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.content.api.BytesSource;

/** Compiles the expression of a split to a finder of a message's parts. */
@FunctionalInterface
public interface PartsCompiler {

    /** Called when a unit is built. */
    Parts compile(Expression expression, StepBuilding building);

    /** Finds the parts. Thread-safe. */
    @FunctionalInterface
    interface Parts {
        /**
         * The parts, in order. Each is a document of its own, or text.
         *
         * @param exchange its body is at hand
         * @param most the largest number of parts to make and return, however many the message has
         */
        List<BytesSource> of(Exchange exchange, int most) throws RouteFailure;
    }
}
