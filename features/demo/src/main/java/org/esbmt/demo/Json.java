package org.esbmt.demo;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A JSON object (RFC 8259) of texts and lists of objects. */
final class Json {
    private final Map<String, String> members = new LinkedHashMap<>();

    Json put(String name, String text) {
        members.put(name, quote(text));
        return this;
    }

    Json put(String name, List<Json> objects) {
        members.put(name, objects.stream().map(Json::toString).collect(Collectors.joining(",", "[", "]")));
        return this;
    }

    /** The text of the first member of this name in an answer of the REST API. */
    static String member(String json, String name) throws IOException {
        Matcher member =
                Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        if (!member.find()) {
            throw new IOException("the answer has no " + name + ": " + json);
        }
        return member.group(1)
                .replace("\\n", "\n")
                .replace("\\r", "\r")
                .replace("\\/", "/")
                .replace("\\\"", "\"");
    }

    private static String quote(String text) {
        StringBuilder s = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                s.append('\\').append(c);
            } else if (c < ' ') {
                s.append(String.format("\\u%04x", (int) c));
            } else {
                s.append(c);
            }
        }
        return s.append('"').toString();
    }

    @Override
    public String toString() {
        return members.entrySet().stream()
                .map(e -> quote(e.getKey()) + ":" + e.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
