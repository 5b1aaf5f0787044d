package org.esbmt.http.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

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

    HeaderName(String text, Role role, boolean passed) {
        this.text = text;
        this.lower = text.toLowerCase(Locale.ROOT);
        this.wire = (text + ": ").getBytes(StandardCharsets.US_ASCII);
        this.role = role;
        this.passed = passed;
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

    /** Returns true if the field goes into the exchange. */
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
