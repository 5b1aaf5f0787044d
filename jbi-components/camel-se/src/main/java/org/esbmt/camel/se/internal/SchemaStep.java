package org.esbmt.camel.se.internal;

import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.schema.CompiledSchema;
import org.esbmt.camel.se.internal.work.UnitWorkers;

/** Validates bodies against an XML schema of the unit. Valid bodies pass unchanged. */
final class SchemaStep extends WorkerStep {
    private final CompiledSchema schema;

    SchemaStep(CompiledSchema schema, UnitWorkers workers) {
        super(workers);
        this.schema = schema;
    }

    @Override
    void apply(byte[] document, Exchange exchange) throws EvaluationFailedException {
        schema.validate(document);
    }

    @Override
    public String toString() {
        return "validator";
    }
}
