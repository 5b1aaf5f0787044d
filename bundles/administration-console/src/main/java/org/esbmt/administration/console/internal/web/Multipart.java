package org.esbmt.administration.console.internal.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code multipart/form-data} as browsers write it (RFC 7578), strictly and with bounds. The name of a file is only
 * shown, never used as a path.
 */
final class Multipart {
    static final int MOST_PARTS = 64;

    private static final int MOST_HEAD = 2_048;
    private static final int MOST_VALUE = 1 << 20;
    private static final Pattern TYPE = Pattern.compile(
            "multipart/form-data\\s*;\\s*boundary=(?:\"([0-9A-Za-z'()+_,./:=? -]{1,70})\"|([0-9A-Za-z'+_.-]{1,70}))",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DISPOSITION = Pattern.compile(
            "form-data; name=\"([^\"\\r\\n]{1,100})\"(?:; filename=\"([^\"\\r\\n]{0,500})\")?",
            Pattern.CASE_INSENSITIVE);
    private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};

    private final byte[] body;
    private final byte[] delimiter;
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Map<String, List<Upload>> files = new LinkedHashMap<>();
    private int parts;

    private Multipart(byte[] body, String boundary) {
        this.body = body;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    }

    static boolean is(String contentType) {
        return contentType.toLowerCase(Locale.ROOT).startsWith("multipart/");
    }

    /** @throws IllegalArgumentException if the body has another form, or too many parts */
    static Sent read(String contentType, byte[] body) {
        Matcher type = TYPE.matcher(contentType);
        if (!type.matches()) {
            throw broken();
        }
        Multipart reading = new Multipart(body, type.group(1) == null ? type.group(2) : type.group(1));
        reading.read();
        return new Sent(new Values(reading.values), reading.files);
    }

    private void read() {
        // The first delimiter has no line end before it.
        byte[] first = Arrays.copyOfRange(delimiter, 2, delimiter.length);
        if (!matches(0, first)) {
            throw broken();
        }
        int at = first.length;
        while (!isEnd(at)) {
            if (!matches(at, new byte[] {'\r', '\n'})) {
                throw broken();
            }
            at = part(at + 2);
        }
        int end = at + 2;
        if (end != body.length && !(end + 2 == body.length && matches(end, new byte[] {'\r', '\n'}))) {
            throw broken();
        }
    }

    private boolean isEnd(int at) {
        return matches(at, new byte[] {'-', '-'});
    }

    /** Reads one part, and returns the place after its delimiter. */
    private int part(int from) {
        if (++parts > MOST_PARTS) {
            throw new IllegalArgumentException("a form has at most " + MOST_PARTS + " parts");
        }
        int blank = find(BLANK_LINE, from, Math.min(body.length, from + MOST_HEAD));
        int content = blank + BLANK_LINE.length;
        int end = blank < 0 ? -1 : find(delimiter, content, body.length);
        if (end < 0) {
            throw broken();
        }
        Matcher head = disposition(new String(body, from, blank - from, StandardCharsets.UTF_8));
        String name = unescaped(head.group(1));
        if (head.group(2) == null) {
            if (end - content > MOST_VALUE) {
                throw new IllegalArgumentException("a value of a form has at most " + MOST_VALUE + " bytes");
            }
            values.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(new String(body, content, end - content, StandardCharsets.UTF_8));
        } else if (!head.group(2).isEmpty() || end > content) {
            files.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(new Upload(unescaped(head.group(2)), Arrays.copyOfRange(body, content, end)));
        }
        return end + delimiter.length;
    }

    private static Matcher disposition(String head) {
        Matcher found = null;
        for (String line : head.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            String field = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            switch (field) {
                case "content-disposition" -> {
                    Matcher value =
                            DISPOSITION.matcher(line.substring(colon + 1).strip());
                    if (found != null || !value.matches()) {
                        throw broken();
                    }
                    found = value;
                }
                case "content-type" -> {} // the type of a file is the sender's claim
                default -> throw broken();
            }
        }
        if (found == null) {
            throw broken();
        }
        return found;
    }

    /** WHATWG HTML, section 4.10.21.8: browsers escape three characters of a name. */
    private static String unescaped(String name) {
        return name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n");
    }

    private int find(byte[] wanted, int from, int to) {
        for (int i = from; i + wanted.length <= to; i++) {
            if (matches(i, wanted)) {
                return i;
            }
        }
        return -1;
    }

    private boolean matches(int at, byte[] wanted) {
        return at >= 0
                && at + wanted.length <= body.length
                && Arrays.equals(body, at, at + wanted.length, wanted, 0, wanted.length);
    }

    private static IllegalArgumentException broken() {
        return new IllegalArgumentException("the form is incomplete, or has another encoding than a browser's");
    }

    /** The content of a form. */
    record Sent(Values values, Map<String, List<Upload>> files) {}
}
