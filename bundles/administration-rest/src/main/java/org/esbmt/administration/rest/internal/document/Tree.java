package org.esbmt.administration.rest.internal.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.rest.internal.json.Json;

/** A JSON text as maps, lists, texts, whole numbers and flags. */
final class Tree {
    private Tree() {}

    /** A map of names and values in turn; it may be added to. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    static Map<String, Object> reference(String kind, String name) {
        return of("$ref", "#/components/" + kind + "/" + name);
    }

    static String text(Object tree) {
        return Json.indented(out -> write(tree, out));
    }

    private static void write(Object value, JsonGenerator out) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName((String) entry.getKey());
                write(entry.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(element, out);
            }
            out.writeEndArray();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else {
            out.writeString((String) value);
        }
    }
}
