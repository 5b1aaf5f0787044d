package org.esbmt.administration.console.internal.text;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The texts of the console in one language. Immutable. */
public final class Texts {
    private static final String FILE = "/texts.properties";

    private final Map<String, String> texts;

    private Texts(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    /** Reads the English texts. */
    public static Texts english() {
        Properties read = new Properties();
        try (InputStream file = requireNonNull(Texts.class.getResourceAsStream(FILE), FILE)) {
            read.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> texts = new HashMap<>();
        read.stringPropertyNames().forEach(key -> texts.put(key, read.getProperty(key)));
        return new Texts(texts);
    }

    /** The same texts, each translated. */
    public Texts translated(UnaryOperator<String> translation) {
        Map<String, String> other = new HashMap<>();
        texts.forEach((key, text) -> other.put(key, translation.apply(text)));
        return new Texts(other);
    }

    public Set<String> keys() {
        return texts.keySet();
    }

    public boolean has(String key) {
        return texts.containsKey(key);
    }

    /**
     * Returns a text.
     *
     * @param with the values for <code>{0}</code>, <code>{1}</code> and so on, as they are
     * @throws IllegalArgumentException if there is no text of the key
     */
    public String of(String key, Object... with) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalArgumentException("there is no text '" + key + "'");
        }
        if (with.length == 0) {
            return text;
        }
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
            int number = open + 1 < text.length() ? text.charAt(open + 1) - '0' : -1;
            if (number >= 0 && number < with.length && text.startsWith("}", open + 2)) {
                filled.append(text, from, open).append(with[number]);
                from = open + 3;
            }
        }
        return filled.append(text, from, text.length()).toString();
    }
}
