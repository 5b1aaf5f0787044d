package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import org.apache.camel.impl.DefaultCamelContext;
import org.esbmt.camel.se.internal.work.UnitWorkers;

/** Camel contexts as units have them, for tests of other packages. */
public final class UnitContexts implements AutoCloseable {
    private final SharedCamel shared = new SharedCamel();

    public DefaultCamelContext create(String name, UnitWorkers workers) {
        return UnitContext.create(name, shared, workers);
    }

    @Override
    public void close() throws IOException {
        shared.close();
    }
}
