package org.esbmt.registry.testing;

/** What {@link InMemoryUnitOfWork} puts back when a unit of work fails. */
public interface Restorable {
    /** Remembers how everything is now; what it returns puts it back, once. */
    Runnable remember();
}
