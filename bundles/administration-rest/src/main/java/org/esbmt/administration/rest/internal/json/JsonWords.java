package org.esbmt.administration.rest.internal.json;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** Reads the words of one operation from the JSON object of a body. Confined to one request. */
public final class JsonWords {
    /** The largest number of bytes of a body with words. */
    public static final long MAX_BYTES = 256 << 10;

    /** The largest number of elements of a list. */
    private static final int MAX_ELEMENTS = 1_000;

    private final Map<String, Word<?>> words;
    private final Map<String, Object> values = new HashMap<>();

    private JsonWords(Collection<Word<?>> words) {
        this.words = words.stream().collect(toUnmodifiableMap(Word::name, identity()));
    }

    /**
     * Reads an object with some of the words. A word that it lacks is absent.
     *
     * @return the values by name. The kind decides the type: a String, a char[] of a secret, a Long, a Boolean or a List of
     *     texts
     * @throws Refusal for another field, a doubled one, and a value of another type than the kind has
     * @throws IOException if the body cannot be read
     */
    public static Map<String, Object> read(InputStream body, Collection<Word<?>> words) throws IOException, Refusal {
        JsonWords reader = new JsonWords(words);
        try {
            return new JsonBody(body, MAX_BYTES).read(reader::fields);
        } catch (IOException | Refusal e) {
            reader.clear();
            throw e;
        }
    }

    /** Clears the secrets of a request that is refused. */
    private void clear() {
        values.values().forEach(value -> {
            if (value instanceof char[] secret) {
                Arrays.fill(secret, '\0');
            }
        });
    }

    private Map<String, Object> fields(JsonParser in) throws IOException, Refusal {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            Word<?> word = words.get(name);
            if (word == null) {
                throw Refusal.invalid(shown(name), "the body has no field '" + shown(name) + "' here");
            }
            in.nextToken();
            if (values.containsKey(name)) {
                throw Refusal.invalid(name, name + " stands there twice");
            }
            values.put(name, value(in, word));
        }
        return values;
    }

    /** The begin of a name that a client chose, without control characters. */
    static String shown(String name) {
        String begin = name.length() > 40 ? name.substring(0, 40) + "..." : name;
        return begin.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "?");
    }

    private static Object value(JsonParser in, Word<?> word) throws IOException, Refusal {
        return switch (word.kind()) {
            case TEXT, IDENTIFIER, MOMENT -> text(in, word.name());
            case CHOICE -> Values.choice(word, text(in, word.name()));
            case SECRET -> secret(in, word.name());
            case NUMBER, COUNT -> whole(in, word);
            case FLAG -> flag(in, word.name());
            case TEXTS -> texts(in, word);
            default -> throw new IllegalStateException(word + " is no value of a JSON object");
        };
    }

    static String text(JsonParser in, String name) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw Refusal.invalid(name, name + " is a text");
        }
        return Texts.checked(name, in.getText());
    }

    private static char[] secret(JsonParser in, String name) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw Refusal.invalid(name, name + " is a text");
        }
        int begin = in.getTextOffset();
        char[] secret = Arrays.copyOfRange(in.getTextCharacters(), begin, begin + in.getTextLength());
        try {
            Texts.checked(name, CharBuffer.wrap(secret));
            return secret;
        } catch (Refusal e) {
            Arrays.fill(secret, '\0');
            throw e;
        }
    }

    private static Long whole(JsonParser in, Word<?> word) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw Refusal.invalid(word.name(), word.name() + " is a whole number");
        }
        if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw Values.tooLarge(word);
        }
        return Values.inRange(word, in.getLongValue());
    }

    private static Boolean flag(JsonParser in, String name) throws Refusal {
        return switch (in.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw Refusal.invalid(name, name + " is true or false");
        };
    }

    private static List<String> texts(JsonParser in, Word<?> word) throws IOException, Refusal {
        String name = word.name();
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw Refusal.invalid(name, name + " is a list of texts");
        }
        List<String> texts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (texts.size() == MAX_ELEMENTS) {
                throw Refusal.invalid(name, name + " has at most " + MAX_ELEMENTS + " elements");
            }
            String text = text(in, name);
            texts.add(word.values().isEmpty() ? text : Values.choice(word, text));
        }
        return texts;
    }
}
