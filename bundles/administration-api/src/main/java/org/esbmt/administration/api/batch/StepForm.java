package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.esbmt.administration.api.command.BatchableCommand;

/**
 * One kind of step: the name of its element and its components, for both directions. Immutable.
 *
 * @param <C> the command
 */
final class StepForm<C extends BatchableCommand<?>> {
    private final String name;
    private final Class<C> command;
    private final List<Part<C, ?>> parts;
    private final Reading<C> reading;

    private StepForm(String name, Class<C> command, List<Part<C, ?>> parts, Reading<C> reading) {
        this.name = requireNonNull(name, "name");
        this.command = requireNonNull(command, "command");
        this.parts = List.copyOf(parts);
        this.reading = requireNonNull(reading, "reading");
    }

    /** A component of a command, in the order of the command's constructor. */
    record Part<C, T>(StepField<T> field, Function<C, T> value) {
        static <C, T> Part<C, T> of(StepField<T> field, Function<C, T> value) {
            return new Part<>(field, value);
        }

        private T read(StepField.Source step) throws IOException {
            return field.read(step);
        }

        private void write(C command, StepField.Target step) throws IOException {
            field.write(value.apply(command), step);
        }
    }

    @FunctionalInterface
    private interface Reading<C> {
        C from(StepField.Source step) throws IOException;
    }

    interface Of1<A, C> {
        C of(A a);
    }

    interface Of2<A, B, C> {
        C of(A a, B b);
    }

    interface Of3<A, B, D, C> {
        C of(A a, B b, D d);
    }

    interface Of4<A, B, D, E, C> {
        C of(A a, B b, D d, E e);
    }

    interface Of6<A, B, D, E, F, G, C> {
        C of(A a, B b, D d, E e, F f, G g);
    }

    static <C extends BatchableCommand<?>, A> StepForm<C> of(
            String name, Class<C> command, Part<C, A> a, Of1<A, C> made) {
        return new StepForm<>(name, command, List.of(a), step -> made.of(a.read(step)));
    }

    static <C extends BatchableCommand<?>, A, B> StepForm<C> of(
            String name, Class<C> command, Part<C, A> a, Part<C, B> b, Of2<A, B, C> made) {
        return new StepForm<>(name, command, List.of(a, b), step -> made.of(a.read(step), b.read(step)));
    }

    static <C extends BatchableCommand<?>, A, B, D> StepForm<C> of(
            String name, Class<C> command, Part<C, A> a, Part<C, B> b, Part<C, D> d, Of3<A, B, D, C> made) {
        return new StepForm<>(
                name, command, List.of(a, b, d), step -> made.of(a.read(step), b.read(step), d.read(step)));
    }

    static <C extends BatchableCommand<?>, A, B, D, E> StepForm<C> of(
            String name,
            Class<C> command,
            Part<C, A> a,
            Part<C, B> b,
            Part<C, D> d,
            Part<C, E> e,
            Of4<A, B, D, E, C> made) {
        return new StepForm<>(
                name,
                command,
                List.of(a, b, d, e),
                step -> made.of(a.read(step), b.read(step), d.read(step), e.read(step)));
    }

    static <C extends BatchableCommand<?>, A, B, D, E, F, G> StepForm<C> of(
            String name,
            Class<C> command,
            Part<C, A> a,
            Part<C, B> b,
            Part<C, D> d,
            Part<C, E> e,
            Part<C, F> f,
            Part<C, G> g,
            Of6<A, B, D, E, F, G, C> made) {
        return new StepForm<>(
                name,
                command,
                List.of(a, b, d, e, f, g),
                step -> made.of(a.read(step), b.read(step), d.read(step), e.read(step), f.read(step), g.read(step)));
    }

    String name() {
        return name;
    }

    Class<C> command() {
        return command;
    }

    /** All attributes but the revision. */
    List<StepField.Attribute> attributes() {
        return parts.stream()
                .flatMap(part -> part.field().attributes().stream())
                .toList();
    }

    /** Tells whether the step has quotas of a new tenant, as child elements. */
    boolean hasQuotas() {
        return parts.stream().anyMatch(part -> part.field() == StepField.QUOTAS);
    }

    /** @throws IllegalArgumentException if a value does not fit its component */
    C read(StepField.Source step) throws IOException {
        return reading.from(step);
    }

    /** @throws IllegalArgumentException if the text of a batch has no form for a value */
    void write(BatchableCommand<?> step, StepField.Target out) throws IOException {
        C own = command.cast(step);
        for (Part<C, ?> part : parts) {
            part.write(own, out);
        }
    }
}
