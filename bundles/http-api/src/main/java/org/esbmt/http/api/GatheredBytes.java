package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.esbmt.http.api.loop.LoopState;

/**
 * Bytes that are kept until a request is handled. They count in the room of their event loop, and grow with what has come,
 * so that an announced length alone costs nothing. Confined to the loop.
 */
final class GatheredBytes {
    private static final int FIRST_ROOM = 1024;

    private final LoopState loop;
    private final int most;
    private final long roomOfLoop;
    private byte[] room = {};
    private int size;
    private int counted;

    /** @param roomOfLoop the bytes of all requests of the loop together */
    GatheredBytes(LoopState loop, int most, long roomOfLoop) {
        this.loop = loop;
        this.most = most;
        this.roomOfLoop = roomOfLoop;
    }

    int size() {
        return size;
    }

    /** The bytes so far, from index 0. */
    byte[] bytes() {
        return room;
    }

    /** Copies bytes of a piece. Returns false without a copy if the loop has no room for them. */
    boolean add(ByteBuf piece, int count) {
        if (!hasRoom(count)) {
            return false;
        }
        piece.readBytes(room, size, count);
        size += count;
        return true;
    }

    private boolean hasRoom(int more) {
        int needed = size + more;
        if (needed <= room.length) {
            return true;
        }
        int grown = (int) Math.min(most, Math.max(needed, Math.max(FIRST_ROOM, 2L * room.length)));
        if (!loop.gather(grown - counted, roomOfLoop)) {
            return false;
        }
        counted = grown;
        room = Arrays.copyOf(room, grown);
        return true;
    }

    /** Hands the bytes over. They count until {@link #release}. */
    byte[] take() {
        byte[] taken = size == room.length ? room : Arrays.copyOf(room, size);
        room = new byte[0];
        return taken;
    }

    void release() {
        loop.release(counted);
        counted = 0;
        room = new byte[0];
    }
}
