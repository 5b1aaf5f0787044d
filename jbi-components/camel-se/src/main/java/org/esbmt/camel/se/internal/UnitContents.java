package org.esbmt.camel.se.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import javax.jbi.management.DeploymentException;
import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.engine.StatefulSteps;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.reader.ContentCheck;
import org.esbmt.camel.se.internal.reader.RouteUnitReader;
import org.esbmt.jbi.container.api.Owner;

/** Puts the engine together with what reads its units, and with what evaluates and does what stands in them. */
final class UnitContents {
    static final ContentCheck CHECK = ContentCheck.NONE;

    RouteUnit read(Path root) throws DeploymentException {
        try {
            RouteUnitReader.Reading reading = RouteUnitReader.readRewritten(new UnitFolder(root), CHECK);
            if (reading.unit().isEmpty()) {
                throw new DeploymentException(
                        reading.findings().stream().map(Object::toString).collect(Collectors.joining("; ")));
            }
            return reading.unit().get();
        } catch (IOException | UncheckedIOException e) {
            throw new DeploymentException("the unit's files cannot be read: " + e.getMessage(), e);
        }
    }

    /** Deploying a unit with XPath ends here. */
    @SuppressWarnings("DoNotCallSuggester")
    Value xpath(Expression.XPath expression) {
        throw new IllegalArgumentException(expression.place() + ": XPath is not evaluated by this engine");
    }

    StatefulSteps steps(Owner owner) {
        return new StatefulSteps() {
            @Override
            public void add(ProcessorDefinition<?> to, Step step, StepBuilding building) {
                throw new IllegalArgumentException(step.place() + ": this engine does not know the step");
            }

            @Override
            public void close() {}
        };
    }
}
