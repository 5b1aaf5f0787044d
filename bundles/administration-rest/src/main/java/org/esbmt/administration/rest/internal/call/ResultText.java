package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.rest.internal.json.Json;
import org.esbmt.administration.rest.internal.json.ViewText;
import org.esbmt.administration.rest.internal.route.QualifiedNames;
import org.esbmt.administration.rest.internal.route.Signature;

/** Writes the result of one request. Views are objects, and lists are objects with {@code items}. */
final class ResultText {
    static final String ITEMS = "items";
    static final String TOTAL = "total";
    static final String TOTAL_EXACT = "totalExact";
    static final String RESULT = "result";

    private final Signature signature;
    private final RestArguments arguments;

    ResultText(Signature signature, RestArguments arguments) {
        this.signature = requireNonNull(signature, "signature");
        this.arguments = requireNonNull(arguments, "arguments");
    }

    <R> Told of(Result<R> result, R value) {
        if (result instanceof Result.One<R> one) {
            return one(one.shape(), value);
        }
        if (result instanceof Result.Texts<R> lines) {
            return one(lines.shape(), value);
        }
        if (result instanceof Result.All<?> all) {
            List<?> views = (List<?>) value;
            return list(all.shape(), new Page<>(views, 0, views.size()));
        }
        if (result instanceof Result.PageOf<?> page) {
            return list(page.shape(), (Page<?>) value);
        }
        if (result instanceof Result.Text<R> text) {
            String told = text.of().apply(value);
            return object(out -> out.writeStringField(RESULT, told));
        }
        if (result instanceof Result.Whole<R> whole) {
            return whole(whole.of().applyAsLong(value));
        }
        if (result instanceof Result.Bytes bytes) {
            return new Told(Optional.of((byte[]) value), bytes.mediaType(), Optional.empty(), Optional.empty());
        }
        return Told.nothing();
    }

    <V> Told one(Shape<V> shape, V view) {
        Optional<String> tag = Addresses.tag(shape, view, arguments::text);
        byte[] bytes = Json.bytes(out -> new ViewText(out).write(shape, view, tag));
        return new Told(Optional.of(bytes), MediaTypes.JSON, tag, Addresses.of(shape, view, arguments::text));
    }

    /** The number that a change returns is the revision of its object afterwards. */
    private Told whole(long number) {
        Told told = object(out -> out.writeNumberField(RESULT, number));
        if (signature.entry().effect() != Effect.CHANGES) {
            return told;
        }
        Optional<String> address = signature.route().resource().expand(QualifiedNames.split(arguments::text));
        return new Told(
                told.bytes(), told.mediaType(), address.map(its -> EntityTag.of(number, its)), Optional.empty());
    }

    private static Told object(Json.Text fields) {
        return Told.json(Json.bytes(out -> {
            out.writeStartObject();
            fields.to(out);
            out.writeEndObject();
        }));
    }

    @SuppressWarnings("unchecked") // the page of a shape has its views
    private <V> Told list(Shape<V> shape, Page<?> of) {
        Page<V> page = (Page<V>) of;
        return object(out -> {
            out.writeArrayFieldStart(ITEMS);
            for (V view : page.entries()) {
                new ViewText(out).write(shape, view, Addresses.tag(shape, view, arguments::text));
            }
            out.writeEndArray();
            out.writeNumberField(TOTAL, page.total());
            out.writeBooleanField(TOTAL_EXACT, page.exact());
            next(shape, page, out);
        });
    }

    private <V> void next(Shape<V> shape, Page<V> page, JsonGenerator out) throws IOException {
        if (!signature.isPaged() || !page.hasMore() || page.entries().isEmpty()) {
            return;
        }
        V last = page.entries().get(page.entries().size() - 1);
        String next = signature.isPagedByName()
                ? Cursor.after(name(shape, last))
                : Cursor.at(Math.addExact(page.offset(), page.entries().size()));
        out.writeStringField(Signature.NEXT, next);
    }

    private static <V> String name(Shape<V> shape, V view) {
        return shape.fields().stream()
                .filter(field -> field.name().equals("name"))
                .findFirst()
                .flatMap(field -> field.value().apply(view))
                .map(Object::toString)
                .orElseThrow(() -> new IllegalStateException(shape + " has no name"));
    }
}
