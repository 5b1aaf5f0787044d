package org.esbmt.camel.se.internal.steps;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Keys that were seen, as many as it may remember: the oldest is forgotten first. On any thread.
 */
final class SeenKeys {
    private final int most;
    private final Set<KeyDigest> keys = new LinkedHashSet<>();

    SeenKeys(int most) {
        this.most = most;
    }

    /** Whether it was not there before. */
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
