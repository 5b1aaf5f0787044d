package org.esbmt.camel.se.internal.steps;

import org.esbmt.camel.se.internal.engine.BodyRoom;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.OverloadedException;

/** The memory that the steps of all units of one tenant use, with its bounds. Thread-safe. */
final class TenantRoom implements BodyRoom {
    private final StepLimits limits;
    private final StepCounters counters;
    private final MessageMemory.Account memory;
    private long bytes;
    private long gathered;
    private int groups;
    private int taps;
    private long remembered;

    /** @param memory the memory of the tenant, over all components */
    TenantRoom(StepLimits limits, StepCounters counters, MessageMemory.Account memory) {
        this.limits = limits;
        this.counters = counters;
        this.memory = memory;
    }

    /** @throws RouteFailure.Unavailable if the tenant has no room for them */
    synchronized void holdBytes(int more) throws RouteFailure {
        if (bytes + more > limits.heldBytesOfTenant()) {
            throw full("the steps of the tenant need more than the " + limits.heldBytesOfTenant()
                    + " bytes of tenant.held.bytes");
        }
        take(more);
        bytes += more;
    }

    synchronized void releaseBytes(long held) {
        bytes -= held;
        memory.giveBack(held);
    }

    @Override
    public synchronized void gather(int more) throws RouteFailure {
        if (gathered + more > limits.gatheredBytesOfTenant()) {
            throw full("the bodies of the tenant's routes need more than the " + limits.gatheredBytesOfTenant()
                    + " bytes of tenant.gathered.bytes");
        }
        take(more);
        gathered += more;
    }

    private void take(int more) throws RouteFailure {
        try {
            memory.take(more);
        } catch (OverloadedException e) {
            counters.overloaded.increment();
            throw new RouteFailure.Unavailable(e.getMessage(), e);
        }
    }

    @Override
    public synchronized void giveBack(long less) {
        gathered -= less;
        memory.giveBack(less);
    }

    synchronized void beginGroup() throws RouteFailure {
        if (groups >= limits.groupsOfTenant()) {
            throw full("the aggregates of the tenant have the " + groups + " groups of tenant.groups already");
        }
        groups++;
    }

    synchronized void endGroup() {
        groups--;
    }

    synchronized void beginTap() throws RouteFailure {
        if (taps >= limits.tapsOfTenant()) {
            throw full("the wire taps of the tenant have the " + taps + " copies of tenant.taps under way already");
        }
        taps++;
    }

    synchronized void endTap() {
        taps--;
    }

    /**
     * Reserves room for the keys or exchanges of a step, whether it uses the room or not.
     *
     * @throws IllegalArgumentException if the tenant's units would exceed the bound; the unit is not built then
     */
    synchronized void reserve(int more) {
        if (remembered + more > limits.rememberedOfTenant()) {
            throw new IllegalArgumentException(
                    "the idempotent consumers and throttles of the tenant would remember more than "
                            + limits.rememberedOfTenant() + " keys and exchanges together");
        }
        remembered += more;
    }

    synchronized void forget(long reserved) {
        remembered -= reserved;
    }

    synchronized long gathered() {
        return gathered;
    }

    synchronized long bytes() {
        return bytes;
    }

    RouteFailure full(String sentence) {
        counters.overloaded.increment();
        return new RouteFailure.Unavailable(sentence, new OverloadedException(sentence));
    }
}
