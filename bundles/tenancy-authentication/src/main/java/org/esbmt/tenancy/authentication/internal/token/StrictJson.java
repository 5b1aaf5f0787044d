package org.esbmt.tenancy.authentication.internal.token;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one object of JSON (RFC 8259) that every reader understands alike: a name that occurs twice is refused at any
 * depth, as are bytes that are not UTF-8 and text behind the object. Numbers stay text, since large exponents cost
 * memory.
 */
final class StrictJson {
    private static final int DEEPEST = 8;

    /** A number as written. */
    record Num(String text) {}

    /** The literals. */
    enum Literal {
        TRUE,
        FALSE,
        NULL
    }

    private final String text;
    private int at;

    private StrictJson(String text) {
        this.text = text;
    }

    /** Reads an object; its values are String, {@link Num}, {@link Literal}, List and Map. */
    static Map<String, Object> object(byte[] utf8) throws TokenRefusedException {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
        StrictJson reader = new StrictJson(text);
        reader.space();
        Map<String, Object> object = reader.object(1);
        reader.space();
        if (reader.at != text.length()) {
            throw malformed();
        }
        return object;
    }

    private Map<String, Object> object(int depth) throws TokenRefusedException {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{', depth);
        if (takes('}')) {
            return members;
        }
        do {
            space();
            String name = string();
            space();
            if (!takes(':')) {
                throw malformed();
            }
            if (members.put(name, value(depth + 1)) != null) {
                throw new TokenRefusedException("it has a name twice in its JSON");
            }
        } while (takes(','));
        if (!takes('}')) {
            throw malformed();
        }
        return members;
    }

    private List<Object> array(int depth) throws TokenRefusedException {
        List<Object> values = new ArrayList<>();
        expect('[', depth);
        if (takes(']')) {
            return values;
        }
        do {
            values.add(value(depth + 1));
        } while (takes(','));
        if (!takes(']')) {
            throw malformed();
        }
        return values;
    }

    private Object value(int depth) throws TokenRefusedException {
        space();
        Object value =
                switch (next()) {
                    case '{' -> object(depth);
                    case '[' -> array(depth);
                    case '"' -> string();
                    case 't' -> literal("true", Literal.TRUE);
                    case 'f' -> literal("false", Literal.FALSE);
                    case 'n' -> literal("null", Literal.NULL);
                    default -> number();
                };
        space();
        return value;
    }

    private Literal literal(String word, Literal value) throws TokenRefusedException {
        if (!text.startsWith(word, at)) {
            throw malformed();
        }
        at += word.length();
        return value;
    }

    private Num number() throws TokenRefusedException {
        int from = at;
        takesHere('-');
        if (!takesHere('0')) {
            digits();
        }
        if (takesHere('.')) {
            digits();
        }
        if (takesHere('e') || takesHere('E')) {
            if (!takesHere('+')) {
                takesHere('-');
            }
            digits();
        }
        return new Num(text.substring(from, at));
    }

    private void digits() throws TokenRefusedException {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == from) {
            throw malformed();
        }
    }

    private String string() throws TokenRefusedException {
        if (!takesHere('"')) {
            throw malformed();
        }
        StringBuilder value = new StringBuilder();
        while (true) {
            char c = next();
            at++;
            if (c == '"') {
                return value.toString();
            }
            if (c < ' ') {
                throw malformed();
            }
            value.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() throws TokenRefusedException {
        char c = next();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(next(), 16);
                    if (digit < 0 || next() > 'f') {
                        throw malformed();
                    }
                    code = 16 * code + digit;
                    at++;
                }
                yield (char) code;
            }
            default -> throw malformed();
        };
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char next() throws TokenRefusedException {
        if (at == text.length()) {
            throw malformed();
        }
        return text.charAt(at);
    }

    private void expect(char c, int depth) throws TokenRefusedException {
        if (!takesHere(c) || depth > DEEPEST) {
            throw malformed();
        }
        space();
    }

    private boolean takes(char c) {
        space();
        return takesHere(c);
    }

    private boolean takesHere(char c) {
        boolean here = at < text.length() && text.charAt(at) == c;
        at += here ? 1 : 0;
        return here;
    }

    private static TokenRefusedException malformed() {
        return new TokenRefusedException("it is not well-formed");
    }
}
