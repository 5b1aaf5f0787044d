package org.esbmt.tenancy.authentication.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map with a bound: a new entry evicts the least recently used one. Confined to its owner's lock. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
