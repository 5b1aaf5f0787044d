package org.esbmt.suite.management;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.suite.management.Interruption.Moment;

/** A connection of a slow link: two sockets, and two threads for each direction. */
final class Connection {
    private static final int CHUNK = 16_384;
    /** Chunks under way in one direction. Then the sender waits. */
    private static final int UNDER_WAY = 256;

    private final SlowLink link;
    private final Socket client;
    private final Socket bus;
    /** Directions that are still open. */
    private final AtomicInteger open = new AtomicInteger(2);
    /** Chunks that were read and not yet written. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final long established;

    Connection(SlowLink link, Socket client, Socket bus) throws IOException {
        this.link = link;
        this.client = client;
        this.bus = bus;
        this.established = System.nanoTime() + link.roundTripNanos();
        client.setTcpNoDelay(true);
        bus.setTcpNoDelay(true);
    }

    /** Bytes with the time of their arrival; no bytes for the end of the direction. */
    private record Chunk(ByteBuffer bytes, long due) {
        boolean isEnd() {
            return !bytes.hasRemaining();
        }
    }

    void start() {
        direction(Moment.REQUEST, client, bus);
        direction(Moment.ANSWER, bus, client);
    }

    private void direction(Moment direction, Socket from, Socket to) {
        BlockingQueue<Chunk> queue = new LinkedBlockingQueue<>(UNDER_WAY);
        SlowLink.start("reader of " + direction, () -> read(queue, from));
        SlowLink.start("writer of " + direction, () -> write(queue, direction, to));
    }

    private void read(BlockingQueue<Chunk> queue, Socket from) {
        try {
            while (true) {
                byte[] bytes = new byte[CHUNK];
                int length;
                try {
                    length = from.getInputStream().read(bytes);
                } catch (IOException e) {
                    length = -1;
                }
                waiting.incrementAndGet();
                long now = Math.max(System.nanoTime(), established);
                queue.put(new Chunk(ByteBuffer.wrap(bytes, 0, Math.max(0, length)), now + link.roundTripNanos() / 2));
                if (length < 0) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(BlockingQueue<Chunk> queue, Moment direction, Socket to) {
        try {
            Chunk chunk = queue.take();
            while (!chunk.isEnd()) {
                SlowLink.awaitTime(chunk.due());
                if (!link.pass(direction, chunk.bytes().remaining())) {
                    break;
                }
                to.getOutputStream()
                        .write(chunk.bytes().array(), 0, chunk.bytes().limit());
                waiting.decrementAndGet();
                chunk = queue.take();
            }
            SlowLink.awaitTime(chunk.due());
            waiting.decrementAndGet();
            to.shutdownOutput();
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (open.decrementAndGet() == 0) {
                close();
            }
        }
    }

    boolean isBusy() {
        return waiting.get() > 0;
    }

    /** Ends both sides at once, so that each gets a reset. */
    void reset() {
        try {
            client.setSoLinger(true, 0);
            bus.setSoLinger(true, 0);
        } catch (IOException e) {
            // It is closed already.
        }
        close();
    }

    private void close() {
        link.ended(this);
        closeQuietly(client);
        closeQuietly(bus);
    }

    /** Closes a socket, if there is one. */
    static void closeQuietly(Socket socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing else can be done with it.
            }
        }
    }
}
