package org.esbmt.itests.crash;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** A connection through a proxy, with both sockets and a thread for each direction. */
abstract class Conversation implements AutoCloseable {
    private final Socket asking;
    private volatile Socket answering;
    private volatile boolean closed;

    Conversation(Socket asking) {
        this.asking = asking;
    }

    /** Passes bytes on until one side closes. Each conversation has a thread of its own for this. */
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
            // the other side sees the end of the connection
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

    /** Finds the server, reading the first message if it names the server; connects and passes the read bytes on. */
    abstract Socket connect(DataInputStream in) throws IOException;

    abstract void requests(DataInputStream in, OutputStream server) throws IOException;

    abstract void answers(DataInputStream in, OutputStream client) throws IOException;

    final OutputStream client() throws IOException {
        return asking.getOutputStream();
    }

    /** Closes both sockets. */
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
                // the socket is not used any more
            }
        }
    }
}
