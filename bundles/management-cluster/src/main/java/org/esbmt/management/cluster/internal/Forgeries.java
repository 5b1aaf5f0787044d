package org.esbmt.management.cluster.internal;

import java.time.Instant;
import java.util.Optional;

/** Messages without a seal of the cluster that the audit trail does not have yet: their number and the latest. Thread-safe. */
final class Forgeries {
    private Optional<Forged> pending = Optional.empty();

    /**
     * Some of them.
     *
     * @param count how many
     * @param since when the first of them came
     * @param destination where the latest came from
     * @param message identifier of the latest, as its sender has it
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

    /** They could not be entered. */
    synchronized void giveBack(Forged taken) {
        pending = Optional.of(pending.map(later ->
                        new Forged(taken.count() + later.count(), taken.since(), later.destination(), later.message()))
                .orElse(taken));
    }
}
