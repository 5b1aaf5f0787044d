package org.esbmt.camel.se.internal;

import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.MadeBodies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.xslt.Stylesheet;

/** Replaces a body by the result of a stylesheet. */
final class TransformStep extends WorkerStep {
    private final Stylesheet stylesheet;

    TransformStep(Stylesheet stylesheet, UnitWorkers workers) {
        super(workers);
        this.stylesheet = stylesheet;
    }

    @Override
    void apply(byte[] document, Exchange exchange) throws EvaluationFailedException, RouteFailure {
        byte[] result = stylesheet.transform(document, XPathValue.headers(exchange.getMessage()));
        MadeBodies.count(exchange, result.length);
        exchange.getMessage().setBody(Body.of(result));
    }

    @Override
    public String toString() {
        return "xslt";
    }
}
