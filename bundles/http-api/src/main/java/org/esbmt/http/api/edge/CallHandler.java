package org.esbmt.http.api.edge;

/** Handles the HTTP requests that reach a port. */
public interface CallHandler {
    /**
     * Handles a request with a valid HTTP head. Called on the event loop. Before it returns, the handler has either
     * named the receiver of the body or given an answer.
     */
    void begin(HttpCall call);
}
