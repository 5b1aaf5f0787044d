package org.esbmt.camel.se.internal.work;

/** A job that begins later. */
public interface Waiting {

    /**
     * Takes the job back. Thread-safe.
     *
     * @return true if neither of the job's methods was called or will be; false if one was, is running, or is about to
     */
    boolean cancel();
}
