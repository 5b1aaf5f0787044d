package org.esbmt.camel.se.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.jbi.management.DeploymentException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.engine.CamelServiceUnits.UnitSource;
import org.esbmt.camel.se.internal.engine.StatefulSteps;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.reader.ContentCheck;
import org.esbmt.camel.se.internal.reader.RouteUnitReader;
import org.esbmt.camel.se.internal.schema.CompiledSchema;
import org.esbmt.camel.se.internal.steps.SharedSteps;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.xpath.CompiledXPath;
import org.esbmt.camel.se.internal.xslt.Stylesheet;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** Joins the engine with the reader of its units and with their steps. */
final class UnitContents {
    static final ContentCheck CHECK = new Checked(EvaluationLimits.XPATH, EvaluationLimits.XSLT);

    /**
     * Compiles all expressions and files of routes.
     *
     * @param xpath limits for compiling an XPath
     * @param xslt limits for compiling a stylesheet
     */
    record Checked(EvaluationLimits xpath, EvaluationLimits xslt) implements ContentCheck {
        @Override
        public List<Finding> xpath(Expression.XPath expression) {
            return CompiledXPath.findings(expression, xpath);
        }

        @Override
        public List<Finding> stylesheet(String file, UnitFiles unit, Place namedAt) {
            return Stylesheet.findings(unit, file, xslt);
        }

        @Override
        public List<Finding> schema(String file, UnitFiles unit, Place namedAt) {
            return CompiledSchema.findings(unit, file);
        }
    }

    private final TenantWorkers workers;
    private final SharedSteps steps;
    private final ContentLimits limits;

    /** @param workers are not closed here */
    UnitContents(TenantWorkers workers, SharedSteps steps, ContentLimits limits) {
        this.workers = workers;
        this.steps = steps;
        this.limits = limits;
    }

    Value xpath(Expression.XPath model) {
        return new XPathValue(model, limits.xpath());
    }

    /** Reads a unit from the deployer's folder for it. */
    static UnitSource read(Path root) throws DeploymentException {
        try {
            return read(new UnitFolder(root), CHECK);
        } catch (IOException | UncheckedIOException e) {
            throw new DeploymentException("the unit's files cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads files that the reader has written. */
    static UnitSource read(UnitFiles files, ContentCheck check) throws DeploymentException {
        RouteUnitReader.Reading reading = RouteUnitReader.readRewritten(files, check);
        if (reading.unit().isEmpty()) {
            throw new DeploymentException(
                    reading.findings().stream().map(Object::toString).collect(Collectors.joining("; ")));
        }
        return new UnitSource(reading.unit().get(), files);
    }

    StatefulSteps steps(Owner owner, UnitFiles files) {
        return new ContentSteps(owner, files, workers, steps, limits);
    }
}
