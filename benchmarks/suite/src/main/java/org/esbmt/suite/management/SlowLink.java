package org.esbmt.suite.management;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.esbmt.suite.management.Interruption.Moment;

/**
 * A proxy of TCP that makes a link slow. Bytes arrive half a round trip after they were sent, in both directions. The first bytes of a
 * connection come a round trip later, for its handshake. A link with an interruption holds all bytes for a while, or resets all of its
 * connections. Safe for use by several threads.
 */
final class SlowLink implements AutoCloseable {
    private final InetSocketAddress to;
    private final ServerSocket listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Interruption> armed = new AtomicReference<>();
    private volatile long roundTripNanos;
    private volatile long heldUntilNanos = System.nanoTime();

    private SlowLink(InetSocketAddress to, Duration roundTrip) throws IOException {
        this.to = to;
        this.roundTripNanos = roundTrip.toNanos();
        this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    }

    /** Opens a link to a port of this machine. */
    static SlowLink open(int port, Duration roundTrip) throws IOException {
        SlowLink link = new SlowLink(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), roundTrip);
        start("link to " + port, link::accept);
        return link;
    }

    static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The port for clients, on the loopback interface. */
    int port() {
        return listener.getLocalPort();
    }

    void roundTrip(Duration roundTrip) {
        roundTripNanos = roundTrip.toNanos();
    }

    long roundTripNanos() {
        return roundTripNanos;
    }

    /** Has the next bytes of the interruption's direction begin it. */
    void arm(Interruption interruption) {
        armed.set(interruption);
    }

    /** True after {@link #arm}, until bytes of its direction come. */
    boolean isArmed() {
        return armed.get() != null;
    }

    /** True while bytes wait, or are on their way. */
    boolean isBusy() {
        return System.nanoTime() - heldUntilNanos < 0 || connections.stream().anyMatch(Connection::isBusy);
    }

    /**
     * Called for bytes before they pass; returns when they may, or with false when their connection was reset. A single byte begins no
     * interruption: RMI looks by one if a connection is still there, and takes another connection without one.
     */
    boolean pass(Moment direction, int bytes) {
        Interruption due = armed.get();
        if (due != null && bytes > 1 && due.moment() == direction && armed.compareAndSet(due, null)) {
            if (due.isReset()) {
                // those of this moment: a client connects again at once
                List.copyOf(connections).forEach(Connection::reset);
                return false;
            }
            heldUntilNanos = System.nanoTime() + due.length().toNanos();
        }
        awaitTime(heldUntilNanos);
        return true;
    }

    static void awaitTime(long nanos) {
        long left = nanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanos - System.nanoTime();
        }
    }

    private void accept() {
        while (true) {
            Socket client = null;
            try {
                client = listener.accept();
                Connection connection = new Connection(this, client, new Socket(to.getAddress(), to.getPort()));
                connections.add(connection);
                connection.start();
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
                Connection.closeQuietly(client);
            }
        }
    }

    void ended(Connection connection) {
        connections.remove(connection);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        connections.forEach(Connection::reset);
    }
}
