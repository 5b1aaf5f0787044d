package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

/**
 * A message as it travels and as it is kept.
 *
 * @param text anything, until {@link SealKeys#genuine} has said otherwise
 */
public record SealedText(String text, Seal seal) {
    public SealedText {
        requireNonNull(text, "text");
        requireNonNull(seal, "seal");
    }

    /** Without the text, which may be long and somebody else's. */
    @Override
    public String toString() {
        return "SealedText[" + text.length() + " characters, " + seal + "]";
    }
}
