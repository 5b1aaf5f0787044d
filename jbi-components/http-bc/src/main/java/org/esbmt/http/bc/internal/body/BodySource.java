package org.esbmt.http.bc.internal.body;

/** Where a body comes from, as its reader sees it: the other direction of back-pressure. Called on the event loop. */
public interface BodySource {
    /** Read no more for now; what was read already may still come. */
    void pause();

    void resume();

    /** Nobody wants the rest. */
    void cancel();
}
