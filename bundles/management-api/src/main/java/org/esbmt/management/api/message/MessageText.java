package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * Messages as text: XML 1.0 by {@code management.xsd} in this package, with attributes for single values. Every written
 * text can be read, and gives an equal message; equal messages have equal texts. Threads: any.
 */
public final class MessageText {
    /** The namespace of this version. One that this bus cannot read begins alike and ends otherwise. */
    public static final String NAMESPACE = "urn:esbmt:management:1";

    /** How many characters a text may have; a request of {@link ManagementRequest#MAX_OPERATIONS} ordinary ones has half. */
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
     * Reads a text from anywhere. Nothing in it makes this open a file or a connection, and it is not looked at when it is
     * too long; that it is the bus's own is for {@link SealKeys#genuine} to say, before.
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
