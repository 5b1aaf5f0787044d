package org.esbmt.http.bc.internal.edge;

import org.esbmt.http.bc.internal.body.BodySink;

/** Takes one request's body, and learns the outcome of the answer. Called on the event loop. */
public interface CallReceiver extends BodySink {
    /** About four times a second, until the call is over. */
    void tick(long now);

    /** The last, and called once: the answer went out to its last byte, or the client has gone before that. */
    void over(boolean answered);
}
