package org.esbmt.administration.rest.internal.problem;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A refusal by this adapter, before the administration was asked. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final ProblemType type;
    private final String field;

    private Refusal(ProblemType type, String field, String sentence, Throwable cause) {
        super(requireNonNull(sentence, "sentence"), cause);
        this.type = requireNonNull(type, "type");
        this.field = field;
    }

    /** A refusal with a sentence that has no full stop and repeats no value that may be a secret. */
    public static Refusal of(ProblemType type, String sentence) {
        return new Refusal(type, null, sentence, null);
    }

    /** INVALID, for a request that is wrong as a whole. */
    public static Refusal invalid(String sentence) {
        return of(ProblemType.INVALID, sentence);
    }

    /** INVALID, for one field of the body, one parameter or one header field. */
    public static Refusal invalid(String field, String sentence) {
        return of(ProblemType.INVALID, field, sentence);
    }

    /** A refusal for one field of the body, one parameter or one header field. */
    public static Refusal of(ProblemType type, String field, String sentence) {
        return new Refusal(type, requireNonNull(field, "field"), sentence, null);
    }

    public static Refusal invalid(String sentence, Exception cause) {
        return new Refusal(ProblemType.INVALID, null, sentence, cause);
    }

    public ProblemType type() {
        return type;
    }

    /** The field of the request that breaks the rule, if it is one. */
    public Optional<String> field() {
        return Optional.ofNullable(field);
    }
}
