package org.esbmt.administration.rest;

import org.esbmt.administration.api.PartAccess.Part;

/** Limits the operations of one request, beside the roles of the caller. */
@FunctionalInterface
public interface Permission {
    /** For callers whose roles alone decide. */
    Permission FULL = (part, changes) -> true;

    /**
     * Tells whether an operation is permitted.
     *
     * @param changes true if it is one that changes something
     */
    boolean permits(Part part, boolean changes);
}
