package org.esbmt.camel.se.internal.engine;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * Services that all service units share, from the component's init to its shutdown.
 *
 * @param xpaths compiles XPath
 * @param steps opens the stateful steps of a unit
 * @param pipelines true to run routes without Camel's engine, if they need no part of it
 */
record EngineServices(
        EngineChannel bus,
        SharedCamel camel,
        Deadlines deadlines,
        TenantWorkers workers,
        Function<Expression.XPath, Value> xpaths,
        BiFunction<Owner, UnitFiles, StatefulSteps> steps,
        EngineLimits limits,
        boolean pipelines) {}
