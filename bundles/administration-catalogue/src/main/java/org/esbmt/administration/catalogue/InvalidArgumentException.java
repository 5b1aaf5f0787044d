package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

/** The value of a word breaks a rule, which the message states. Adapters show the name of the word beside the message. */
public final class InvalidArgumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String word;

    InvalidArgumentException(String word, IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
        this.word = requireNonNull(word, "word");
    }

    /** The name of the word. */
    public String word() {
        return word;
    }
}
