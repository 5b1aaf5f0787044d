package org.esbmt.administration.http.internal.settings;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The paths that have one meaning for every reader. Proxies, port and resources must agree on a path. */
public final class ServedPath {
    private ServedPath() {}

    /**
     * Returns true if no reader can take the path for another one. It has no empty segment except the last one. It has no
     * dot segment, backslash, parameter or control character, encoded or not.
     *
     * @param path as sent, beginning with a slash
     */
    public static boolean isNormal(String path) {
        requireNonNull(path, "path");
        if (!path.startsWith("/")) {
            return false;
        }
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean last = i == segments.length - 1;
            if (segments[i].isEmpty() ? !last : !isNormalSegment(segments[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNormalSegment(String segment) {
        Optional<String> decoded = decoded(segment);
        if (decoded.isEmpty() || segment.indexOf(';') >= 0) {
            return false;
        }
        String text = decoded.get();
        if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\')) {
            return false;
        }
        for (String part : text.split("/", -1)) {
            if (part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /** Decodes a segment byte by byte; empty if an escape is malformed. */
    private static Optional<String> decoded(String segment) {
        byte[] bytes = new byte[segment.length()];
        int size = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c != '%') {
                bytes[size++] = (byte) c;
                continue;
            }
            if (i + 2 >= segment.length()) {
                return Optional.empty();
            }
            int high = Character.digit(segment.charAt(i + 1), 16);
            int low = Character.digit(segment.charAt(i + 2), 16);
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes[size++] = (byte) (high * 16 + low);
            i += 2;
        }
        return Optional.of(new String(bytes, 0, size, StandardCharsets.ISO_8859_1));
    }

    /** The part of a path below a base; empty if it is not below. */
    public static Optional<String> below(String base, String path) {
        boolean inside = path.startsWith(base) && (path.length() == base.length() || path.charAt(base.length()) == '/');
        return inside ? Optional.of(path.substring(base.length())) : Optional.empty();
    }
}
