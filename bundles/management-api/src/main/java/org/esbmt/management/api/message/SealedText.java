package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

/**
 * A message in transport and in storage.
 *
 * @param text untrusted until {@link SealKeys#genuine} accepts it
 */
public record SealedText(String text, Seal seal) {
    public SealedText {
        requireNonNull(text, "text");
        requireNonNull(seal, "seal");
    }

    /** Without the text, which may be long and may come from a foreign sender. */
    @Override
    public String toString() {
        return "SealedText[" + text.length() + " characters, " + seal + "]";
    }
}
