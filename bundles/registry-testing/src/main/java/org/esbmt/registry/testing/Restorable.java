package org.esbmt.registry.testing;

/** State that {@link InMemoryUnitOfWork} restores after a failed unit of work. */
public interface Restorable {
    /** Saves the present state; the result restores it, once. */
    Runnable remember();
}
