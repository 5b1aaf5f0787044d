package org.esbmt.administration.rest.internal.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** Percent-encoding of RFC 3986 with UTF-8, without leniency. */
final class PercentEncoding {
    private static final String UNRESERVED = "-._~";
    private static final int HEX = 16;
    /** The characters of an encoded byte. */
    private static final int LENGTH = 3;

    private PercentEncoding() {}

    /**
     * Decodes a text.
     *
     * @return empty if a percent sign begins no encoded byte, or the bytes are no UTF-8
     */
    static Optional<String> decode(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c > '~' || c < '!') {
                return Optional.empty();
            }
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            int value = byteAt(encoded, i);
            if (value < 0) {
                return Optional.empty();
            }
            bytes.write(value);
            i += LENGTH - 1;
        }
        try {
            return Optional.of(UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The encoded byte whose percent sign is at this place; -1 if there is none. */
    static int byteAt(String encoded, int at) {
        if (at + LENGTH > encoded.length()) {
            return -1;
        }
        int high = Character.digit(encoded.charAt(at + 1), HEX);
        int low = Character.digit(encoded.charAt(at + 2), HEX);
        return high < 0 || low < 0 ? -1 : high * HEX + low;
    }

    /** Encodes all characters but letters, digits and {@code -._~}, so that a text has one encoding. */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : text.getBytes(UTF_8)) {
            if (isUnreserved(one)) {
                encoded.append((char) one);
            } else {
                encoded.append(String.format("%%%02X", one));
            }
        }
        return encoded.toString();
    }

    static boolean isUnreserved(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || UNRESERVED.indexOf(c) >= 0;
    }
}
