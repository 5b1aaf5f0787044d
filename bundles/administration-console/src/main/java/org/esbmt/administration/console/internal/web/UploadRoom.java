package org.esbmt.administration.console.internal.web;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the bytes of uploads in memory. A tenant, or the installation, has half of the room at most. Usable on any
 * thread.
 */
final class UploadRoom {
    private final long most;
    private final Map<String, Long> taken = new HashMap<>();
    private long all;

    /** @param most the bytes of all uploads together */
    UploadRoom(long most) {
        this.most = most;
    }

    /** Takes room, which {@link #giveBack} returns. Returns false if too little is left. */
    synchronized boolean take(String owner, long bytes) {
        long own = taken.getOrDefault(owner, 0L);
        if (bytes > most - all || bytes > most / 2 - own) {
            return false;
        }
        all += bytes;
        taken.put(owner, own + bytes);
        return true;
    }

    synchronized void giveBack(String owner, long bytes) {
        all -= bytes;
        taken.computeIfPresent(owner, (name, own) -> own == bytes ? null : own - bytes);
    }
}
