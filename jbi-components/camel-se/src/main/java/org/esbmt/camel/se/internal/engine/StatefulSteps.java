package org.esbmt.camel.se.internal.engine;

import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.model.Step;

/**
 * Adds the steps that keep a state, wait, or make several messages of one: split, aggregate, multicast, wire tap,
 * throttle, delay, circuit breaker, idempotent consumer. Adds the steps that transform and validate, too. One for each
 * service unit.
 */
public interface StatefulSteps extends AutoCloseable {

    /**
     * Adds the outputs that perform the step. When such a step begins, the body is at hand ({@link Body#isAtHand}).
     *
     * @param to the definition whose outputs it adds to
     */
    void add(ProcessorDefinition<?> to, Step step, StepBuilding building);

    /** Counts the bodies gathered for the unit's routes. */
    BodyRoom bodies();

    /** Stops the steps with their unit: timers and threads end, nothing more is sent. */
    @Override
    void close();
}
