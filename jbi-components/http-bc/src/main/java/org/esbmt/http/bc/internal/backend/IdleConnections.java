package org.esbmt.http.bc.internal.backend;

/**
 * The unused connections of a pool, by the time since when they are idle. The connections themselves are the links of the
 * list, so that a pool among many touches no further memory. Confined to the pool's event loop.
 */
final class IdleConnections {
    private BackEndConnection first;
    private BackEndConnection last;

    /** The one that is idle for the longest time; null if there is none. */
    BackEndConnection first() {
        return first;
    }

    /** Adds a connection that is idle from now on. */
    void add(BackEndConnection connection) {
        connection.olderIdle = last;
        connection.newerIdle = null;
        connection.idle = true;
        if (last == null) {
            first = connection;
        } else {
            last.newerIdle = connection;
        }
        last = connection;
    }

    /** Removes the one that is idle for the shortest time; null if there is none. */
    BackEndConnection takeLast() {
        BackEndConnection taken = last;
        if (taken != null) {
            remove(taken);
        }
        return taken;
    }

    /** Removes a connection; does nothing for one that is not idle. */
    void remove(BackEndConnection connection) {
        if (!connection.idle) {
            return;
        }
        if (connection.olderIdle == null) {
            first = connection.newerIdle;
        } else {
            connection.olderIdle.newerIdle = connection.newerIdle;
        }
        if (connection.newerIdle == null) {
            last = connection.olderIdle;
        } else {
            connection.newerIdle.olderIdle = connection.olderIdle;
        }
        connection.olderIdle = null;
        connection.newerIdle = null;
        connection.idle = false;
    }
}
