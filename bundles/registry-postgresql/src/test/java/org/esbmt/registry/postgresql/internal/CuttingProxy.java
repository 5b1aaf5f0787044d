package org.esbmt.registry.postgresql.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy for network failures at the worst moment: it cuts every connection when a client sends a certain word. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile String word = "";
    private volatile boolean delivered;

    CuttingProxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /**
     * Cuts connections from now on.
     *
     * @param delivered true if the server still receives the word before the cut
     */
    void cutAt(String word, boolean delivered) {
        this.delivered = delivered;
        this.word = word;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, server));
                daemon(() -> pump(client, server, true));
                daemon(() -> pump(server, client, false));
            }
        } catch (IOException e) {
            cut();
        }
    }

    private void pump(Socket from, Socket to, boolean watched) {
        byte[] buffer = new byte[8_192];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                boolean last = watched && !word.isEmpty() && new String(buffer, 0, n, ISO_8859_1).contains(word);
                if (last && delivered) {
                    from.close();
                }
                if (!last || delivered) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
                if (last) {
                    from.close();
                    return;
                }
            }
        } catch (IOException e) {
            // the peer has closed the connection
        }
    }

    private void cut() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // closed already
            }
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
