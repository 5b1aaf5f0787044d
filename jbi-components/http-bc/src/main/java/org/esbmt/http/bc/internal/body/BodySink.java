package org.esbmt.http.bc.internal.body;

import io.netty.buffer.ByteBuf;

/** Where a body goes. All calls come on the body's event loop; one of {@link #end} and {@link #aborted} is the last. */
public interface BodySink {
    /** The next piece, which the sink releases. */
    void data(ByteBuf piece);

    /** No more is at hand just now: what was written may go out. */
    void flush();

    /** The body is complete. */
    void end();

    /** The rest will never come; what was passed on must not look complete. */
    void aborted(Throwable cause);
}
