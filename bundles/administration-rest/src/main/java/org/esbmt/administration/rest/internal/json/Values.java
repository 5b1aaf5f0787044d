package org.esbmt.administration.rest.internal.json;

import java.util.List;
import java.util.regex.Pattern;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** The rules for values of each kind that JSON, paths and queries share. */
public final class Values {
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,18})");

    private Values() {}

    /**
     * Reads the value of a path or a query.
     *
     * @return a String, Long or Boolean, as the kind has it
     */
    public static Object ofText(Word<?> word, String text) throws Refusal {
        return switch (word.kind()) {
            case TEXT, IDENTIFIER, MOMENT -> Texts.checked(word.name(), text);
            case CHOICE -> choice(word, text);
            case NUMBER, COUNT -> number(word, text);
            case FLAG -> flag(word, text);
            default -> throw new IllegalStateException(word + " is no value of an address");
        };
    }

    /** Permits only the names of the choice as they are published; an empty text is the same as none. */
    static String choice(Word<?> word, String text) throws Refusal {
        if (!text.isEmpty() && !word.values().contains(text)) {
            throw Refusal.invalid(word.name(), word.name() + " is one of " + word.values());
        }
        return text;
    }

    private static Long number(Word<?> word, String text) throws Refusal {
        if (!WHOLE.matcher(text).matches()) {
            throw Refusal.invalid(word.name(), word.name() + " is a whole number");
        }
        try {
            return inRange(word, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw tooLarge(word);
        }
    }

    static Long inRange(Word<?> word, long number) throws Refusal {
        if (word.kind() == Kind.COUNT && (int) number != number) {
            throw tooLarge(word);
        }
        return number;
    }

    static Refusal tooLarge(Word<?> word) {
        return Refusal.invalid(
                word.name(),
                word.name() + " is a whole number of " + (word.kind() == Kind.COUNT ? "32" : "64") + " bits");
    }

    private static Boolean flag(Word<?> word, String text) throws Refusal {
        if (!List.of("true", "false").contains(text)) {
            throw Refusal.invalid(word.name(), word.name() + " is true or false");
        }
        return Boolean.valueOf(text);
    }
}
