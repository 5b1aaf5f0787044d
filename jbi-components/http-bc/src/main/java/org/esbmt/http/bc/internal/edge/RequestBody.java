package org.esbmt.http.bc.internal.edge;

import io.netty.buffer.ByteBuf;
import java.nio.channels.ClosedChannelException;
import org.esbmt.http.bc.internal.wire.BodyReader;
import org.esbmt.http.bc.internal.wire.HttpRefusal;
import org.esbmt.http.bc.internal.wire.RequestReader;

/**
 * The body of a connection's current request. It removes the framing, holds the body to its size and pace, and passes
 * it to the receiver. A body without a receiver is read and dropped.
 */
final class RequestBody {
    private final BodyReader framing = new BodyReader();
    private final TransferClock clock = new TransferClock();
    private CallReceiver receiver;
    private long bytes;
    private long maxBytes;

    /** Another request begins, with this head. */
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

    /** As {@link BodyReader#next}; each piece is to be given to {@link #take}. */
    ByteBuf next(ByteBuf input) throws HttpRefusal {
        return framing.next(input);
    }

    /** @throws HttpRefusal if the body is larger than it may be */
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

    /** Whether neither the received nor the announced bytes are more than this. */
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

    /** The last piece was taken. */
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

    /** Whether the client, who had this much time more to send, is too slow. */
    boolean isTooSlow(long nanos, EdgeLimits limits) {
        clock.waited(nanos);
        return clock.isTooSlow(limits);
    }

    /** The call is over, perhaps before the body is. */
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
