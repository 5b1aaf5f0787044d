package org.esbmt.administration.soap.internal.envelope;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.soap.internal.refusal.Refusal;

/** The first part of a multipart message, which has the envelope. */
final class FirstPart {
    private static final String END = "\r\n\r\n";
    private static final Set<String> PLAIN = Set.of("7bit", "8bit", "binary");

    private FirstPart() {}

    /**
     * Finds the envelope.
     *
     * @param beginning of the message, up to the start tag of the Body
     * @param start the Content-ID of the part with the envelope, if the content type names it
     * @return the index of the envelope
     * @throws Refusal if another reader could find the envelope elsewhere
     */
    static int envelope(byte[] beginning, String boundary, Optional<String> start) throws Refusal {
        String text = new String(beginning, ISO_8859_1);
        String delimiter = "--" + boundary;
        int begin = text.startsWith("\r\n") ? 2 : 0;
        int end = text.indexOf(END);
        if (!text.startsWith(delimiter + "\r\n", begin) || end < 0 || text.indexOf(delimiter, begin + 1) >= 0) {
            throw malformed();
        }
        String header = text.substring(begin + delimiter.length(), end).replaceAll("\r\n[ \t]+", " ");
        for (String line : header.split("\r\n", -1)) {
            if (!line.isEmpty()) {
                check(line, start);
            }
        }
        return end + END.length();
    }

    private static void check(String line, Optional<String> start) throws Refusal {
        int colon = line.indexOf(':');
        String name = line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        String value = line.substring(colon + 1).strip();
        boolean permitted =
                switch (name) {
                    case "" -> false;
                    case "content-transfer-encoding" -> PLAIN.contains(value.toLowerCase(Locale.ROOT));
                    case "content-id" -> start.isEmpty() || value.equals(start.get());
                    default -> !name.isBlank() && name.strip().equals(name);
                };
        if (!permitted) {
            throw malformed();
        }
    }

    private static Refusal malformed() {
        return Refusal.invalid("a multipart message begins with the part of its envelope, unencoded");
    }
}
