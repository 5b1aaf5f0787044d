package org.esbmt.http.bc.internal.edge;

/** What a port does with the requests that reach it. */
public interface CallHandler {
    /**
     * A request whose head is proper HTTP. Called on the event loop; before it returns, the handler has either said who
     * receives the body or given an answer.
     */
    void begin(HttpCall call);
}
