package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import org.apache.camel.CamelContext;
import org.apache.camel.TypeConverter;
import org.apache.camel.spi.ReactiveExecutor;

/** The part of Camel that all contexts of the bundle share. It belongs to no tenant, and ends with the component. */
final class SharedCamel implements AutoCloseable {
    private final ReactiveExecutor tasks = new CallerTasks();
    private final UnitContext owner;

    SharedCamel() {
        owner = UnitContext.createOwner(tasks);
        owner.start();
    }

    /** The shared type converter. Its cache of conversions costs memory; it keeps nothing of a message. */
    TypeConverter converter() {
        return owner.getTypeConverter();
    }

    ReactiveExecutor tasks() {
        return tasks;
    }

    CamelContext context() {
        return owner;
    }

    @Override
    public void close() throws IOException {
        owner.close();
    }
}
