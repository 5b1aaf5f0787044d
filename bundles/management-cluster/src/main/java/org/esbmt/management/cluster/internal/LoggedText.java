package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.management.api.message.Seal;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.registry.api.configuration.Payload;

/**
 * A sealed text as a payload of the revision log: a line with the key's id, a space and the code, and then the text in
 * UTF-8, to the end.
 */
final class LoggedText {
    /** The largest text of a payload; the broker must accept a message with the same text and its other fields. */
    static final int MAX_BYTES = 1_000_000;

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16}) ([0-9a-f]{64})\n");
    private static final int LINE_BYTES = 16 + 1 + 64 + 1;
    private static final Seal NONE = new Seal("0".repeat(16), "0".repeat(64));

    private LoggedText() {}

    /** @throws IllegalArgumentException if it is too long */
    static Payload payload(SealedText sealed) {
        Seal seal = sealed.seal();
        byte[] text = sealed.text().getBytes(UTF_8);
        if (LINE_BYTES + text.length > MAX_BYTES) {
            throw new IllegalArgumentException("a change of " + text.length + " bytes is too long: at most " + MAX_BYTES
                    + ". Ask for less at once.");
        }
        return Payload.of(ByteBuffer.allocate(LINE_BYTES + text.length)
                .put((seal.key() + " " + seal.code() + "\n").getBytes(US_ASCII))
                .put(text)
                .array());
    }

    /** Reads a payload of the log. Any other payload gets a seal that no node accepts. */
    static SealedText of(Payload payload) {
        byte[] bytes = payload.bytes();
        Matcher line = LINE.matcher(new String(bytes, 0, Math.min(bytes.length, LINE_BYTES), US_ASCII));
        if (line.matches()) {
            try {
                String text = UTF_8.newDecoder()
                        .decode(ByteBuffer.wrap(bytes, LINE_BYTES, bytes.length - LINE_BYTES))
                        .toString();
                return new SealedText(text, new Seal(line.group(1), line.group(2)));
            } catch (CharacterCodingException e) {
                return new SealedText("", NONE);
            }
        }
        return new SealedText("", NONE);
    }
}
