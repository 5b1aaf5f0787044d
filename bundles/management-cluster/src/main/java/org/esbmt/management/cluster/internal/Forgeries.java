package org.esbmt.management.cluster.internal;

import java.time.Instant;
import java.util.Optional;

/** Forged messages that are not in the audit trail yet: their number and the latest. Thread-safe. */
final class Forgeries {
    private Optional<Forged> pending = Optional.empty();

    /**
     * The forged messages of one audit entry.
     *
     * @param count their number
     * @param since the time of the first
     * @param destination the destination of the latest
     * @param message the message id of the latest, as its sender set it
     */
    record Forged(long count, Instant since, String destination, String message) {}

    synchronized void add(String destination, String message) {
        pending = Optional.of(new Forged(
                1 + pending.map(Forged::count).orElse(0L),
                pending.map(Forged::since).orElseGet(Instant::now),
                destination,
                message));
    }

    synchronized Optional<Forged> take() {
        Optional<Forged> taken = pending;
        pending = Optional.empty();
        return taken;
    }

    /** Returns messages that the audit trail did not accept. */
    synchronized void giveBack(Forged taken) {
        pending = Optional.of(pending.map(later ->
                        new Forged(taken.count() + later.count(), taken.since(), later.destination(), later.message()))
                .orElse(taken));
    }
}
