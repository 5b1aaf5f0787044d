package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.InputStream;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.edge.HttpCall;

/** A request whose handler reads the body while it arrives, once its beginning is received. */
final class BegunRequest extends PortRequest {
    private final Handling.Begun handling;
    private final GatheredBytes gathered;
    private final HttpBody body;
    private final int most;
    private final long until;
    private boolean begun;
    private boolean handled;

    BegunRequest(HttpCall call, RequestHead head, EventStreams streams, Handling.Begun handling, long roomOfLoop) {
        super(call, head, streams);
        this.handling = handling;
        this.most = handling.beginning().mostBytes();
        // Nobody of these senders has proven anything, so half of the room is left to the others.
        this.gathered = new GatheredBytes(call.loop(), most, roomOfLoop / 2);
        this.body = new HttpBody(call.loop(), call, call.contentLength());
        this.until = call.loop().now() + handling.within().toNanos();
    }

    void begin() {
        call().receive(this, handling.mostBytes());
    }

    @Override
    public void data(ByteBuf piece) {
        if (begun) {
            body.data(piece);
            return;
        }
        if (!gathered.add(piece, Math.min(piece.readableBytes(), most - gathered.size()))) {
            piece.release();
            answerBusy(handling.executor());
        } else if (handling.beginning().isComplete(gathered.bytes(), gathered.size())) {
            handOn(piece);
        } else {
            boolean tooLong = piece.isReadable() || gathered.size() == most;
            piece.release();
            if (tooLong) {
                answer(handling.beginning().tooLong());
            }
        }
    }

    /** Has the request handled. The rest of the body waits for its reader, and then the client has to wait, too. */
    private void handOn(ByteBuf rest) {
        begun = true;
        byte[] beginning = gathered.take();
        handling.beginning().take(beginning);
        body.data(Unpooled.wrappedBuffer(beginning));
        if (rest.isReadable()) {
            body.data(rest);
        } else {
            rest.release();
        }
        handled = execute(handling.executor(), this::handle, gathered::release);
    }

    private Response handle() throws Exception {
        try (InputStream in = body.getInputStream()) {
            return handling.handler().handle(head(), in);
        }
    }

    @Override
    public void flush() {
        body.flush();
    }

    @Override
    public void end() {
        if (!begun) {
            handOn(Unpooled.EMPTY_BUFFER);
        }
        body.end();
    }

    @Override
    public void aborted(Throwable cause) {
        body.abort(cause);
    }

    @Override
    void ticked(long now) {
        if (!begun && now - until > 0) {
            call().refuse(408);
        }
    }

    /** The beginning counts until the handler is done with it, even if the client has left. */
    @Override
    public void over(boolean answered) {
        super.over(answered);
        body.discard();
        if (!handled) {
            gathered.release();
        }
    }
}
