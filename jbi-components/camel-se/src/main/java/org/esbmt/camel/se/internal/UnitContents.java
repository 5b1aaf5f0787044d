package org.esbmt.camel.se.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.jbi.management.DeploymentException;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.StatefulSteps;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.reader.ContentCheck;
import org.esbmt.camel.se.internal.reader.RouteUnitReader;
import org.esbmt.camel.se.internal.steps.PartsCompiler;
import org.esbmt.camel.se.internal.steps.SharedSteps;
import org.esbmt.jbi.container.api.Owner;

/** Puts the engine together with what reads its units, and with what evaluates and does what stands in them. */
final class UnitContents {
    static final ContentCheck CHECK = ContentCheck.NONE;

    private final SharedSteps steps;

    UnitContents(SharedSteps steps) {
        this.steps = steps;
    }

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
        return steps.open(owner, (expression, building) -> parts(expression, building));
    }

    /** An expression that has no parts is one. */
    private PartsCompiler.Parts parts(Expression expression, StepBuilding building) {
        Value value = expression instanceof Expression.XPath xpath ? xpath(xpath) : building.value(expression);
        return exchange -> List.of(Body.ofText(value.text(exchange)).bytes()).iterator();
    }
}
