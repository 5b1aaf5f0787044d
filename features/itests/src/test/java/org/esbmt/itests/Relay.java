package org.esbmt.itests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a port of this machine. While it is cut, it closes all connections. Thread-safe. */
final class Relay implements AutoCloseable {
    private final ServerSocket server;
    private final int to;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    Relay(int to) throws IOException {
        this.to = to;
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Closes the open connections, and new ones until {@link #mend}. */
    void cut() {
        cut = true;
        open.forEach(Relay::end);
    }

    void mend() {
        cut = false;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket asking = server.accept();
                daemon(() -> pass(asking));
            } catch (IOException e) {
                // the relay is closed, or the client has closed its connection
            }
        }
    }

    private void pass(Socket asking) {
        open.add(asking);
        try (asking;
                Socket answering = new Socket(InetAddress.getLoopbackAddress(), to)) {
            open.add(answering);
            if (!cut) {
                daemon(() -> copy(answering, asking));
                copy(asking, answering);
            }
            open.remove(answering);
        } catch (IOException e) {
            // the other side sees the end of the connection
        } finally {
            open.remove(asking);
        }
    }

    /** Copies until one side closes, and closes the other. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            long unused = from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // as above
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // the socket is not used any more
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
