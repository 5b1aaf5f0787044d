package org.esbmt.guarded.saxon;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A map of Saxon's pools of names, in place of the library's: it finds a name by its number in an array. An element of a result asks
 * for its name several times (StylesheetBenchmark). Names are never removed. Thread-safe.
 */
public final class NumberedNames<K, V> extends ConcurrentHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    /** Saxon's first number of a name in a pool. */
    private static final int FIRST = 1024;

    /**
     * The names from the first number on; null for a name that another thread adds at this moment, which {@code super} has.
     * Plain reads suffice, since a name has final fields.
     */
    private transient Object[] byNumber = new Object[64];

    /** Called by woven code, like the other constructor. */
    public NumberedNames() {}

    public NumberedNames(int capacity) {
        super(capacity);
    }

    @Override
    @SuppressWarnings("unchecked") // keep alone stores values
    public V get(Object key) {
        if (key instanceof Integer number) {
            Object[] known = byNumber;
            int at = number - FIRST;
            Object name = at >= 0 && at < known.length ? known[at] : null;
            if (name != null) {
                return (V) name;
            }
        }
        return super.get(key);
    }

    @Override
    public V put(K key, V value) {
        V before = super.put(key, value);
        if (key instanceof Integer number && number >= FIRST) {
            keep(number - FIRST, value);
        }
        return before;
    }

    private synchronized void keep(int at, V value) {
        Object[] known = byNumber;
        if (at >= known.length) {
            known = Arrays.copyOf(known, Math.max(at + 1, 2 * known.length));
        }
        known[at] = value;
        byNumber = known;
    }
}
