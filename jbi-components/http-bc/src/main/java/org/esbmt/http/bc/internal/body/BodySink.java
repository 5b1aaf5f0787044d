package org.esbmt.http.bc.internal.body;

import io.netty.buffer.ByteBuf;

/**
 * The destination of a body. All calls come on the body's event loop; one of {@link #end} and {@link #aborted} is the
 * last.
 */
public interface BodySink {
    /** The next piece, which the sink releases. */
    void data(ByteBuf piece);

    /** No more is at hand just now: the written pieces may go out. */
    void flush();

    /** The body is complete. */
    void end();

    /** The rest will never come. The part that was passed on must not look complete. */
    void aborted(Throwable cause);
}
