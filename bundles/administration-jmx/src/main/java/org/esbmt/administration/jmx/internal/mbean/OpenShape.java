package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Shape.Field;

/** A shape of the catalogue as an open type; its fields are the items. */
final class OpenShape<V> {
    private final Shape<V> shape;
    private final Map<String, OpenShape<?>> within = new HashMap<>();
    private final CompositeType type;

    OpenShape(Shape<V> shape) {
        this.shape = requireNonNull(shape, "shape");
        List<Field<V>> fields = shape.fields();
        String[] names = fields.stream().map(Field::name).toArray(String[]::new);
        OpenType<?>[] types = fields.stream().map(this::typeOf).toArray(OpenType<?>[]::new);
        this.type = composite(PublishedNames.type(shape), names, types);
    }

    /** Makes a type whose items have their names as descriptions, as those of an MXBean do. */
    static CompositeType composite(String name, String[] items, OpenType<?>... types) {
        try {
            return new CompositeType(name, name, items, items, types);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    private OpenType<?> typeOf(Field<V> field) {
        if (field.of().isEmpty()) {
            return OpenKinds.type(field.kind());
        }
        OpenShape<?> element = new OpenShape<>(field.of().get());
        within.put(field.name(), element);
        return element.arrayType();
    }

    CompositeType type() {
        return type;
    }

    ArrayType<CompositeData[]> arrayType() {
        return OpenKinds.array(type);
    }

    /** The type of one field, for an attribute. */
    OpenType<?> type(Field<V> field) {
        return type.getType(field.name());
    }

    CompositeData of(V view) {
        Map<String, Object> items = new HashMap<>();
        shape.fields().forEach(field -> items.put(field.name(), value(field, view)));
        return data(type, items);
    }

    CompositeData[] all(List<V> views) {
        return views.stream().map(this::of).toArray(CompositeData[]::new);
    }

    /** The value of one field. */
    Object value(Field<V> field, V view) {
        OpenShape<?> element = within.get(field.name());
        return field.value()
                .apply(view)
                .<Object>map(found -> element == null ? OpenKinds.value(field.kind(), found) : element.elements(found))
                .orElseGet(() -> absent(field));
    }

    @SuppressWarnings("unchecked") // a field of kind SHAPES has a list of views of its shape
    private CompositeData[] elements(Object views) {
        return all((List<V>) views);
    }

    private Object absent(Field<V> field) {
        return field.kind() == Kind.NUMBER ? PublishedNames.absentNumber(shape, field.name()) : (Object) "";
    }

    static CompositeData data(CompositeType type, Map<String, Object> items) {
        try {
            return new CompositeDataSupport(type, items);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }
}
