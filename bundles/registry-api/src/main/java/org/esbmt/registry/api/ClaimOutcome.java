package org.esbmt.registry.api;

/** The answer to a claim. A message goes on after {@link #FIRST} alone. */
public enum ClaimOutcome {
    /** Nobody has claimed it before, and nobody gets this answer again. */
    FIRST,
    /** It was claimed before, or its time is over, so that nobody remembers any more. */
    REPEATED,
    /** The tenant has too many open or waiting claims. Other tenants' claims are not affected. */
    REFUSED_FULL,
    /**
     * The claim was not decided in time. It may have been recorded nevertheless, and is {@link #REPEATED} then when it is
     * made again.
     */
    UNAVAILABLE
}
