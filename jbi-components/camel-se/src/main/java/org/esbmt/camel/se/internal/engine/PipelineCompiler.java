package org.esbmt.camel.se.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Predicate;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.FilterDefinition;
import org.apache.camel.model.PipelineDefinition;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.model.WhenDefinition;

/**
 * Compiles Camel's definition of a route into a {@link RoutePipeline}, if the route uses known definitions only: processors of
 * the bus, targets on the bus, choices, filters and sequences of them. Every other route stays with Camel: one with an
 * error handler, a loop, a try, a stop, a call of another route, or a step with branches of its own.
 */
final class PipelineCompiler {
    private static final String ON_THE_BUS = "jbi:";

    /** Thrown at a definition that is not known here. */
    private static final class Unknown extends Exception {
        private static final long serialVersionUID = 1L;

        Unknown() {
            super(null, null, false, false);
        }
    }

    private final JbiComponent jbi;

    PipelineCompiler(JbiComponent jbi) {
        this.jbi = jbi;
    }

    /** The pipeline with the same processors and targets; empty for a route that needs Camel's engine. */
    Optional<RoutePipeline> compile(RouteDefinition route) {
        try {
            return Optional.of(sequence(route.getOutputs()));
        } catch (Unknown e) {
            return Optional.empty();
        }
    }

    private RoutePipeline sequence(List<ProcessorDefinition<?>> outputs) throws Unknown {
        List<AsyncProcessor> steps = new ArrayList<>();
        for (ProcessorDefinition<?> output : outputs) {
            steps.add(step(output));
        }
        return new RoutePipeline(steps);
    }

    private AsyncProcessor step(ProcessorDefinition<?> definition) throws Unknown {
        Class<?> kind = definition.getClass(); // a subclass could do more
        if (kind == ProcessDefinition.class
                && ((ProcessDefinition) definition).getProcessor() instanceof AsyncProcessor ours) {
            return ours;
        }
        if (kind == ToDefinition.class) {
            String uri = ((ToDefinition) definition).getUri();
            if (uri.startsWith(ON_THE_BUS)) {
                return jbi.endpoint(uri).createProducer();
            }
        } else if (kind == ChoiceDefinition.class) {
            return choice((ChoiceDefinition) definition);
        } else if (kind == FilterDefinition.class) {
            FilterDefinition filter = (FilterDefinition) definition;
            return new RoutePipeline.Choice(
                    List.of(condition(filter.getExpression().getPredicate())),
                    List.of(sequence(filter.getOutputs()), new RoutePipeline(List.of())));
        } else if (kind == PipelineDefinition.class) {
            return new RoutePipeline.Choice(List.of(), List.of(sequence(definition.getOutputs())));
        }
        throw new Unknown();
    }

    private AsyncProcessor choice(ChoiceDefinition choice) throws Unknown {
        List<Predicate> conditions = new ArrayList<>();
        List<RoutePipeline> branches = new ArrayList<>();
        for (WhenDefinition when : choice.getWhenClauses()) {
            conditions.add(condition(when.getExpression().getPredicate()));
            branches.add(sequence(when.getOutputs()));
        }
        branches.add(sequence(choice.getOtherwise().getOutputs()));
        return new RoutePipeline.Choice(conditions, branches);
    }

    private static Predicate condition(Predicate predicate) throws Unknown {
        if (predicate == null) {
            throw new Unknown();
        }
        return predicate;
    }
}
