package org.esbmt.camel.se.internal.engine;

import java.nio.charset.StandardCharsets;
import javax.xml.transform.Source;
import org.esbmt.jbi.container.api.content.BytesSource;

/**
 * A message's body on its way through a route; every message in our routes has one as its Camel body. It is what the bus
 * has brought, untouched, unless the engine has gathered it: it does so before any step that reads it.
 *
 * @param source what goes on to the next provider, or back to the caller; null for a message without content
 * @param seen the same bytes, if steps can look at them while the source is still to be read by who gets it; else null
 */
public record Body(Source source, BytesSource seen) {
    public static final Body EMPTY = new Body(null);

    /** Bytes that may be read through where others wait, on an event loop; a worker reads more. */
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

    /** Whether {@link #bytes} can be asked for. */
    public boolean isAtHand() {
        return source == null || seen != null || source instanceof BytesSource;
    }

    /**
     * All of it; nothing is copied.
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

    /** Whether it is at hand, and too large to be read through where others wait. */
    public boolean isLarge() {
        return isAtHand() && isLarge(bytes().length());
    }

    /** Whether so many bytes are too many for that. */
    public static boolean isLarge(long bytes) {
        return bytes > MOST_HERE;
    }

    /** What kind of content it is; never the content. */
    @Override
    public String toString() {
        return source == null ? "no body" : "body as " + source.getClass().getSimpleName();
    }
}
