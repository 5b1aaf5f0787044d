package org.esbmt.camel.se.internal.work;

/**
 * A job of one service unit. Exactly one of the two methods is called, once, unless the job is taken back with {@link
 * Waiting#cancel}. Neither may block or throw.
 */
public interface Job {

    /** Called on a thread of {@link TenantWorkers}. */
    void run();

    /** Called if the unit is closed before this job's turn, on the closing thread. */
    void cancelled();
}
