package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The nonces that were used on this node, as long as a token with one may be sent. Threads: any. */
final class Nonces {
    private static final int MOST = 100_000;

    private final LongSupplier nanos;
    private final long keptNanos;
    private final Map<Used, Long> used = new HashMap<>();
    private long swept;

    /** A nonce belongs to its login: nobody uses up the nonces of others. */
    private record Used(String login, String nonce) {
        Used {
            requireNonNull(login, "login");
            requireNonNull(nonce, "nonce");
        }
    }

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

    /** Returns false if the login has used the nonce, or if there are too many of all logins. */
    synchronized boolean use(String login, String nonce) {
        long now = nanos.getAsLong();
        if (now - swept > keptNanos / 4 || used.size() >= MOST) {
            used.values().removeIf(at -> now - at > keptNanos);
            swept = now;
        }
        return used.size() < MOST && used.putIfAbsent(new Used(login, nonce), now) == null;
    }
}
