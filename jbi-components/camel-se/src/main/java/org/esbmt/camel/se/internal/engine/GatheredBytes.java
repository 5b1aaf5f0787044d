package org.esbmt.camel.se.internal.engine;

/**
 * Counts the bytes gathered for one exchange or made by its steps, against the bound of its tenant, until the exchange
 * is over. Thread-safe.
 */
final class GatheredBytes {
    private final BodyRoom room;
    private long bytes;
    private boolean over;

    GatheredBytes(BodyRoom room) {
        this.room = room;
    }

    /** @throws RouteFailure.Unavailable if there is no room for them, or the exchange is over */
    synchronized void add(int more) throws RouteFailure {
        if (over) {
            throw new RouteFailure.Unavailable("the exchange is over", null);
        }
        room.gather(more);
        bytes += more;
    }

    /** Releases bytes that are not needed. */
    synchronized void giveBack(int less) {
        if (!over) {
            bytes -= less;
            room.giveBack(less);
        }
    }

    /** Ends the count, because the exchange is over. */
    void release() {
        room.giveBack(end());
    }

    /** Moves the count to another exchange of the same tenant that continues with the bodies. */
    void release(GatheredBytes heir) {
        heir.take(end());
    }

    private synchronized long end() {
        long held = bytes;
        bytes = 0;
        over = true;
        return held;
    }

    private synchronized void take(long more) {
        if (over) {
            room.giveBack(more);
        } else {
            bytes += more;
        }
    }
}
