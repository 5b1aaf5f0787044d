package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A command line whose last word is incomplete.
 *
 * @param before the complete words
 * @param prefix the option and the equals sign in front of an incomplete value: {@code --output=}; empty for another word
 * @param last the incomplete word, or value
 */
record CompletedLine(List<String> before, String prefix, String last) {
    private static final String EQUALS = "=";
    private static final String HYPHENS = "--";

    CompletedLine {
        before = List.copyOf(before);
        requireNonNull(prefix, "prefix");
        requireNonNull(last, "last");
    }

    /** Reads the words of a shell. Bash makes three words of {@code --output=json}. */
    static CompletedLine of(List<String> words) {
        List<String> before = new ArrayList<>();
        String last = "";
        for (int i = 0; i < words.size(); i++) {
            boolean separates =
                    words.get(i).equals(EQUALS) && i > 0 && words.get(i - 1).startsWith(HYPHENS);
            String word = separates ? "" : words.get(i);
            if (i == words.size() - 1) {
                last = word;
            } else if (!separates) {
                before.add(word);
            }
        }
        int equal = last.startsWith(HYPHENS) ? last.indexOf('=') : -1;
        if (equal < 0) {
            return new CompletedLine(before, "", last);
        }
        before.add(last.substring(0, equal));
        return new CompletedLine(before, last.substring(0, equal + 1), last.substring(equal + 1));
    }

    /** The option whose value is the last word. */
    Optional<String> valued(Set<String> flags) {
        if (before.isEmpty() || before.contains(HYPHENS)) {
            return Optional.empty();
        }
        String option = before.get(before.size() - 1);
        boolean hasValue = option.startsWith(HYPHENS)
                && !option.contains(EQUALS)
                && !Options.isFlag(option.substring(HYPHENS.length()))
                && !flags.contains(option.substring(HYPHENS.length()));
        return hasValue ? Optional.of(option.substring(HYPHENS.length())) : Optional.empty();
    }

    /** The complete words and options, without an option whose value is the last word. */
    Options options(Predicate<String> isFlag) throws Failure {
        boolean open = !before.isEmpty() && valued(Set.of()).isPresent();
        return Options.read(open ? before.subList(0, before.size() - 1) : before, isFlag);
    }
}
