package org.esbmt.http.api.wire;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The header fields of one message, in their order, as an immutable map. A message has few of them, so a look-up compares
 * one name after the other, without regard to case. A message that was read has each name once. One to be written may
 * repeat a name, such as Set-Cookie; the look-up finds its first value.
 */
public final class Headers extends AbstractMap<String, String> {
    public static final Headers NONE = new Headers(new HeaderName[0], new String[0]);

    private final HeaderName[] names;
    private final String[] values;

    private Headers(HeaderName[] names, String[] values) {
        this.names = names;
        this.values = values;
    }

    /** Returns true if a text can be written as a value: ISO 8859-1 without control characters. */
    static boolean isValue(String text) {
        return text.chars().allMatch(c -> c < 256 && Bytes.is(Bytes.VALUE, (byte) c));
    }

    public HeaderName name(int index) {
        return names[index];
    }

    public String value(int index) {
        return values[index];
    }

    /** The bytes of all fields as lines. */
    public int bytes() {
        int bytes = 0;
        for (int i = 0; i < names.length; i++) {
            bytes += names[i].wire().length + values[i].length() + 2;
        }
        return bytes;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public String get(Object name) {
        if (name instanceof String text) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].text().equalsIgnoreCase(text)) {
                    return values[i];
                }
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, String>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return names.length;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, String>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int i = next++;
            return Map.entry(names[i].text(), values[i]);
        }
    }

    /** Collects the fields of one message after the other. */
    public static final class Builder {
        private HeaderName[] names = new HeaderName[8];
        private String[] values = new String[8];
        private int size;

        void add(HeaderName name, String value) throws HttpRefusal {
            for (int i = 0; i < size; i++) {
                if (names[i] == name) {
                    if (name.role() != HeaderName.Role.LIST) {
                        throw HttpRefusal.malformed("repeated " + name);
                    }
                    values[i] = values[i] + ", " + value;
                    return;
                }
            }
            put(name, value);
        }

        /**
         * Adds a field that a program has made.
         *
         * @throws IllegalArgumentException if the value has a control character, or one that is not in ISO 8859-1
         */
        public Builder putChecked(HeaderName name, String value) {
            if (!isValue(value)) {
                throw new IllegalArgumentException("the value of " + name + " is not one of an HTTP header");
            }
            return put(name, value);
        }

        /** Adds a field whose value was read from a message, or is checked. */
        public Builder put(HeaderName name, String value) {
            if (size == names.length) {
                names = Arrays.copyOf(names, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            names[size] = name;
            values[size++] = value;
            return this;
        }

        /** The fields so far; the builder is empty after this. */
        public Headers build() {
            Headers built = size == 0 ? NONE : new Headers(Arrays.copyOf(names, size), Arrays.copyOf(values, size));
            Arrays.fill(values, 0, size, null);
            size = 0;
            return built;
        }
    }
}
