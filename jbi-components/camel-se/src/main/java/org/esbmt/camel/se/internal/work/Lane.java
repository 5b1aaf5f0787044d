package org.esbmt.camel.se.internal.work;

import java.util.ArrayDeque;
import org.esbmt.jbi.container.api.Owner;

/** The share that one tenant has of the workers. The lock of {@link TenantWorkers} guards all of it. */
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

    /** A job and its unit. */
    record Entry(UnitWorkers unit, Job job) {}
}
