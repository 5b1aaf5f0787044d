package org.esbmt.itests.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Listens on a port of this machine and opens a conversation for each connection. Thread-safe. */
final class Proxy<C extends Conversation> implements AutoCloseable {
    private final ServerSocket server;
    private final Function<Socket, C> made;
    private final Set<C> open = ConcurrentHashMap.newKeySet();

    Proxy(String name, Function<Socket, C> made) throws IOException {
        this.made = made;
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Conversation.daemon(name, () -> accept(name)).start();
    }

    private void accept(String name) {
        while (!server.isClosed()) {
            try {
                C conversation = made.apply(server.accept());
                open.add(conversation);
                Conversation.daemon(name + " requests", () -> {
                            try {
                                conversation.run();
                            } finally {
                                open.remove(conversation);
                            }
                        })
                        .start();
            } catch (IOException e) {
                // the proxy is closed, or the client has closed its connection
            }
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** The open connections. */
    Set<C> open() {
        return Set.copyOf(open);
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(Conversation::close);
    }
}
