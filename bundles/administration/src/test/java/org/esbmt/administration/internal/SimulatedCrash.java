package org.esbmt.administration.internal;

/** The process ends here, as far as the test goes. */
final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;
}
