package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.jbi.container.api.content.BytesSource;

/** Makes, of the expression of a split, what finds the parts of a message. */
@FunctionalInterface
public interface PartsCompiler {

    /** Called when a unit is built. */
    Parts compile(Expression expression, StepBuilding building);

    /** Finds the parts. On any thread, several at once. */
    @FunctionalInterface
    interface Parts {
        /**
         * The parts, in order; perhaps each is made when it is asked for. Each is a document of its own, or text.
         *
         * @param exchange its body is at hand
         * @return {@link Iterator#hasNext} and {@link Iterator#next} may throw {@link PartsException}
         */
        Iterator<BytesSource> of(Exchange exchange) throws RouteFailure;
    }

    /** Carries a failure out of an iterator. */
    final class PartsException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient RouteFailure failure;

        public PartsException(RouteFailure failure) {
            super(null, failure, false, false);
            this.failure = failure;
        }

        public RouteFailure failure() {
            return failure;
        }
    }
}
