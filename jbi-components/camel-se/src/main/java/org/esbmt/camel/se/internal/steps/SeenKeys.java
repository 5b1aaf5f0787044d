package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** A bounded number of known keys: the oldest is forgotten first. Thread-safe. */
final class SeenKeys {
    private final int most;
    private final Set<KeyDigest> keys = new LinkedHashSet<>();

    SeenKeys(int most) {
        this.most = most;
    }

    /** Adds a key; returns true if it was unknown. */
    synchronized boolean add(KeyDigest key) {
        if (!keys.add(key)) {
            return false;
        }
        if (keys.size() > most) {
            Iterator<KeyDigest> oldest = keys.iterator();
            oldest.next();
            oldest.remove();
        }
        return true;
    }

    synchronized void remove(KeyDigest key) {
        keys.remove(key);
    }

    synchronized int size() {
        return keys.size();
    }
}
