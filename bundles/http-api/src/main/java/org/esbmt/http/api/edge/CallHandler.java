package org.esbmt.http.api.edge;

import org.osgi.annotation.versioning.ConsumerType;

/** Handles the HTTP requests that reach a port. */
@ConsumerType
public interface CallHandler {
    /**
     * Handles a request with a valid HTTP head. Called on the event loop. Before it returns, the handler has either
     * named the receiver of the body or given an answer.
     */
    void begin(HttpCall call);
}
