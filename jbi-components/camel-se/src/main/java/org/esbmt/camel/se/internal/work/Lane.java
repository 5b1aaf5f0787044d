package org.esbmt.camel.se.internal.work;

import java.util.ArrayDeque;
import org.esbmt.jbi.container.api.Owner;

/** What one tenant has of the workers. Everything is guarded by the lock of {@link TenantWorkers}. */
final class Lane {
    final Owner owner;
    final ArrayDeque<Entry> queue = new ArrayDeque<>();
    int units;
    int running;
    int waiting;
    /** Whether it is in the round of lanes that have work and may run it. */
    boolean inRound;

    Lane(Owner owner) {
        this.owner = owner;
    }

    /** A job, and the unit whose it is. */
    record Entry(UnitWorkers unit, Job job) {}
}
