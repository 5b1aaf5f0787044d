package org.esbmt.administration.console.internal.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of a query or of a form, by name. Immutable. */
public final class Values {
    public static final Values NONE = new Values(Map.of());

    private static final int MOST = 500;

    private final Map<String, List<String>> values;

    Values(Map<String, List<String>> values) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((name, list) -> copy.put(name, List.copyOf(list)));
        this.values = copy;
    }

    /**
     * Reads {@code application/x-www-form-urlencoded} (WHATWG URL, section 5.1).
     *
     * @throws IllegalArgumentException for too many values, an incomplete escape or text that is not UTF-8
     */
    public static Values of(String encoded) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        int count = 0;
        for (String pair : encoded.isEmpty() ? new String[0] : encoded.split("&", -1)) {
            if (++count > MOST) {
                throw new IllegalArgumentException("a form has at most " + MOST + " values");
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals), true);
            values.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1), true));
        }
        return new Values(values);
    }

    /** Decodes the escapes of a text strictly. */
    static String decoded(String text, boolean plusIsSpace) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 1 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    throw new IllegalArgumentException("an escape of the address or form is incomplete");
                }
                bytes.put((byte) ((high << 4) | low));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.put((byte) ' ');
            } else {
                bytes.put(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the address or form is not in UTF-8", e);
        }
    }

    /** All values of a name. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The first value, or an empty text. */
    public String text(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.get(0);
    }

    /** The first value, unless it is blank. */
    public Optional<String> given(String name) {
        String text = text(name);
        return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
    }
}
