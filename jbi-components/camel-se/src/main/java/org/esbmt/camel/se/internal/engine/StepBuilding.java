package org.esbmt.camel.se.internal.engine;

import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.Owner;

/** What the one place where routes are built offers to those who build some of their steps. */
public interface StepBuilding extends DetachedCopies {

    /** Adds steps, of any kind, as outputs. */
    void addAll(ProcessorDefinition<?> to, List<Step> steps);

    /** A value of an expression; compiled once, now. What it reads of the body is at hand when it is evaluated. */
    Value value(Expression expression);

    /** Whose the unit is. */
    Owner owner();

    CamelContext camel();
}
