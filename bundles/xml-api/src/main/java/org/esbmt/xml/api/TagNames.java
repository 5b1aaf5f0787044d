package org.esbmt.xml.api;

import java.util.Arrays;

/**
 * Values for the names of tags in one document, found by the bytes of the name. It holds a few dozen names: of two with the
 * same place it keeps the later one. So a document of many names costs its reader the time of a miss, and no memory.
 *
 * <p>Not for concurrent use.
 */
public final class TagNames<T> {
    private static final int PLACES = 64;

    private final byte[][] names = new byte[PLACES][];
    private final Object[] values = new Object[PLACES];

    /** The value kept for the element's name as written; null if there is none. */
    public T find(StartTag tag) {
        return find(tag.bytes(), tag.nameFrom(), tag.nameTo());
    }

    /** The value kept for an attribute's name as written; null if there is none. */
    public T findAttribute(StartTag tag, int attribute) {
        return find(tag.bytes(), tag.attributeNameFrom(attribute), tag.attributeNameTo(attribute));
    }

    /** Keeps a value for the element's name. */
    public void keep(StartTag tag, T value) {
        keep(tag.bytes(), tag.nameFrom(), tag.nameTo(), value);
    }

    /** Keeps a value for an attribute's name. */
    public void keepAttribute(StartTag tag, int attribute, T value) {
        keep(tag.bytes(), tag.attributeNameFrom(attribute), tag.attributeNameTo(attribute), value);
    }

    @SuppressWarnings("unchecked") // keep alone stores values
    private T find(byte[] b, int from, int to) {
        int place = place(b, from, to);
        byte[] name = names[place];
        return name != null && Arrays.equals(name, 0, name.length, b, from, to) ? (T) values[place] : null;
    }

    private void keep(byte[] b, int from, int to, T value) {
        int place = place(b, from, to);
        names[place] = Arrays.copyOfRange(b, from, to);
        values[place] = value;
    }

    /** A name has at least one byte. */
    private static int place(byte[] b, int from, int to) {
        int hash = (b[from] * 31 + b[to - 1]) * 31 + b[(from + to) >>> 1] + (to - from) * 7;
        return (hash ^ hash >>> 6) & (PLACES - 1);
    }
}
