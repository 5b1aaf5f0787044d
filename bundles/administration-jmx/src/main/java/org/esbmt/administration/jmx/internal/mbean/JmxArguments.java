package org.esbmt.administration.jmx.internal.mbean;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Sent;
import org.esbmt.administration.catalogue.Word;

/** The arguments of a JMX call by word. */
final class JmxArguments implements Sent {
    private static final int MAX_ARCHIVE_BYTES = 10 * 1024 * 1024;
    private static final Set<String> ARCHIVES = Set.of("archive", "installer");

    private final Map<String, Object> arguments = new HashMap<>();

    /**
     * Takes the arguments of a call in the order of the entry's words.
     *
     * @throws IllegalArgumentException if their number or a type is wrong, with the messages of reflection, since clients know
     *     these from the former classes
     */
    JmxArguments(Entry<?> entry, Object[] given) {
        List<Word<?>> words = entry.words();
        if (given.length != words.size()) {
            throw new IllegalArgumentException("wrong number of arguments");
        }
        for (int i = 0; i < given.length; i++) {
            arguments.put(words.get(i).name(), checked(words.get(i).kind(), given[i]));
        }
    }

    private static Object checked(Kind kind, Object value) {
        return switch (kind) {
            case NUMBER -> whole(value, Long.class);
            case COUNT -> whole(value, Integer.class);
            case FLAG -> primitive(value, Boolean.class);
            default -> {
                if (value != null && !OpenKinds.parameter(kind).isInstance(value)) {
                    throw new IllegalArgumentException("argument type mismatch");
                }
                yield value;
            }
        };
    }

    /** Widens smaller whole numbers, as a call of a method does. */
    private static Object whole(Object value, Class<?> type) {
        boolean smaller = value instanceof Integer || value instanceof Short || value instanceof Byte;
        return smaller ? (Object) ((Number) value).longValue() : primitive(value, type);
    }

    private static Object primitive(Object value, Class<?> type) {
        if (!type.isInstance(value)) {
            throw value == null
                    ? new IllegalArgumentException()
                    : new IllegalArgumentException("argument type mismatch");
        }
        return value;
    }

    @Override
    public Optional<String> text(Word<?> word) {
        return Optional.ofNullable((String) arguments.get(word.name()));
    }

    @Override
    public Optional<char[]> secret(Word<?> word) {
        return text(word).map(String::toCharArray);
    }

    @Override
    public OptionalLong number(Word<?> word) {
        long number = ((Number) arguments.get(word.name())).longValue();
        if (word.absence().isEmpty()) {
            return OptionalLong.of(number);
        }
        long absent = PublishedNames.absentNumber(word);
        if (number < absent && absent < 0) {
            throw new IllegalArgumentException(word.name() + " is 0 or more, or " + absent + " for "
                    + word.absence().get() + ", but is " + number);
        }
        return number == absent ? OptionalLong.empty() : OptionalLong.of(number);
    }

    @Override
    public boolean flag(Word<?> word) {
        return (Boolean) arguments.get(word.name());
    }

    @Override
    public Optional<List<String>> texts(Word<?> word) {
        return Optional.ofNullable((String[]) arguments.get(word.name())).map(texts -> Arrays.stream(texts)
                .map(text -> Objects.requireNonNullElse(text, ""))
                .toList());
    }

    @Override
    public Optional<Content> content(Word<?> word) {
        byte[] bytes = (byte[]) arguments.get(word.name());
        if (bytes == null || bytes.length == 0) {
            return Optional.empty();
        }
        if (ARCHIVES.contains(word.name()) && bytes.length > MAX_ARCHIVE_BYTES) {
            throw new IllegalArgumentException(
                    "an archive has at most " + MAX_ARCHIVE_BYTES + " bytes, this one has " + bytes.length);
        }
        return Optional.of(Content.of(bytes));
    }

    @Override
    public Optional<List<byte[]>> files(Word<?> word) {
        return Optional.ofNullable((byte[][]) arguments.get(word.name())).map(Arrays::asList);
    }
}
