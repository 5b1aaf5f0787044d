package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The nonces that were used on this node, as long as a token with one may be sent. Threads: any. */
final class Nonces {
    /** Of one login, so that no login leaves the others without room. */
    static final int MOST_OF_LOGIN = 10_000;

    private static final int MOST = 100_000;

    private final LongSupplier nanos;
    private final long keptNanos;
    /** The times of use by login and nonce. A nonce belongs to its login: nobody uses up the nonces of others. */
    private final Map<String, Map<String, Long>> used = new HashMap<>();

    private int size;
    private long swept;

    /**
     * Makes an empty memory.
     *
     * @param nanos a clock as of {@link System#nanoTime}
     */
    Nonces(LongSupplier nanos, long keptNanos) {
        this.nanos = requireNonNull(nanos, "nanos");
        this.keptNanos = keptNanos;
        this.swept = nanos.getAsLong();
    }

    /** Returns false if the login has used the nonce, or if there are too many of the login or of all logins. */
    synchronized boolean use(String login, String nonce) {
        requireNonNull(login, "login");
        requireNonNull(nonce, "nonce");
        long now = nanos.getAsLong();
        if (now - swept > keptNanos / 4 || size >= MOST) {
            sweep(now);
        }
        Map<String, Long> own = used.getOrDefault(login, Map.of());
        if (size >= MOST || own.size() >= MOST_OF_LOGIN || own.containsKey(nonce)) {
            return false;
        }
        used.computeIfAbsent(login, name -> new HashMap<>()).put(nonce, now);
        size++;
        return true;
    }

    private void sweep(long now) {
        used.values().forEach(times -> times.values().removeIf(at -> now - at > keptNanos));
        used.values().removeIf(Map::isEmpty);
        size = used.values().stream().mapToInt(Map::size).sum();
        swept = now;
    }
}
