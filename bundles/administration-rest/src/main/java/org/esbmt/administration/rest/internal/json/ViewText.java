package org.esbmt.administration.rest.internal.json;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Shape.Field;

/** Writes views as their shapes have them. An absent value is left out. */
public final class ViewText {
    /** The field with the entity tag of a view, after those of its shape. */
    public static final String TAG = "etag";

    private final JsonGenerator out;

    public ViewText(JsonGenerator out) {
        this.out = requireNonNull(out, "out");
    }

    /** Writes an object: the fields of the view, and its entity tag if it has one. */
    public <V> void write(Shape<V> shape, V view, Optional<String> tag) throws IOException {
        out.writeStartObject();
        for (Field<V> field : shape.fields()) {
            Optional<?> value = field.value().apply(view);
            if (value.isPresent()) {
                out.writeFieldName(field.name());
                write(field, value.get());
            }
        }
        if (tag.isPresent()) {
            out.writeStringField(TAG, tag.get());
        }
        out.writeEndObject();
    }

    private void write(Field<?> field, Object value) throws IOException {
        switch (field.kind()) {
            case TEXT, IDENTIFIER, CHOICE, MOMENT -> out.writeString((String) value);
            case NUMBER -> out.writeNumber((Long) value);
            case COUNT -> out.writeNumber((Integer) value);
            case FLAG -> out.writeBoolean((Boolean) value);
            case TEXTS -> texts((List<?>) value);
            case TABLE, NUMBERS -> table((Map<?, ?>) value);
            case SHAPES -> views(field.of().orElseThrow(), (List<?>) value);
            case SECRET, BYTES, FILES -> throw new IllegalStateException("no view shows " + field.kind());
        }
    }

    private void texts(List<?> texts) throws IOException {
        out.writeStartArray();
        for (Object text : texts) {
            out.writeString((String) text);
        }
        out.writeEndArray();
    }

    private void table(Map<?, ?> rows) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> row : rows.entrySet()) {
            out.writeFieldName((String) row.getKey());
            if (row.getValue() instanceof Long number) {
                out.writeNumber(number);
            } else {
                out.writeString((String) row.getValue());
            }
        }
        out.writeEndObject();
    }

    @SuppressWarnings("unchecked") // a field of kind SHAPES has a list of views of its shape
    private <W> void views(Shape<W> shape, List<?> views) throws IOException {
        out.writeStartArray();
        for (Object view : views) {
            write(shape, (W) view, Optional.empty());
        }
        out.writeEndArray();
    }
}
