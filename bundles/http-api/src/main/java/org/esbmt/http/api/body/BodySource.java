package org.esbmt.http.api.body;

import org.osgi.annotation.versioning.ConsumerType;

/** The source of a body, for its reader: the other direction of back-pressure. Called on the event loop. */
@ConsumerType
public interface BodySource {
    /** Stops reading for now. Pieces that were read already may still come. */
    void pause();

    void resume();

    /** Drops the rest of a body without a reader. */
    void cancel();
}
