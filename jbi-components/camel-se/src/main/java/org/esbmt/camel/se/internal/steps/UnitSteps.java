package org.esbmt.camel.se.internal.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.engine.BodyRoom;
import org.esbmt.camel.se.internal.engine.StatefulSteps;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.PartsCompiler.Parts;

/**
 * The steps of one service unit that keep a state, wait, or make several messages of one. What they keep is this unit's
 * alone, and ends with it.
 */
public final class UnitSteps implements StatefulSteps {
    private final StepServices services;
    private final PartsCompiler parts;
    private final Runnable leave;
    private final List<AggregateStep> aggregates = new ArrayList<>();
    private long reserved;
    private boolean closed;

    UnitSteps(StepServices services, PartsCompiler parts, Runnable leave) {
        this.services = services;
        this.parts = parts;
        this.leave = leave;
    }

    /** Whether a step is one of those that are made here. */
    public static boolean makes(Step step) {
        return step instanceof Step.Split
                || step instanceof Step.Aggregate
                || step instanceof Step.Multicast
                || step instanceof Step.WireTap
                || step instanceof Step.Throttle
                || step instanceof Step.Delay
                || step instanceof Step.CircuitBreaker
                || step instanceof Step.IdempotentConsumer;
    }

    /** @throws IllegalArgumentException if it is not one of those ({@link #makes}), or above a bound */
    @Override
    public void add(ProcessorDefinition<?> to, Step step, StepBuilding building) {
        if (step instanceof Step.Split split) {
            Parts found = parts.compile(split.parts(), building);
            branched(
                    to,
                    building,
                    "split",
                    true,
                    List.of(split.steps()),
                    b -> new SplitStep(split, found, services, building, b));
        } else if (step instanceof Step.Multicast multicast) {
            List<List<Step>> each =
                    multicast.branches().stream().map(List::<Step>of).toList();
            branched(to, building, "multicast", true, each, b -> new MulticastStep(multicast, services, building, b));
        } else if (step instanceof Step.WireTap tap) {
            List<Step> there = List.of(new Step.To(inOnly(tap.address()), tap.place()));
            branched(to, building, "wireTap", true, List.of(there), b -> new WireTapStep(tap, services, building, b));
        } else if (step instanceof Step.Aggregate aggregate) {
            aggregate(to, aggregate, building);
        } else if (step instanceof Step.IdempotentConsumer idempotent) {
            Value key = building.value(idempotent.key());
            reserve(idempotent.remembered());
            branched(
                    to,
                    building,
                    "idempotentConsumer",
                    false,
                    List.of(idempotent.steps()),
                    b -> new IdempotentStep(idempotent, key, services, b));
        } else if (step instanceof Step.CircuitBreaker breaker) {
            circuitBreaker(to, breaker, building);
        } else if (step instanceof Step.Throttle throttle) {
            reserve(throttle.exchanges());
            to.addOutput(new ProcessDefinition(new ThrottleStep(throttle, services, System::nanoTime)));
        } else if (step instanceof Step.Delay delay) {
            to.addOutput(new ProcessDefinition(new DelayStep(delay, services)));
        } else {
            throw new IllegalArgumentException(step.place() + ": this engine does not know the step");
        }
    }

    /** Nobody waits for the end of a copy, not even where the message's own exchange is robust. */
    private static Address inOnly(Address address) {
        return address instanceof Address.Jbi jbi && jbi.pattern().isEmpty()
                ? new Address.Jbi(jbi.service(), jbi.endpoint(), jbi.operation(), Optional.of(Address.Pattern.IN_ONLY))
                : address;
    }

    @Override
    public BodyRoom bodies() {
        return services.room();
    }

    private void reserve(int remembered) {
        services.room().reserve(remembered);
        reserved += remembered;
    }

    private void aggregate(ProcessorDefinition<?> to, Step.Aggregate step, StepBuilding building) {
        Value correlation = building.value(step.correlation());
        Optional<Value> condition = step.completionCondition().map(building::value);
        branched(to, building, "aggregate", true, List.of(step.steps()), b -> {
            AggregateStep made = new AggregateStep(step, correlation, condition, services, building, b);
            synchronized (aggregates) {
                aggregates.add(made);
            }
            return made;
        });
    }

    private void circuitBreaker(ProcessorDefinition<?> to, Step.CircuitBreaker step, StepBuilding building) {
        boolean separate = step.timeout().isPresent();
        BreakerDefinition made = new BreakerDefinition(
                separate, b -> new CircuitBreakerStep(step, services, building, System::nanoTime, b));
        building.addAll(made, step.steps());
        made.endBranch();
        if (!step.fallback().isEmpty()) {
            building.addAll(made, step.fallback());
            made.endBranch();
        }
        to.addOutput(made);
    }

    private static void branched(
            ProcessorDefinition<?> to,
            StepBuilding building,
            String name,
            boolean separate,
            List<List<Step>> branches,
            Branches join) {
        BranchedDefinition made = new BranchedDefinition(name, separate, join);
        for (List<Step> branch : branches) {
            building.addAll(made, branch);
            made.endBranch();
        }
        to.addOutput(made);
    }

    /** What waits fails its exchange, groups are given up, timers end. */
    @Override
    public void close() {
        synchronized (aggregates) {
            if (closed) {
                return;
            }
            closed = true;
            aggregates.forEach(AggregateStep::giveUp);
        }
        services.workers().close();
        services.room().forget(reserved);
        leave.run();
    }
}
