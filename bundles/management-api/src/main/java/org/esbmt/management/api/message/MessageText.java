package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * Messages as text: XML 1.0 by {@code management.xsd} in this package, with attributes for single values. Every written
 * text can be read, and gives an equal message; equal messages have equal texts. Thread-safe.
 */
public final class MessageText {
    /** The namespace of this version. The namespace of another version has the same beginning and another end. */
    public static final String NAMESPACE = "urn:esbmt:management:1";

    /**
     * The largest number of characters in a text; {@link ManagementRequest#MAX_OPERATIONS} ordinary operations take
     * half of it.
     */
    public static final int MAX_CHARACTERS = 1_048_576;

    private MessageText() {}

    /**
     * Writes any message.
     *
     * @throws IllegalArgumentException if it is longer than {@link #MAX_CHARACTERS}
     */
    public static String write(ManagementMessage message) {
        String text = MessageWriter.write(requireNonNull(message, "message"));
        if (text.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("a message of " + text.length() + " characters is too long: at most "
                    + MAX_CHARACTERS + ". Ask for less at once.");
        }
        return text;
    }

    /**
     * Reads a text from any source. No content of the text makes this open a file or a connection. A text above the
     * limit is not parsed. {@link SealKeys#genuine} has to verify the sender before.
     */
    public static ManagementMessage read(String text) throws UnreadableMessageException {
        requireNonNull(text, "text");
        if (text.length() > MAX_CHARACTERS) {
            throw new UnreadableMessageException(
                    Reason.SCHEMA, "It has " + text.length() + " characters, more than " + MAX_CHARACTERS + ".", null);
        }
        return MessageReader.read(text);
    }
}
