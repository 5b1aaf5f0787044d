package org.esbmt.camel.se.internal.engine;

import java.nio.charset.StandardCharsets;
import javax.xml.transform.Source;
import org.esbmt.content.api.BytesSource;

/**
 * A message's body on its way through a route; every message in our routes has one as its Camel body. It is the
 * untouched source from the bus, unless the engine has gathered it. The engine gathers it before any step that reads
 * it.
 *
 * @param source the content for the next provider, or for the caller; null for a message without content
 * @param seen the same bytes, if steps can read them before the receiver reads the source; else null
 */
public record Body(Source source, BytesSource seen) {
    public static final Body EMPTY = new Body(null);

    /** The largest body that is read on an event loop; a worker reads more. */
    static final int MOST_HERE = 16 << 10;

    public Body(Source source) {
        this(source, null);
    }

    public static Body of(byte[] bytes) {
        return new Body(new BytesSource(bytes));
    }

    public static Body ofText(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns true if {@link #bytes} is available. */
    public boolean isAtHand() {
        return source == null || seen != null || source instanceof BytesSource;
    }

    /**
     * The whole body; nothing is copied.
     *
     * @throws IllegalStateException if it was not gathered
     */
    public BytesSource bytes() {
        if (seen != null) {
            return seen;
        }
        if (source instanceof BytesSource bytes) {
            return bytes;
        }
        if (source == null) {
            return new BytesSource(new byte[0]);
        }
        throw new IllegalStateException("the body is not at hand");
    }

    /** Returns true if it is at hand, and too large to be read on an event loop. */
    public boolean isLarge() {
        return isAtHand() && isLarge(bytes().length());
    }

    /** Returns true if a body of this size is too large for an event loop. */
    public static boolean isLarge(long bytes) {
        return bytes > MOST_HERE;
    }

    /** The kind of the content, never the content itself. */
    @Override
    public String toString() {
        return source == null ? "no body" : "body as " + source.getClass().getSimpleName();
    }
}
