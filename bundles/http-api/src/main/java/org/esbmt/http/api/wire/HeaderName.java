package org.esbmt.http.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** A field name with a meaning here; all others are skipped. */
public final class HeaderName {
    /** The use of a field by the edge itself. */
    public enum Role {
        CONTENT_LENGTH,
        TRANSFER_ENCODING,
        HOST,
        CONNECTION,
        EXPECT,
        CONTENT_ENCODING,
        CONTENT_TYPE,
        /** The sender's token, which is for the reader of the request alone. */
        AUTHORIZATION,
        /** The values of repeated fields are joined with a comma (RFC 9110, section 5.3). */
        LIST,
        /** The field may occur once. */
        SINGLE
    }

    private final String text;
    private final String lower;
    private final byte[] wire;
    private final Role role;
    private final boolean passed;

    /** Fields of the edge itself: they frame messages, or describe connections. */
    private static final Set<String> OF_THE_EDGE = Set.of(
            "connection",
            "content-length",
            "date",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    HeaderName(String text, Role role, boolean passed) {
        this.text = text;
        this.lower = text.toLowerCase(Locale.ROOT);
        this.wire = (text + ": ").getBytes(StandardCharsets.US_ASCII);
        this.role = role;
        this.passed = passed;
    }

    /**
     * A field of answers. It can be written several times, such as Set-Cookie.
     *
     * @throws IllegalArgumentException for an invalid name, or one that the edge writes itself
     */
    public static HeaderName of(String name) {
        HeaderName checked = passed(name, Role.LIST);
        if (OF_THE_EDGE.contains(checked.lower)) {
            throw new IllegalArgumentException("the edge itself writes " + name);
        }
        return checked;
    }

    static HeaderName passed(String name, Role role) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("'" + name + "' is not the name of an HTTP header");
        }
        return new HeaderName(name, role, true);
    }

    /** Returns true for a valid name of a field ({@code token} of RFC 9110, section 5.6.2). */
    public static boolean isToken(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c < 128 && Bytes.is(Bytes.TOKEN, (byte) c));
    }

    public String text() {
        return text;
    }

    /** The name, colon and space, as written to a connection; not to be changed. */
    public byte[] wire() {
        return wire;
    }

    Role role() {
        return role;
    }

    /** Returns true if the field is passed to the reader of the message. */
    boolean passed() {
        return passed;
    }

    String lower() {
        return lower;
    }

    @Override
    public String toString() {
        return text;
    }
}
