package org.esbmt.administration.internal.harness;

/** The end of the process in a test. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;
}
