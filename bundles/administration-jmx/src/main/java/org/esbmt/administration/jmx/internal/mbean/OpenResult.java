package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Result.All;
import org.esbmt.administration.catalogue.Result.Bytes;
import org.esbmt.administration.catalogue.Result.Nothing;
import org.esbmt.administration.catalogue.Result.One;
import org.esbmt.administration.catalogue.Result.PageOf;
import org.esbmt.administration.catalogue.Result.Text;
import org.esbmt.administration.catalogue.Result.Texts;
import org.esbmt.administration.catalogue.Result.Whole;
import org.esbmt.administration.catalogue.Shape;

/**
 * The result of an operation as an open value.
 *
 * @param returned the class in the signature of the operation
 */
public record OpenResult<R>(Class<?> returned, OpenType<?> type, Function<R, Object> value) {
    public OpenResult {
        requireNonNull(returned, "returned");
        requireNonNull(type, "type");
        requireNonNull(value, "value");
    }

    @SuppressWarnings("unchecked") // each kind of result has the results of its type
    public static <R> OpenResult<R> of(Result<R> result) {
        return (OpenResult<R>) open(result);
    }

    private static OpenResult<?> open(Result<?> result) {
        if (result instanceof One<?> one) {
            return one(new OpenShape<>(one.shape()));
        }
        if (result instanceof All<?> all) {
            return all(new OpenShape<>(all.shape()));
        }
        if (result instanceof PageOf<?> page) {
            return page(page);
        }
        if (result instanceof Text<?> text) {
            return text(text);
        }
        if (result instanceof Texts<?> texts) {
            return texts(texts);
        }
        if (result instanceof Whole<?> number) {
            return number(number);
        }
        if (result instanceof Bytes) {
            return new OpenResult<byte[]>(byte[].class, OpenKinds.BYTES, bytes -> bytes);
        }
        if (result instanceof Nothing) {
            return new OpenResult<>(void.class, SimpleType.VOID, done -> null);
        }
        throw new IllegalStateException("no open type for " + result);
    }

    private static <V> OpenResult<V> one(OpenShape<V> shape) {
        return new OpenResult<>(CompositeData.class, shape.type(), shape::of);
    }

    private static <V> OpenResult<List<V>> all(OpenShape<V> shape) {
        return new OpenResult<>(CompositeData[].class, shape.arrayType(), shape::all);
    }

    private static <R> OpenResult<R> text(Text<R> text) {
        return new OpenResult<>(
                String.class, SimpleType.STRING, result -> text.of().apply(result));
    }

    private static <R> OpenResult<R> texts(Texts<R> texts) {
        return new OpenResult<>(String[].class, OpenKinds.TEXTS, result -> texts.of()
                .apply(result)
                .toArray(String[]::new));
    }

    private static <R> OpenResult<R> number(Whole<R> number) {
        return new OpenResult<>(
                long.class, SimpleType.LONG, result -> number.of().applyAsLong(result));
    }

    private static <V> OpenResult<Page<V>> page(PageOf<V> page) {
        Shape<V> shape = page.shape();
        OpenResult<List<V>> entries = shape.line().map(OpenResult::lines).orElseGet(() -> all(new OpenShape<>(shape)));
        Map<String, OpenType<?>> types = new LinkedHashMap<>();
        types.put(shape.plural(), entries.type());
        types.put("offset", SimpleType.INTEGER);
        types.put("total", SimpleType.LONG);
        if (page.estimated()) {
            types.put("totalExact", SimpleType.BOOLEAN);
        }
        CompositeType type = OpenShape.composite(
                PublishedNames.pageType(shape),
                types.keySet().toArray(String[]::new),
                types.values().toArray(OpenType<?>[]::new));
        return new OpenResult<>(CompositeData.class, type, told -> {
            Map<String, Object> items = new HashMap<>();
            items.put(shape.plural(), entries.value().apply(told.entries()));
            items.put("offset", told.offset());
            items.put("total", told.total());
            if (page.estimated()) {
                items.put("totalExact", told.exact());
            }
            return OpenShape.data(type, items);
        });
    }

    private static <V> OpenResult<List<V>> lines(Function<V, String> line) {
        return new OpenResult<>(String[].class, OpenKinds.TEXTS, views -> views.stream()
                .map(line)
                .toArray(String[]::new));
    }
}
