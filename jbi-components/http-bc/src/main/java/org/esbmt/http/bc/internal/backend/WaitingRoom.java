package org.esbmt.http.bc.internal.backend;

import org.esbmt.http.api.body.HttpBody;

/**
 * The bytes of one owner's messages that wait for connections to its back ends. Each event loop has an equal share, and
 * changes only its own number.
 */
final class WaitingRoom {
    /** Messages up to this size do not count: their number is bounded by that of clients' connections. */
    private static final int FREE_BYTES = 8 * 1024;

    /** A message that still arrives is paused about here. */
    private static final int ARRIVING_BYTES = 128 * 1024;

    private final long most;
    private final long[] waiting;
    /** The back ends of the owner, guarded by {@link BackEnds}. */
    int users;

    /** @param bytes of all event loops together */
    WaitingRoom(long bytes, int loops) {
        this.most = bytes / loops;
        this.waiting = new long[loops];
    }

    /**
     * Counts a call that begins to wait.
     *
     * @return false if there is no room; a message always has room if no other one waits
     */
    boolean enter(BackEndCall call) {
        int loop = call.body().loop().index();
        int bytes = bytes(call.body());
        if (waiting[loop] > 0 && waiting[loop] + bytes > most) {
            return false;
        }
        waiting[loop] += bytes;
        call.waitsWith(bytes);
        return true;
    }

    private static int bytes(HttpBody body) {
        long bytes = body.isWhole() ? body.length() : ARRIVING_BYTES;
        return bytes <= FREE_BYTES ? 0 : (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** Ends the count of a call. */
    void leave(BackEndCall call) {
        waiting[call.body().loop().index()] -= call.waitingBytes();
    }
}
