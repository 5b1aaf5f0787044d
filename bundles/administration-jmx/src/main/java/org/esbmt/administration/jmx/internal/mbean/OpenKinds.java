package org.esbmt.administration.jmx.internal.mbean;

import java.util.List;
import java.util.Map;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.esbmt.administration.catalogue.Kind;

/** The Java types and open types of values of each kind. */
public final class OpenKinds {
    public static final ArrayType<String[]> TEXTS = array(SimpleType.STRING);
    static final ArrayType<byte[]> BYTES = ArrayType.getPrimitiveArrayType(byte[].class);

    private static final ArrayType<byte[][]> FILES = ArrayType.getPrimitiveArrayType(byte[][].class);
    private static final String KEY = "key";
    private static final TabularType TABLE =
            table("java.util.Map<java.lang.String, java.lang.String>", SimpleType.STRING);
    private static final TabularType NUMBERS =
            table("java.util.Map<java.lang.String, java.lang.Long>", SimpleType.LONG);

    private OpenKinds() {}

    /** The type of a parameter or an item. */
    static OpenType<?> type(Kind kind) {
        return switch (kind) {
            case TEXT, IDENTIFIER, CHOICE, MOMENT, SECRET -> SimpleType.STRING;
            case NUMBER -> SimpleType.LONG;
            case COUNT -> SimpleType.INTEGER;
            case FLAG -> SimpleType.BOOLEAN;
            case TEXTS -> TEXTS;
            case BYTES -> BYTES;
            case FILES -> FILES;
            case TABLE -> TABLE;
            case NUMBERS -> NUMBERS;
            case SHAPES -> throw new IllegalArgumentException("a shape has a type of its own");
        };
    }

    /** The class of a parameter in the signature of an operation. */
    static Class<?> parameter(Kind kind) {
        return switch (kind) {
            case TEXT, IDENTIFIER, CHOICE, MOMENT, SECRET -> String.class;
            case NUMBER -> long.class;
            case COUNT -> int.class;
            case FLAG -> boolean.class;
            case TEXTS -> String[].class;
            case BYTES -> byte[].class;
            case FILES -> byte[][].class;
            case TABLE, NUMBERS, SHAPES -> throw new IllegalArgumentException("no parameter is of kind " + kind);
        };
    }

    /** Returns a value of the catalogue as an open value; texts and numbers stay as they are. */
    static Object value(Kind kind, Object value) {
        return switch (kind) {
            case TEXTS -> ((List<?>) value).toArray(String[]::new);
            case TABLE -> rows(TABLE, (Map<?, ?>) value);
            case NUMBERS -> rows(NUMBERS, (Map<?, ?>) value);
            default -> value;
        };
    }

    private static TabularDataSupport rows(TabularType type, Map<?, ?> map) {
        TabularDataSupport rows = new TabularDataSupport(type);
        map.forEach((key, value) -> {
            try {
                rows.put(new CompositeDataSupport(type.getRowType(), Map.of(KEY, key, "value", value)));
            } catch (OpenDataException e) {
                throw new IllegalStateException(e);
            }
        });
        return rows;
    }

    /** Makes the type of a map, under the name that the JDK gives it. */
    private static TabularType table(String name, SimpleType<?> value) {
        String[] items = {KEY, "value"};
        try {
            CompositeType row =
                    new CompositeType(name, name, items, items, new OpenType<?>[] {SimpleType.STRING, value});
            return new TabularType(name, name, row, new String[] {KEY});
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    static <T> ArrayType<T[]> array(OpenType<T> element) {
        try {
            return ArrayType.getArrayType(element);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }
}
