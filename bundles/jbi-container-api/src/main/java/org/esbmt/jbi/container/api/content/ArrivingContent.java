package org.esbmt.jbi.container.api.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.xml.transform.Source;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A message's content that comes from a network, perhaps not all of it yet. It can be looked at while it comes, and is
 * none the less there from its first byte for who reads it afterwards; it is read once. It belongs to one event loop:
 * on that thread, which is the one that an exchange with it is delivered on, everything else here is called.
 */
@ProviderType
public interface ArrivingContent extends Source {

    /** Whether the calling thread is its event loop. On any thread. */
    boolean isHere();

    /** Runs a task on its event loop, later. On any thread. */
    void execute(Runnable task);

    /** Bytes of all of it; -1 if that is not known yet. */
    long length();

    /** Whether every byte is at hand and nobody has read any: then {@link #peek} is over when it returns. */
    boolean isWhole();

    /**
     * Shows what has arrived, and what arrives, until the reader has had enough. Meanwhile everything is kept in memory.
     * One reader at a time, and only while nobody has begun to read the content. While it is shown a piece, a reader may
     * begin another peek, from the first byte, or have the content read: that ends its own.
     *
     * @param most bytes that are shown; {@link Peek#tooMuch} is called if there are more and the reader wants them
     * @throws IllegalStateException if it is being read, or was
     */
    void peek(Peek reader, int most);

    /** Looks at content. Called on the content's event loop; must not block. After the last call it hears no more. */
    interface Peek {

        /**
         * The next bytes.
         *
         * @param piece only during this call; read-only
         * @return whether to go on; a reader that has had enough hears no more, even if the content breaks off meanwhile
         */
        boolean piece(ByteBuffer piece);

        /** Every byte was shown. The last call. */
        void end();

        /** As many bytes were shown as may be, and there are more. The last call. */
        void tooMuch();

        /** The rest will not come. The last call. */
        void failed(IOException cause);
    }
}
