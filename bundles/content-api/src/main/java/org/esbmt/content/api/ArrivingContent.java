package org.esbmt.content.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.xml.transform.Source;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A message's content that arrives from a network, and may be incomplete. A component can peek at it while it arrives.
 * A later reader still gets it from its first byte, and reads it once. The content belongs to one event loop. The loop's
 * thread delivers its exchange. All other methods are called on that thread.
 */
@ProviderType
public interface ArrivingContent extends Source {

    /** True if the calling thread is its event loop. On any thread. */
    boolean isHere();

    /** Runs a task on its event loop, later. On any thread. */
    void execute(Runnable task);

    /** The number of bytes of the whole content; -1 while it is unknown. */
    long length();

    /** True if all bytes have arrived and none has been read: then {@link #peek} is over when it returns. */
    boolean isWhole();

    /**
     * Shows the bytes that have arrived, and those that arrive later, until the reader stops. Meanwhile all of them are
     * kept in memory. There is one reader at a time, and only before the content is read. During a call for a piece, a
     * reader may begin another peek from the first byte, or start the reading of the content. Either ends its own peek.
     *
     * @param most the largest number of shown bytes; {@link Peek#tooMuch} is called if there are more and the reader
     * wants them
     * @throws IllegalStateException if it is being read, or was
     */
    void peek(Peek reader, int most);

    /** Looks at content. Called on the content's event loop; must not block. There are no calls after the last one. */
    interface Peek {

        /**
         * The next bytes.
         *
         * @param piece valid only during this call; read-only
         * @return true to continue; after false there are no more calls, even if the content breaks off meanwhile
         */
        boolean piece(ByteBuffer piece);

        /** Every byte was shown. The last call. */
        void end();

        /** The limit of shown bytes is reached, and there are more. The last call. */
        void tooMuch();

        /** The rest will not arrive. The last call. */
        void failed(IOException cause);
    }
}
