package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import java.io.InputStream;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.edge.HttpCall;

/** A request whose handler reads the body while it arrives. */
final class StreamedRequest extends PortRequest {
    private final Handling.Streamed handling;
    private final HttpBody body;

    StreamedRequest(HttpCall call, RequestHead head, EventStreams streams, Handling.Streamed handling) {
        super(call, head, streams);
        this.handling = handling;
        this.body = new HttpBody(call.loop(), call, call.contentLength());
    }

    void begin() {
        if (call().receive(this, handling.mostBytes())) {
            execute(handling.executor(), this::handle, () -> {});
        }
    }

    private Response handle() throws Exception {
        try (InputStream in = body.getInputStream()) {
            return handling.handler().handle(head(), in);
        }
    }

    @Override
    public void data(ByteBuf piece) {
        body.data(piece);
    }

    @Override
    public void flush() {
        body.flush();
    }

    @Override
    public void end() {
        body.end();
    }

    @Override
    public void aborted(Throwable cause) {
        body.abort(cause);
    }

    @Override
    public void over(boolean answered) {
        super.over(answered);
        body.discard();
    }
}
