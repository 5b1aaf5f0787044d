package org.esbmt.camel.se.internal;

import java.util.List;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.BodyRoom;
import org.esbmt.camel.se.internal.engine.StatefulSteps;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.schema.CompiledSchema;
import org.esbmt.camel.se.internal.schema.InvalidSchemaException;
import org.esbmt.camel.se.internal.steps.PartsCompiler;
import org.esbmt.camel.se.internal.steps.SharedSteps;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.xslt.InvalidStylesheetException;
import org.esbmt.camel.se.internal.xslt.Stylesheet;
import org.esbmt.content.api.BytesSource;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** The steps of one unit that the engine does not implement itself, with the unit's files. */
final class ContentSteps implements StatefulSteps {
    private final UnitFiles files;
    private final UnitWorkers workers;
    private final StatefulSteps stateful;
    private final ContentLimits limits;

    ContentSteps(Owner owner, UnitFiles files, TenantWorkers workers, SharedSteps shared, ContentLimits limits) {
        this.files = files;
        this.limits = limits;
        this.workers = workers.open(owner);
        this.stateful = shared.open(owner, this::parts);
    }

    @Override
    public void add(ProcessorDefinition<?> to, Step step, StepBuilding building) {
        step.accept(new Step.PartialVisitor<Void>() {
            @Override
            public Void xslt(Step.Xslt xslt) {
                to.addOutput(new ProcessDefinition(new TransformStep(stylesheet(xslt), workers)));
                return null;
            }

            @Override
            public Void validateSchema(Step.ValidateSchema validate) {
                to.addOutput(new ProcessDefinition(new SchemaStep(schema(validate), workers)));
                return null;
            }

            @Override
            public Void other(Step another) {
                stateful.add(to, another, building);
                return null;
            }
        });
    }

    @Override
    public BodyRoom bodies() {
        return stateful.bodies();
    }

    private Stylesheet stylesheet(Step.Xslt step) {
        try {
            return Stylesheet.compile(files, step.file(), limits.xslt());
        } catch (InvalidStylesheetException e) {
            throw new IllegalArgumentException(e.findings().toString(), e);
        }
    }

    private CompiledSchema schema(Step.ValidateSchema step) {
        try {
            return CompiledSchema.compile(files, step.file(), limits.xslt());
        } catch (InvalidSchemaException e) {
            throw new IllegalArgumentException(e.findings().toString(), e);
        }
    }

    private PartsCompiler.Parts parts(Expression expression, StepBuilding building) {
        if (expression instanceof Expression.XPath model) {
            XPathValue xpath = new XPathValue(model, limits.xpath());
            return (exchange, most) ->
                    xpath.nodes(exchange, most).stream().map(BytesSource::new).toList();
        }
        Value value = building.value(expression); // an expression without parts is its own part
        return (exchange, most) -> List.of(Body.ofText(value.text(exchange)).bytes());
    }

    @Override
    public void close() {
        stateful.close();
        workers.close();
    }
}
