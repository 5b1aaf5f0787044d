package org.esbmt.administration.internal.harness;

/** The process ends here, as far as the test goes. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;
}
