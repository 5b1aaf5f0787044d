package org.esbmt.http.api.edge;

import org.esbmt.http.api.body.BodySink;
import org.osgi.annotation.versioning.ConsumerType;

/** Receives one request's body, and the outcome of the answer. Called on the event loop. */
@ConsumerType
public interface CallReceiver extends BodySink {
    /** Called about four times a second, until the call is over. */
    void tick(long now);

    /**
     * Called once, as the last: the answer was written to its last byte, or the client has closed its connection before
     * that.
     */
    void over(boolean answered);
}
