package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A page.
 *
 * @param title translated, with names of objects in it
 * @param trail links to the pages above
 */
public record View(String title, List<Cell> trail, List<Block> blocks) {
    public View {
        requireNonNull(title, "title");
        trail = List.copyOf(trail);
        blocks = List.copyOf(blocks);
    }

    public static View of(String title, Block... blocks) {
        return new View(title, List.of(), List.of(blocks));
    }

    /** The page with another part before all others. */
    public View beginning(Block first) {
        List<Block> more = new ArrayList<>();
        more.add(first);
        more.addAll(blocks);
        return new View(title, trail, more);
    }

    /**
     * The page with the values that were sent, in the form of that identifier.
     *
     * @param values by the name of a field
     */
    public View filled(String form, Function<String, List<String>> values) {
        return new View(title, trail, filled(blocks, form, values));
    }

    private static List<Block> filled(List<Block> blocks, String form, Function<String, List<String>> values) {
        return blocks.stream().map(block -> filled(block, form, values)).toList();
    }

    private static Block filled(Block block, String id, Function<String, List<String>> values) {
        if (block instanceof Block.Section section) {
            return new Block.Section(section.id(), section.heading(), filled(section.blocks(), id, values));
        }
        if (block instanceof Block.Form form && form.id().equals(id)) {
            List<Field> fields =
                    form.fields().stream().map(field -> filled(field, values)).toList();
            return new Block.Form(
                    form.id(), form.heading(), form.words(), form.action(), fields, form.button(), form.kind());
        }
        return block;
    }

    private static Field filled(Field field, Function<String, List<String>> values) {
        if (!field.isKept()) {
            return field;
        }
        List<String> sent = values.apply(field.name());
        return field.options().isEmpty()
                ? field.with(sent.isEmpty() ? "" : sent.get(0))
                : field.choosing(Set.copyOf(sent));
    }
}
