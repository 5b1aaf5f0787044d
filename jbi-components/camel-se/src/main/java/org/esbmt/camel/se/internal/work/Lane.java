package org.esbmt.camel.se.internal.work;

import java.util.ArrayDeque;
import org.esbmt.jbi.container.api.Owner;

/** One tenant's share of the workers. The lock of {@link TenantWorkers} guards all of it. */
final class Lane {
    final Owner owner;
    final ArrayDeque<Entry> queue = new ArrayDeque<>();
    int units;
    int running;
    int waiting;
    /** True if it is in the round of lanes with work that may run. */
    boolean inRound;

    Lane(Owner owner) {
        this.owner = owner;
    }

    /** A job and its unit. */
    record Entry(UnitWorkers unit, Job job) {}
}
