package org.esbmt.camel.se.internal.steps;

import java.util.List;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.jbi.container.api.content.BytesSource;

/** Compiles the expression of a split to a finder of the parts of a message. */
@FunctionalInterface
public interface PartsCompiler {

    /** Called when a unit is built. */
    Parts compile(Expression expression, StepBuilding building);

    /** Finds the parts. On any thread, several at once. */
    @FunctionalInterface
    interface Parts {
        /**
         * The parts, in order. Each is a document of its own, or text.
         *
         * @param exchange its body is at hand
         * @param most parts that are made and returned, however many the message has
         */
        List<BytesSource> of(Exchange exchange, int most) throws RouteFailure;
    }
}
