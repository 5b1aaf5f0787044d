package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.command.Content;

/**
 * A typed parameter of operations, described once. It has a name for every adapter, a kind, a sentence, and the conversion of the
 * sent value into the type of the contract.
 *
 * @param <T> the type of the contract
 */
public final class Word<T> {
    private static final Pattern UUID_FORM = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private final String name;
    private final Kind kind;
    private final List<String> values;
    private final String sentence;
    private final Optional<String> absence;
    private final boolean stripped;
    private final Reader<T> reader;

    /** Reads the sent value of a word. */
    @FunctionalInterface
    interface Reader<T> {
        /**
         * Reads the value.
         *
         * @throws IllegalArgumentException with the rule that the value breaks
         */
        T read(Sent sent, Word<?> word);
    }

    private Word(
            String name,
            Kind kind,
            List<String> values,
            String sentence,
            Optional<String> absence,
            boolean stripped,
            Reader<T> reader) {
        this.name = requireNonNull(name, "name");
        this.kind = requireNonNull(kind, "kind");
        this.values = List.copyOf(values);
        this.sentence = requireNonNull(sentence, "sentence");
        this.absence = requireNonNull(absence, "absence");
        this.stripped = stripped;
        this.reader = requireNonNull(reader, "reader");
    }

    static <T> Word<T> of(String name, Kind kind, String sentence, Reader<T> reader) {
        return new Word<>(name, kind, List.of(), sentence, Optional.empty(), false, reader);
    }

    static Word<String> text(String name, String sentence) {
        return text(name, sentence, text -> text);
    }

    static <T> Word<T> text(String name, String sentence, Function<String, T> parser) {
        return of(name, Kind.TEXT, sentence, (sent, word) -> parser.apply(given(sent, word)));
    }

    /** An identifier with a parser, whose refusal is extended by the word's name. */
    static <T> Word<T> identifier(String name, String sentence, Function<String, T> parser) {
        return of(name, Kind.IDENTIFIER, sentence, (sent, word) -> named(word.name, given(sent, word), parser));
    }

    /** A UUID in the canonical form only. Java parses other forms, too, and would show them differently. */
    static Word<UUID> uuid(String name, String sentence) {
        return of(name, Kind.IDENTIFIER, sentence, (sent, word) -> {
            String text = given(sent, word);
            if (!UUID_FORM.matcher(text).matches()) {
                throw new IllegalArgumentException(word.name + " is not a canonical UUID");
            }
            return UUID.fromString(text);
        });
    }

    static <E extends Enum<E>> Word<E> choice(String name, String sentence, Class<E> of, Function<String, E> parser) {
        return choice(name, sentence, List.of(of.getEnumConstants()), parser);
    }

    /** As the other method, with some of the constants. */
    static <E extends Enum<E>> Word<E> choice(
            String name, String sentence, List<E> constants, Function<String, E> parser) {
        List<String> values = constants.stream().map(Enum::name).toList();
        return new Word<>(
                name,
                Kind.CHOICE,
                values,
                sentence,
                Optional.empty(),
                false,
                (sent, word) -> parser.apply(given(sent, word)));
    }

    static Word<Long> number(String name, String sentence) {
        return of(name, Kind.NUMBER, sentence, (sent, word) -> sent.number(word).orElseThrow(() -> missing(word.name)));
    }

    static Word<Integer> count(String name, String sentence) {
        return of(
                name,
                Kind.COUNT,
                sentence,
                (sent, word) -> Math.toIntExact(sent.number(word).orElseThrow(() -> missing(word.name))));
    }

    static Word<Boolean> flag(String name, String sentence) {
        return of(name, Kind.FLAG, sentence, (sent, word) -> sent.flag(word));
    }

    /** Texts; no value is the same as no texts. */
    static Word<List<String>> texts(String name, String sentence) {
        return of(name, Kind.TEXTS, sentence, (sent, word) -> sent.texts(word).orElse(List.of()));
    }

    /**
     * One or several names of a choice.
     *
     * @param one the word for one of them, with the name and the values for refusals
     */
    static <E> Word<Set<E>> choices(String name, String sentence, Word<E> one, Function<String, E> parser) {
        return new Word<>(name, Kind.TEXTS, one.values, sentence, Optional.empty(), false, (sent, word) -> {
            List<String> texts = sent.texts(word).orElse(List.of());
            if (texts.isEmpty()) {
                throw missing(word.name);
            }
            return texts.stream()
                    .map(text -> parser.apply(given(one.name, text)))
                    .collect(toUnmodifiableSet());
        });
    }

