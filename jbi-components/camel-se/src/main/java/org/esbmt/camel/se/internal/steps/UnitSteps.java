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
 * The steps of one service unit that keep a state, wait, or make several messages of one. Their state belongs to this
 * unit alone, and ends with it.
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

    /** @throws IllegalArgumentException if this class does not make the step, or the step is above a bound */
    @Override
    public void add(ProcessorDefinition<?> to, Step step, StepBuilding building) {
        step.accept(new Adding(to, building));
    }

    private final class Adding implements Step.PartialVisitor<Void> {
        private final ProcessorDefinition<?> to;
        private final StepBuilding building;

        Adding(ProcessorDefinition<?> to, StepBuilding building) {
            this.to = to;
            this.building = building;
        }

        @Override
        public Void split(Step.Split split) {
            Parts found = parts.compile(split.parts(), building);
            return branched("split", true, split.inside(), b -> new SplitStep(split, found, services, building, b));
        }

        @Override
        public Void multicast(Step.Multicast multicast) {
            List<List<Step>> each =
                    multicast.branches().stream().map(List::<Step>of).toList();
            return branched("multicast", true, each, b -> new MulticastStep(multicast, services, building, b));
        }

        @Override
        public Void wireTap(Step.WireTap tap) {
            List<Step> there = List.of(new Step.To(inOnly(tap.address()), tap.place()));
            return branched("wireTap", true, List.of(there), b -> new WireTapStep(tap, services, building, b));
        }

        @Override
        public Void aggregate(Step.Aggregate step) {
            Value correlation = building.value(step.correlation());
            Optional<Value> condition = step.completionCondition().map(building::value);
            return branched("aggregate", true, step.inside(), b -> {
                AggregateStep made = new AggregateStep(step, correlation, condition, services, building, b);
                synchronized (aggregates) {
                    aggregates.add(made);
                }
                return made;
            });
        }

        @Override
        public Void idempotentConsumer(Step.IdempotentConsumer step) {
            Value key = building.value(step.key());
            reserve(step.remembered());
            return branched(
                    "idempotentConsumer", false, step.inside(), b -> new IdempotentStep(step, key, services, b));
        }

        @Override
        public Void circuitBreaker(Step.CircuitBreaker step) {
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
            return null;
        }

        @Override
        public Void throttle(Step.Throttle throttle) {
            reserve(throttle.exchanges());
            to.addOutput(new ProcessDefinition(new ThrottleStep(throttle, services, System::nanoTime)));
            return null;
        }

        @Override
        public Void delay(Step.Delay delay) {
            to.addOutput(new ProcessDefinition(new DelayStep(delay, services)));
            return null;
        }

        @Override
        public Void other(Step step) {
            throw new IllegalArgumentException(step.place() + ": this engine does not know the step");
        }

        private Void branched(String name, boolean separate, List<List<Step>> branches, Branches join) {
            BranchedDefinition made = new BranchedDefinition(name, separate, join);
            for (List<Step> branch : branches) {
                building.addAll(made, branch);
                made.endBranch();
            }
            to.addOutput(made);
            return null;
        }
    }

    /**
     * The address with the pattern in-only. The end of a copy is not awaited, even if the message's own exchange is
     * robust.
     */
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

    /** Fails waiting exchanges, gives up groups, and ends timers. */
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
