package org.esbmt.http.api.body;

import io.netty.buffer.ByteBuf;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The destination of a body. All calls come on the body's event loop; one of {@link #end} and {@link #aborted} is the
 * last.
 */
@ConsumerType
public interface BodySink {
    /** The next piece, which the sink releases. */
    void data(ByteBuf piece);

    /** Sends the written pieces: no further piece is at hand now. */
    void flush();

    /** Ends the complete body. */
    void end();

    /** Ends an incomplete body; the rest will never come. The passed part must not look complete. */
    void aborted(Throwable cause);
}
