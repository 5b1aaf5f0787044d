package org.esbmt.http.api;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.esbmt.http.api.edge.HttpCall;

/** A request whose body is received before its handler is called. Slow clients occupy no thread. */
final class WholeRequest extends PortRequest {
    private static final int FIRST_ROOM = 1024;

    private final Handling.Whole handling;
    private final long roomOfLoop;
    private byte[] room = {};
    private int size;
    private int counted;
    private boolean handled;

    WholeRequest(HttpCall call, RequestHead head, EventStreams streams, Handling.Whole handling, long roomOfLoop) {
        super(call, head, streams);
        this.handling = handling;
        this.roomOfLoop = roomOfLoop;
    }

    void begin() {
        call().receive(this, handling.mostBytes());
    }

    @Override
    public void data(ByteBuf piece) {
        int n = piece.readableBytes();
        if (hasRoom(n)) {
            piece.readBytes(room, size, n);
            size += n;
            piece.release();
        } else {
            piece.release();
            answerBusy();
        }
    }

    /** Makes room for more bytes. It grows with what has come, so that an announced length alone costs nothing. */
    private boolean hasRoom(int more) {
        int needed = size + more;
        if (needed <= room.length) {
            return true;
        }
        int grown = (int) Math.min(handling.mostBytes(), Math.max(needed, Math.max(FIRST_ROOM, 2L * room.length)));
        if (!loop().gather(grown - counted, roomOfLoop)) {
            return false;
        }
        counted = grown;
        room = Arrays.copyOf(room, grown);
        return true;
    }

    @Override
    public void end() {
        byte[] body = size == room.length ? room : Arrays.copyOf(room, size);
        room = new byte[0];
        handled = execute(handling.executor(), () -> handling.handler().handle(head(), body), this::leaveRoom);
    }

    /** The bytes count until the handler is done with them, even if the client has left. */
    @Override
    public void over(boolean answered) {
        super.over(answered);
        if (!handled) {
            leaveRoom();
        }
    }

    private void leaveRoom() {
        loop().release(counted);
        counted = 0;
        room = new byte[0];
    }
}
