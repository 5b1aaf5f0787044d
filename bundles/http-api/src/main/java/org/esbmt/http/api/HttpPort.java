package org.esbmt.http.api;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.esbmt.http.api.edge.ConnectionLimits;
import org.esbmt.http.api.edge.EdgeCounters;
import org.esbmt.http.api.edge.HttpServer;
import org.esbmt.http.api.loop.EventLoops;

/**
 * An open port with event loops of its own. Requests of a connection are handled one after the other. A body with a
 * content coding is answered with 415. Usable on any thread.
 */
public final class HttpPort implements AutoCloseable {
    private final EventLoops loops;
    private final HttpServer server;
    private final EdgeCounters counters = new EdgeCounters();
    private final EventStreams streams;
    private final long drainNanos;
    private final InetSocketAddress address;
    private volatile boolean closing;

    private HttpPort(PortSettings settings, Router router) throws IOException {
        streams = new EventStreams(settings.eventStreams());
        drainNanos = settings.drain().toNanos();
        loops = new EventLoops(settings.name(), settings.threads());
        boolean opened = false;
        try {
            server = new HttpServer(
                    loops,
                    settings.limits(),
                    new ConnectionLimits(settings.limits()),
                    new PortHandler(settings, router, streams),
                    counters,
                    () -> closing,
                    settings.tls().orElse(null),
                    settings.standing(),
                    settings.policy());
            address = server.start(settings.address());
            opened = true;
        } finally {
            if (!opened) {
                loops.close();
            }
        }
    }

    /**
     * Opens a port.
     *
     * @throws IOException if the address cannot be bound
     * @throws IllegalArgumentException if there are too many standing fields
     */
    public static HttpPort open(PortSettings settings, Router router) throws IOException {
        return new HttpPort(settings, router);
    }

    /** The bound address, with the actual port. */
    public InetSocketAddress address() {
        return address;
    }

    public EdgeCounters counters() {
        return counters;
    }

    /** The number of open connections. */
    public int connections() {
        return server.connections();
    }

    /** The number of open streams of events. */
    public int eventStreams() {
        return streams.open();
    }

    /**
     * Accepts no more connections, ends the streams of events, waits for the requests in progress, and closes the
     * remaining connections. The executors of the handlers must work until then.
     */
    @Override
    public void close() {
        closing = true;
        streams.close();
        server.stop(drainNanos);
        loops.close();
    }
}
