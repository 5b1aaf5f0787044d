package org.esbmt.administration.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.command.Content;

/**
 * The values that a client sent, as an adapter found them. An adapter refuses a value of a wrong type with an
 * {@link IllegalArgumentException}; every other check is up to the word.
 */
public interface Sent {
    /** The value of a word of kind TEXT, IDENTIFIER, CHOICE or MOMENT. An empty text is the same as none. */
    Optional<String> text(Word<?> word);

    /** The value of a word of kind SECRET: an array of its own, which the caller clears. */
    Optional<char[]> secret(Word<?> word);

    /** The value of a word of kind NUMBER or COUNT. */
    OptionalLong number(Word<?> word);

    /** False if nothing was sent. */
    boolean flag(Word<?> word);

    /** The value of a word of kind TEXTS. No element is null. */
    Optional<List<String>> texts(Word<?> word);

    /** The value of a word of kind BYTES. No bytes are the same as none. */
    Optional<Content> content(Word<?> word);

    /** The value of a word of kind FILES. An absent file is null. */
    Optional<List<byte[]>> files(Word<?> word);
}
