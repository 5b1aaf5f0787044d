package org.esbmt.http.api;

import org.esbmt.http.api.edge.HttpCall;

/** A request that is answered on the event loop, without a look at its body. */
final class ImmediateRequest extends PortRequest {
    ImmediateRequest(HttpCall call, RequestHead head, EventStreams streams) {
        super(call, head, streams);
    }

    void begin(Response response) {
        if (call().receive(this, Long.MAX_VALUE)) {
            answer(response);
        }
    }
}
