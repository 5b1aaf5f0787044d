package org.esbmt.camel.se.internal.engine;

import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.Owner;

/** Services of the route builder for the builders of single steps. */
public interface StepBuilding extends DetachedCopies {

    /** Adds steps, of any kind, as outputs. */
    void addAll(ProcessorDefinition<?> to, List<Step> steps);

    /** A value of an expression, compiled once, now. A body that it reads is at hand at its evaluation. */
    Value value(Expression expression);

    /** The owner of the service unit. */
    Owner owner();

    CamelContext camel();
}
