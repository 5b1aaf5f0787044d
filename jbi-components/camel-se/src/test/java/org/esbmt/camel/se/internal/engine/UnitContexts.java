package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.camel.impl.DefaultCamelContext;

/** Camel contexts as units have them, for tests of other packages. */
public final class UnitContexts implements AutoCloseable {
    private final SharedCamel shared = new SharedCamel();

    public DefaultCamelContext create(String name, ScheduledExecutorService executor) {
        return UnitContext.create(name, shared, executor);
    }

    @Override
    public void close() throws IOException {
        shared.close();
    }
}
