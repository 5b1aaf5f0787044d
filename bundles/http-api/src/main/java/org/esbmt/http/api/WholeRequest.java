package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import org.esbmt.http.api.edge.HttpCall;

/** A request whose body is received before its handler is called. Slow clients occupy no thread. */
final class WholeRequest extends PortRequest {
    private final Handling.Whole handling;
    private final GatheredBytes gathered;
    private boolean handled;

    WholeRequest(HttpCall call, RequestHead head, EventStreams streams, Handling.Whole handling, long roomOfLoop) {
        super(call, head, streams);
        this.handling = handling;
        this.gathered = new GatheredBytes(call.loop(), handling.mostBytes(), roomOfLoop);
    }

    void begin() {
        call().receive(this, handling.mostBytes());
    }

    @Override
    public void data(ByteBuf piece) {
        boolean added = gathered.add(piece, piece.readableBytes());
        piece.release();
        if (!added) {
            answerBusy(handling.executor());
        }
    }

    @Override
    public void end() {
        byte[] body = gathered.take();
        handled = execute(handling.executor(), () -> handling.handler().handle(head(), body), gathered::release);
    }

    /** The bytes count until the handler is done with them, even if the client has left. */
    @Override
    public void over(boolean answered) {
        super.over(answered);
        if (!handled) {
            gathered.release();
        }
    }
}
