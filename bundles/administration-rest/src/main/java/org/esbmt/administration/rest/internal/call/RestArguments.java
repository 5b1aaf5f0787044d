package org.esbmt.administration.rest.internal.call;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.catalogue.Sent;
import org.esbmt.administration.catalogue.Word;

/** The values of one request by word, each of the type of its kind. Secrets are cleared at the end. Confined to one request. */
final class RestArguments implements Sent, AutoCloseable {
    private final Map<String, Object> values = new HashMap<>();

    void put(String word, Object value) {
        values.put(word, value);
    }

    void putAll(Map<String, Object> more) {
        values.putAll(more);
    }

    void putIfAbsent(String word, Object value) {
        values.putIfAbsent(word, value);
    }

    /** The value of a word that is a text, for an address. */
    Optional<String> text(String word) {
        return Optional.ofNullable(values.get(word)).map(Object::toString);
    }

    boolean flag(String word) {
        return (Boolean) values.getOrDefault(word, false);
    }

    @Override
    public Optional<String> text(Word<?> word) {
        return Optional.ofNullable((String) values.get(word.name()));
    }

    @Override
    public Optional<char[]> secret(Word<?> word) {
        return Optional.ofNullable((char[]) values.get(word.name())).map(char[]::clone);
    }

    @Override
    public OptionalLong number(Word<?> word) {
        Long number = (Long) values.get(word.name());
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    @Override
    public boolean flag(Word<?> word) {
        return flag(word.name());
    }

    @Override
    @SuppressWarnings("unchecked") // a word of kind TEXTS has texts
    public Optional<List<String>> texts(Word<?> word) {
        return Optional.ofNullable((List<String>) values.get(word.name()));
    }

    @Override
    public Optional<Content> content(Word<?> word) {
        return Optional.ofNullable((Content) values.get(word.name()));
    }

    @Override
    @SuppressWarnings("unchecked") // a word of kind FILES has files
    public Optional<List<byte[]>> files(Word<?> word) {
        return Optional.ofNullable((List<byte[]>) values.get(word.name()));
    }

    @Override
    public void close() {
        values.values().forEach(value -> {
            if (value instanceof char[] secret) {
                Arrays.fill(secret, '\0');
            }
        });
    }
}
