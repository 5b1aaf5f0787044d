package org.esbmt.http.api.wire;

/** Octets of HTTP/1.1 messages (RFC 9110, RFC 9112): their classes by a look-up table, digits, and letters without case. */
final class Bytes {
    /** {@code tchar} of RFC 9110, section 5.6.2. */
    static final int TOKEN = 1;
    /** The octets of a field value: HTAB, SP, VCHAR and obs-text; no other control character. */
    static final int VALUE = 2;
    /** The characters of a request target: those of a URI, so no space, quote, angle bracket or '#'. */
    static final int TARGET = 4;
    /** The characters of a host's name. */
    static final int HOST = 8;

    private static final byte[] CLASS = new byte[256];

    static {
        for (int b = 0; b < 256; b++) {
            int c = 0;
            boolean alphanumeric = (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
            if (alphanumeric || "!#$%&'*+-.^_`|~".indexOf(b) >= 0) {
                c |= TOKEN;
            }
            if (b == '\t' || (b >= ' ' && b != 0x7f)) {
                c |= VALUE;
            }
            if (alphanumeric || "-._~:/?[]@!$&'()*+,;=%".indexOf(b) >= 0) {
                c |= TARGET;
            }
            if (alphanumeric || "-._~".indexOf(b) >= 0) {
                c |= HOST;
            }
            CLASS[b] = (byte) c;
        }
    }

    private Bytes() {}

    static boolean is(int octetClass, byte b) {
        return (CLASS[b & 0xff] & octetClass) != 0;
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hex(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** Returns true if the region equals this lower-case text, ignoring case. */
    static boolean equalsLower(byte[] bytes, int from, int to, String lower) {
        int length = to - from;
        if (length != lower.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lowerCase(bytes[from + i]) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static int lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }
}
