package org.esbmt.camel.se.internal.work;

/**
 * Work of one service unit. Of the two methods exactly one is called, once, unless the job is taken back with
 * {@link Waiting#cancel}. Neither may block, nor throw.
 */
public interface Job {

    /** On a thread of {@link TenantWorkers}. */
    void run();

    /** The unit is closed before it was this job's turn. On the thread that closes the unit. */
    void cancelled();
}
