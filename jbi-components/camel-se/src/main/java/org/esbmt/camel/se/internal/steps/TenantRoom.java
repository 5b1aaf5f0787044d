package org.esbmt.camel.se.internal.steps;

import org.esbmt.camel.se.internal.engine.BodyRoom;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.jbi.container.api.OverloadedException;

/** What the steps of all units of one tenant keep in memory, against its bounds. On any thread. */
final class TenantRoom implements BodyRoom {
    private final StepLimits limits;
    private final StepCounters counters;
    private long bytes;
    private long gathered;
    private int groups;
    private int taps;
    private long remembered;

    TenantRoom(StepLimits limits, StepCounters counters) {
        this.limits = limits;
        this.counters = counters;
    }

    /** @throws RouteFailure.Unavailable if the tenant has no room for them */
    synchronized void holdBytes(int more) throws RouteFailure {
        if (bytes + more > limits.heldBytesOfTenant()) {
            throw full("the steps of the tenant keep " + bytes + " bytes already");
        }
        bytes += more;
    }

    synchronized void releaseBytes(long held) {
        bytes -= held;
    }

    @Override
    public synchronized void gather(int more) throws RouteFailure {
        if (gathered + more > limits.gatheredBytesOfTenant()) {
            throw full("bodies of " + gathered
                    + " bytes are gathered for the routes of the tenant, or made by them, already");
        }
        gathered += more;
    }

    @Override
    public synchronized void giveBack(long less) {
        gathered -= less;
    }

    synchronized void beginGroup() throws RouteFailure {
        if (groups >= limits.groupsOfTenant()) {
            throw full("the aggregates of the tenant have " + groups + " groups already");
        }
        groups++;
    }

    synchronized void endGroup() {
        groups--;
    }

    synchronized void beginTap() throws RouteFailure {
        if (taps >= limits.tapsOfTenant()) {
            throw full("the wire taps of the tenant have " + taps + " copies under way already");
        }
        taps++;
    }

    synchronized void endTap() {
        taps--;
    }

    /**
     * Keeps room for what a step may come to remember, whether it does or not.
     *
     * @throws IllegalArgumentException if the tenant's units would remember too much; the unit is not built then
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
