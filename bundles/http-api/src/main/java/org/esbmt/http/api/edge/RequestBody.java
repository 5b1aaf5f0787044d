package org.esbmt.http.api.edge;

import io.netty.buffer.ByteBuf;
import java.nio.channels.ClosedChannelException;
import org.esbmt.http.api.wire.BodyReader;
import org.esbmt.http.api.wire.HttpRefusal;
import org.esbmt.http.api.wire.RequestReader;

/**
 * The body of a connection's current request. It removes the framing, enforces the limits of size and pace, and passes
 * the content to the receiver. A body without a receiver is read and dropped.
 */
final class RequestBody {
    private final BodyReader framing = new BodyReader();
    private final TransferClock clock = new TransferClock();
    private CallReceiver receiver;
    private long bytes;
    private long maxBytes;

    /** Begins another request, with this head. */
    void begin(RequestReader head) {
        if (head.isChunked()) {
            framing.startChunked();
        } else {
            framing.startLength(Math.max(0, head.contentLength()));
        }
        clock.restart();
        receiver = null;
        bytes = 0;
        maxBytes = 0;
    }

    boolean isEnded() {
        return framing.isEnded();
    }

    boolean isReceived() {
        return receiver != null;
    }

    /** The next piece, as of {@link BodyReader#next}; the caller passes each piece to {@link #take}. */
    ByteBuf next(ByteBuf input) throws HttpRefusal {
        return framing.next(input);
    }

    /** @throws HttpRefusal if the body is larger than its limit */
    void take(ByteBuf piece) throws HttpRefusal {
        int n = piece.readableBytes();
        clock.moved(n);
        bytes += n;
        if (receiver == null) {
            piece.release();
        } else if (bytes > maxBytes) {
            piece.release();
            throw new HttpRefusal(413, "the body is too large");
        } else {
            receiver.data(piece);
        }
    }

    /** Returns true if neither the received nor the announced bytes exceed this number. */
    boolean isWithin(long most, HttpCall call) {
        return call.contentLength() <= most && bytes <= most;
    }

    void receive(CallReceiver by, long most) {
        receiver = by;
        maxBytes = most;
    }

    void limit(long most) {
        maxBytes = Math.min(maxBytes, most);
    }

    void flush() {
        if (receiver != null && !isEnded()) {
            receiver.flush();
        }
    }

    /** Ends the body after its last piece. */
    void end() {
        if (receiver != null) {
            receiver.end();
        }
    }

    void tick(long now) {
        if (receiver != null) {
            receiver.tick(now);
        }
    }

    /** Returns true if the client is too slow, after it had this much more time to send. */
    boolean isTooSlow(long nanos, EdgeLimits limits) {
        clock.waited(nanos);
        return clock.isTooSlow(limits);
    }

    /** Ends the call, possibly before the end of the body. */
    void over(boolean answered) {
        CallReceiver of = receiver;
        receiver = null;
        if (of != null) {
            if (!isEnded()) {
                of.aborted(new ClosedChannelException());
            }
            of.over(answered);
        }
    }
}
