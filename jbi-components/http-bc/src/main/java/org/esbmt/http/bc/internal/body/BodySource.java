package org.esbmt.http.bc.internal.body;

/** The source of a body, as its reader sees it: the other direction of back-pressure. Called on the event loop. */
public interface BodySource {
    /** Reads no more for now. Pieces that were read already may still come. */
    void pause();

    void resume();

    /** Drops the rest; no reader wants it. */
    void cancel();
}
