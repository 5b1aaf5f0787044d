package org.esbmt.camel.se.internal.engine;

/** A tenant's room for bodies that are gathered for its routes, or made by them. On any thread. */
public interface BodyRoom {

    /**
     * Counts bytes that are kept from now on.
     *
     * @throws RouteFailure.Unavailable if the tenant has no room for so many more
     */
    void gather(int more) throws RouteFailure;

    /** Bytes that were counted are kept no more. */
    void giveBack(long gathered);
}
