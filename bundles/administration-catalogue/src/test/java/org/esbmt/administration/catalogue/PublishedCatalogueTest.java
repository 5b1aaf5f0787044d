package org.esbmt.administration.catalogue;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.catalogue.Shape.Field;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.Test;

/** The catalogue is as published: one line for each operation, word and field. */
class PublishedCatalogueTest {
    private final Map<String, Shape<?>> shapes = new TreeMap<>();
    private final TreeSet<String> words = new TreeSet<>();

    @Test
    void nothingPublishedHasChanged() throws Exception {
        StringBuilder text = new StringBuilder();
        for (Part part : Part.values()) {
            Catalogue.entries(part).stream().sorted(comparing(Entry::name)).forEach(entry -> {
                text.append(part).append(' ').append(line(entry)).append('\n');
                entry.words().forEach(word -> words.add(line(word)));
                entry.guards().forEach(word -> words.add(line(word)));
            });
        }
        text.append('\n');
        words.forEach(word -> text.append("word ").append(word).append('\n'));
        shapes.values().forEach(shape -> {
            text.append("\nshape ").append(shape).append(", ").append(shape.plural());
            shape.fields().forEach(field -> text.append("\n  ").append(line(field)));
            text.append('\n');
        });
        GoldenFile.of("catalogue.txt").check(text.toString());
    }

    private String line(Entry<?> entry) {
        return entry.name()
                + entry.words().stream().map(Word::name).collect(joining(", ", "(", ")")) + ": "
                + result(entry.result()) + ", " + entry.effect()
                + (entry.guards().isEmpty() ? "" : ", guarded by " + entry.guards()) + " -- " + entry.sentence();
    }

    private String result(Result<?> result) {
        if (result instanceof Result.One<?> one) {
            return named(one.shape());
        }
        if (result instanceof Result.All<?> all) {
            return "all " + named(all.shape());
        }
        if (result instanceof Result.PageOf<?> page) {
            return (page.estimated() ? "estimated " : "") + "page of " + named(page.shape());
        }
        if (result instanceof Result.Texts<?> lines) {
            return "lines of " + named(lines.shape());
        }
        return result instanceof Result.Bytes bytes
                ? bytes.mediaType()
                : result.getClass().getSimpleName();
    }

    private String named(Shape<?> shape) {
        shapes.put(shape.name(), shape);
        shape.fields().forEach(field -> field.of().ifPresent(this::named));
        return shape.name();
    }

    private static String line(Word<?> word) {
        return word.name() + ": " + word.kind() + (word.values().isEmpty() ? "" : " " + word.values())
                + (word.absence().isPresent() ? ", optional" : "") + " -- " + word.sentence()
                + word.absence()
                        .filter(meaning -> !meaning.isEmpty())
                        .map(meaning -> "; absent: " + meaning)
                        .orElse("");
    }

    private static String line(Field<?> field) {
        return field.name() + ": " + field.kind()
                + field.of().map(of -> " of " + of).orElse("")
                + (field.optional() ? ", optional" : "") + " -- " + field.sentence();
    }
}
