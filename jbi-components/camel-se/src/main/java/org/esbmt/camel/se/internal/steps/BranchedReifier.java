package org.esbmt.camel.se.internal.steps;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.reifier.ProcessorReifier;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.PluginHelper;

/** Makes the processors of a step's branches, then that of the step. */
final class BranchedReifier<D extends ProcessorDefinition<?> & Branched> extends ProcessorReifier<D> {
    BranchedReifier(Route route, D definition) {
        super(route, definition);
    }

    @Override
    public Processor createProcessor() throws Exception {
        List<AsyncProcessor> branches = new ArrayList<>();
        int from = 0;
        for (int end : definition.ends()) {
            branches.add(branch(List.copyOf(definition.getOutputs().subList(from, end))));
            from = end;
        }
        return definition.branches().join(branches);
    }

    private AsyncProcessor branch(List<ProcessorDefinition<?>> steps) throws Exception {
        if (steps.isEmpty()) {
            return new NoSteps();
        }
        Processor processor = createOutputsProcessor(steps);
        if (definition.isSeparate()) {
            processor = PluginHelper.getInternalProcessorFactory(camelContext)
                    .addUnitOfWorkProcessorAdvice(camelContext, processor, route);
        }
        return AsyncProcessorConverterHelper.convert(processor);
    }
}
