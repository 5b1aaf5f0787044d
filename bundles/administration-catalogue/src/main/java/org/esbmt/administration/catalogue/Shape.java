package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The published fields of a view, each with its sentence. A component of the contract's record that is not named here is published by no
 * adapter. So a new component of a record reveals nothing by itself.
 *
 * @param <V> the contract's view
 */
public final class Shape<V> {
    private final String name;
    private final String plural;
    private final List<Field<V>> fields;
    private final Optional<Function<V, String>> line;

    /**
     * One field.
     *
     * @param optional true if the value may be absent
     * @param of the shape of the elements, for a field of kind SHAPES
     * @param value the value in the type of the kind: a String, a Long, an Integer, a Boolean, a list of texts or views,
     *     or a map by text
     */
    public record Field<V>(
            String name,
            Kind kind,
            boolean optional,
            Optional<Shape<?>> of,
            String sentence,
            Function<V, Optional<?>> value) {
        public Field {
            requireNonNull(name, "name");
            requireNonNull(kind, "kind");
            requireNonNull(of, "of");
            requireNonNull(sentence, "sentence");
            requireNonNull(value, "value");
        }
    }

    private Shape(String name, String plural, List<Field<V>> fields, Optional<Function<V, String>> line) {
        this.name = requireNonNull(name, "name");
        this.plural = requireNonNull(plural, "plural");
        this.fields = List.copyOf(fields);
        this.line = requireNonNull(line, "line");
    }

    static <V> Shape<V> of(String name, String plural) {
        return new Shape<>(name, plural, List.of(), Optional.empty());
    }

    Shape<V> text(String field, String sentence, Function<V, ?> value) {
        return told(field, Kind.TEXT, sentence, value.andThen(Object::toString));
    }

    Shape<V> maybe(String field, String sentence, Function<V, Optional<?>> value) {
        return with(new Field<>(
                field,
                Kind.TEXT,
                true,
                Optional.empty(),
                sentence,
                value.andThen(found -> found.map(Object::toString))));
    }

    Shape<V> identifier(String field, String sentence, Function<V, ?> value) {
        return told(field, Kind.IDENTIFIER, sentence, value.andThen(Object::toString));
    }

    Shape<V> maybeIdentifier(String field, String sentence, Function<V, Optional<?>> value) {
        return with(new Field<>(
                field,
                Kind.IDENTIFIER,
                true,
                Optional.empty(),
                sentence,
                value.andThen(found -> found.map(Object::toString))));
    }

    Shape<V> choice(String field, String sentence, Function<V, ? extends Enum<?>> value) {
        return told(field, Kind.CHOICE, sentence, value.andThen(Enum::name));
    }

    Shape<V> moment(String field, String sentence, Function<V, ?> value) {
        return told(field, Kind.MOMENT, sentence, value.andThen(Object::toString));
    }

    Shape<V> maybeMoment(String field, String sentence, Function<V, Optional<?>> value) {
        return with(new Field<>(
                field,
                Kind.MOMENT,
                true,
                Optional.empty(),
                sentence,
                value.andThen(found -> found.map(Object::toString))));
    }

    Shape<V> number(String field, String sentence, ToLongFunction<V> value) {
        return told(field, Kind.NUMBER, sentence, value::applyAsLong);
    }

    Shape<V> maybeNumber(String field, String sentence, Function<V, OptionalLong> value) {
        return with(new Field<>(field, Kind.NUMBER, true, Optional.empty(), sentence, view -> {
            OptionalLong number = value.apply(view);
            return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
        }));
    }

    Shape<V> count(String field, String sentence, ToIntFunction<V> value) {
        return told(field, Kind.COUNT, sentence, value::applyAsInt);
    }

    Shape<V> flag(String field, String sentence, Predicate<V> value) {
        return told(field, Kind.FLAG, sentence, value::test);
    }

    Shape<V> texts(String field, String sentence, Function<V, ? extends Collection<?>> value) {
        return told(field, Kind.TEXTS, sentence, view -> value.apply(view).stream()
                .map(Object::toString)
                .toList());
    }

    Shape<V> table(String field, String sentence, Function<V, Map<String, String>> value) {
        return told(field, Kind.TABLE, sentence, value);
    }

    Shape<V> numbers(String field, String sentence, Function<V, Map<String, Long>> value) {
        return told(field, Kind.NUMBERS, sentence, value);
    }

    <W> Shape<V> shapes(String field, String sentence, Shape<W> of, Function<V, List<W>> value) {
        return with(new Field<>(
                field, Kind.SHAPES, false, Optional.of(of), sentence, value.<Optional<?>>andThen(Optional::of)));
    }

    Shape<V> line(Function<V, String> of) {
        return new Shape<>(name, plural, fields, Optional.of(of));
    }

    private Shape<V> told(String field, Kind kind, String sentence, Function<V, ?> value) {
        return with(
                new Field<>(field, kind, false, Optional.empty(), sentence, value.<Optional<?>>andThen(Optional::of)));
    }

    private Shape<V> with(Field<V> field) {
        List<Field<V>> all = new ArrayList<>(fields);
        all.add(field);
        return new Shape<>(name, plural, all, line);
    }

    /** The name of one view, in lower case. */
    public String name() {
        return name;
    }

    /** The name of a list of views. */
    public String plural() {
        return plural;
    }

    /** The fields in the order of importance for a reader. */
    public List<Field<V>> fields() {
        return fields;
    }

    /** The view in one line, for adapters whose clients know this form. */
    public Optional<Function<V, String>> line() {
        return line;
    }

    @Override
    public String toString() {
        return name;
    }
}
