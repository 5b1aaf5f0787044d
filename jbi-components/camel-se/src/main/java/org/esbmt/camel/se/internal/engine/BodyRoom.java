package org.esbmt.camel.se.internal.engine;

/** A tenant's room for bodies that are gathered for its routes, or made by them. Thread-safe. */
public interface BodyRoom {

    /**
     * Counts bytes that are kept from now on.
     *
     * @throws RouteFailure.Unavailable if the tenant has no room for so many more
     */
    void gather(int more) throws RouteFailure;

    /** Releases counted bytes. */
    void giveBack(long gathered);
}