    /** As the other method, where no name stands for all of them. */
    static <E extends Enum<E>> Word<Set<E>> choicesOrAll(
            String name, String sentence, Word<E> one, Function<String, E> parser, Class<E> of) {
        Word<Set<E>> some = choices(name, sentence, one, parser);
        return new Word<>(
                name,
                Kind.TEXTS,
                one.values,
                sentence,
                Optional.of("all of them"),
                false,
                (sent, word) -> sent.texts(word).orElse(List.of()).isEmpty()
                        ? EnumSet.allOf(of)
                        : some.reader.read(sent, word));
    }

    static Word<Password> secret(String name, String sentence) {
        return of(name, Kind.SECRET, sentence, (sent, word) -> {
            char[] characters = characters(sent, word);
            try {
                return new Password(characters);
            } finally {
                Arrays.fill(characters, '\0');
            }
        });
    }

    /** A secret that the bus did not make, and so of any length. */
    static Word<Secret> foreignSecret(String name, String sentence) {
        return of(name, Kind.SECRET, sentence, (sent, word) -> {
            char[] characters = characters(sent, word);
            try {
                return new Secret(characters);
            } finally {
                Arrays.fill(characters, '\0');
            }
        });
    }

    static Word<Content> content(String name, String sentence) {
        return of(name, Kind.BYTES, sentence, (sent, word) -> sent.content(word).orElseThrow(() -> missing(word.name)));
    }

    /**
     * Returns the same word as an optional one. White space around its value is ignored.
     *
     * @param absence the meaning of its absence; may be empty
     */
    Word<Optional<T>> optional(String absence) {
        return optional(absence, true);
    }

    /** As {@link #optional(String)}, but white space is part of the value. */
    Word<Optional<T>> optionalAsSent(String absence) {
        return optional(absence, false);
    }

    private Word<Optional<T>> optional(String absence, boolean without) {
        return new Word<>(
                name,
                kind,
                values,
                sentence,
                Optional.of(absence),
                without,
                (sent, word) -> has(sent, word) ? Optional.of(reader.read(sent, word)) : Optional.empty());
    }

    private static boolean has(Sent sent, Word<?> word) {
        return switch (word.kind) {
            case NUMBER, COUNT -> sent.number(word).isPresent();
            case BYTES -> sent.content(word).isPresent();
            case TEXT, IDENTIFIER, CHOICE, MOMENT -> !word.textOf(sent).isEmpty();
            case SECRET -> hasSecret(sent, word);
            default -> throw new IllegalStateException("no " + word.kind + " is optional");
        };
    }

    private static boolean hasSecret(Sent sent, Word<?> word) {
        Optional<char[]> secret = sent.secret(word);
        secret.ifPresent(characters -> Arrays.fill(characters, '\0'));
        return secret.filter(characters -> characters.length > 0).isPresent();
    }

    private String textOf(Sent sent) {
        String text = sent.text(this).orElse("");
        return stripped ? text.strip() : text;
    }

    /** Returns the same word with another sentence. */
    Word<T> saying(String other) {
        return new Word<>(name, kind, values, other, absence, stripped, reader);
    }

    /** Returns the same word under another name. */
    Word<T> named(String other) {
        return new Word<>(other, kind, values, sentence, absence, stripped, reader);
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    /** The names of a choice; empty for other words. */
    public List<String> values() {
        return values;
    }

    /** The description of the value, without a full stop. */
    public String sentence() {
        return sentence;
    }

    /** The meaning of its absence, if it may be absent; an empty text states no meaning. */
    public Optional<String> absence() {
        return absence;
    }

    T read(Sent sent) {
        return reader.read(sent, this);
    }

    static char[] characters(Sent sent, Word<?> word) {
        return sent.secret(word).filter(secret -> secret.length > 0).orElseThrow(() -> missing(word.name));
    }

    static String given(Sent sent, Word<?> word) {
        return given(word.name, word.textOf(sent));
    }

    /** Returns a required text. */
    static String given(String name, String text) {
        if (text.isEmpty()) {
            throw missing(name);
        }
        return text;
    }

    static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException(name + " is missing");
    }

    private static <T> T named(String name, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
