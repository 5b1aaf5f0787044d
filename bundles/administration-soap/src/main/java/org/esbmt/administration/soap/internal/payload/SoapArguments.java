package org.esbmt.administration.soap.internal.payload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.catalogue.Sent;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.catalogue.Words;

/** The values of one request by word, each of the type of its kind. Secrets are cleared at the end. Confined to one thread. */
public final class SoapArguments implements Sent, AutoCloseable {
    private final Map<String, Object> values = new HashMap<>();

    /** Returns false if the word has a value. */
    boolean put(Word<?> word, Object value) {
        return values.putIfAbsent(word.name(), requireNonNull(value, "value")) == null;
    }

    /** Adds an element to the list of a word. */
    @SuppressWarnings("unchecked") // a repeated word has a list
    int add(Word<?> word, Object value) {
        List<Object> list = (List<Object>) values.computeIfAbsent(word.name(), name -> new ArrayList<>());
        list.add(value);
        return list.size();
    }

    void putDefault(String word, Object value) {
        values.putIfAbsent(word, value);
    }

    /**
     * Identifies a request that changes something, unless its sender did.
     *
     * @return empty for an identifier that the call will refuse
     */
    public Optional<UUID> identify() {
        String sent = String.valueOf(values.getOrDefault(Words.OPERATION.name(), ""));
        if (sent.isBlank()) {
            UUID made = UUID.randomUUID();
            values.put(Words.OPERATION.name(), made.toString());
            return Optional.of(made);
        }
        try {
            return Optional.of(UUID.fromString(sent.strip()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
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
        return (Boolean) values.getOrDefault(word.name(), false);
    }

    @Override
    @SuppressWarnings("unchecked") // a word of kind TEXTS has texts
    public Optional<List<String>> texts(Word<?> word) {
        return Optional.of((List<String>) values.getOrDefault(word.name(), List.of()));
    }

    @Override
    public Optional<Content> content(Word<?> word) {
        return Optional.ofNullable((Content) values.get(word.name()));
    }

    @Override
    @SuppressWarnings("unchecked") // a word of kind FILES has contents
    public Optional<List<byte[]>> files(Word<?> word) {
        List<Content> contents = (List<Content>) values.getOrDefault(word.name(), List.of());
        List<byte[]> files = new ArrayList<>();
        long left = BatchText.MAX_ARCHIVES_BYTES;
        for (Content content : contents) {
            byte[] file = bytes(content, left);
            left -= file.length;
            files.add(file);
        }
        return Optional.of(files);
    }

    private static byte[] bytes(Content content, long left) {
        try (InputStream in = content.open()) {
            byte[] bytes = in.readNBytes(Math.toIntExact(left + 1));
            if (bytes.length > left) {
                throw new IllegalArgumentException("the archives of a batch have at most "
                        + BatchText.MAX_ARCHIVES_BYTES + " bytes together: make several batches");
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
