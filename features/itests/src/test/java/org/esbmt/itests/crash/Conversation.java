package org.esbmt.itests.crash;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** A connection through a proxy: both sides, and the two threads that pass on what comes. */
abstract class Conversation implements AutoCloseable {
    private final Socket asking;
    private volatile Socket answering;
    private volatile boolean closed;

    Conversation(Socket asking) {
        this.asking = asking;
    }

    /** In a thread of its own, until one of both closes. */
    final void run() {
        try (this) {
            asking.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(asking.getInputStream());
            Socket server = connect(in);
            server.setTcpNoDelay(true);
            answering = server;
            if (closed) {
                return;
            }
            Thread back = daemon("answers", this::answers);
            back.start();
            requests(in, server.getOutputStream());
        } catch (IOException e) {
            // whoever is left on the other side is told by the end of the connection
        }
    }

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private void answers() {
        try (this) {
            answers(new DataInputStream(answering.getInputStream()), asking.getOutputStream());
        } catch (IOException e) {
            // as above
        }
    }

    /** Reads what says where to, if anything has to be read for that, and connects; nothing of it may be lost. */
    abstract Socket connect(DataInputStream in) throws IOException;

    abstract void requests(DataInputStream in, OutputStream server) throws IOException;

    abstract void answers(DataInputStream in, OutputStream client) throws IOException;

    final OutputStream client() throws IOException {
        return asking.getOutputStream();
    }

    /** Both sides see the end at once. */
    @Override
    public final void close() {
        closed = true;
        close(asking);
        close(answering);
    }

    private static void close(Socket socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is not used any more
            }
        }
    }
}
