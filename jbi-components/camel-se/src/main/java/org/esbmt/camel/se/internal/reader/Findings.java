package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.Finding;

/** Collects the findings about a unit, up to a readable number. Not thread-safe. */
final class Findings {
    /** The largest number of findings that are listed. */
    static final int MOST = 100;

    private static final int LONGEST_QUOTE = 80;

    private record Told(Place place, String rule, String sentence) {}

    private final Set<Told> told = new HashSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private int left;

    /** Adds a finding; a repetition has no effect. */
    void add(Place place, String rule, String sentence) {
        if (findings.size() < MOST) {
            if (told.add(new Told(place, rule, sentence))) {
                findings.add(new Finding(place.file(), place.line(), rule, sentence));
            }
        } else {
            left++;
        }
    }

    /** Returns true if the place has a finding with this sentence, under any rule. */
    boolean has(Place place, String sentence) {
        return told.stream()
                .anyMatch(t -> t.place().equals(place) && t.sentence().equals(sentence));
    }

    void addAll(List<Finding> more) {
        more.forEach(f -> add(new Place(f.file(), f.line()), f.rule(), f.sentence()));
    }

    boolean isEmpty() {
        return findings.isEmpty();
    }

    /** The findings in the order of files and lines. */
    List<Finding> sorted() {
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing(Finding::file).thenComparingInt(Finding::line));
        if (left > 0) {
            sorted.add(
                    new Finding(sorted.get(sorted.size() - 1).file(), 0, "camel.limit", left + " more are not shown"));
        }
        return sorted;
    }

    /** An author's text in quotes, made printable and short. */
    static String quoted(String text) {
        return "'" + shown(text) + "'";
    }

    /** An author's text, made printable and short. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        int n = 0;
        for (int i = 0; i < text.length() && n < LONGEST_QUOTE; n++) {
            int c = text.codePointAt(i);
            shown.appendCodePoint(isPrintable(c) ? c : '?');
            i += Character.charCount(c);
        }
        return shown.append(n < LONGEST_QUOTE ? "" : "...").toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
