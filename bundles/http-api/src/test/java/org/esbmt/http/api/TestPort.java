package org.esbmt.http.api;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.esbmt.http.api.edge.ConnectionPolicy;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.testing.http.RawClient;

/** An open port with workers of its own, and settings that a test changes. */
final class TestPort implements AutoCloseable {
    private final Workers workers;
    private final HttpPort port;

    private TestPort(Workers workers, HttpPort port) {
        this.workers = workers;
        this.port = port;
    }

    static Builder with() {
        return new Builder();
    }

    /** A router that needs the workers of the port. */
    @FunctionalInterface
    interface Routes {
        Handling route(RequestHead head, Workers workers);
    }

    static final class Builder {
        private int deadlineSeconds = 30;
        private long minimumRate = 100;
        private ConnectionPolicy policy = ConnectionPolicy.ALL;
        private int connectionsOfSource;
        private long wholeBytes = 1 << 20;
        private int eventStreams = 8;
        private int threads = 4;
        private int waiting = 8;
        private Optional<SslContext> tls = Optional.empty();
        private boolean lengthRequired = true;
        /** Many tests leave requests in progress. */
        private Duration drain = Duration.ofSeconds(1);

        /** For idle connections, heads and bodies. */
        Builder deadline(int seconds) {
            deadlineSeconds = seconds;
            return this;
        }

        /** Takes a POST without a length as empty. */
        Builder emptyPosts() {
            lengthRequired = false;
            return this;
        }

        Builder minimumRate(long bytes) {
            minimumRate = bytes;
            return this;
        }

        Builder connectionsOfSource(int most) {
            connectionsOfSource = most;
            return this;
        }

        Builder policy(ConnectionPolicy by) {
            policy = by;
            return this;
        }

        Builder wholeBytes(long most) {
            wholeBytes = most;
            return this;
        }

        Builder eventStreams(int most) {
            eventStreams = most;
            return this;
        }

        Builder workers(int running, int queued) {
            threads = running;
            waiting = queued;
            return this;
        }

        Builder tls(SslContext context) {
            tls = Optional.of(context);
            return this;
        }

        Builder drain(Duration time) {
            drain = time;
            return this;
        }

        TestPort open(Routes routes) throws IOException {
            HeaderNames names = new HeaderNames.Builder()
                    .host()
                    .once("Authorization", "Cookie")
                    .lists(List.of("If-Match"))
                    .build();
            long deadline = TimeUnit.SECONDS.toNanos(deadlineSeconds);
            EdgeLimits limits = new EdgeLimits(
                    names,
                    lengthRequired,
                    2048,
                    16_384,
                    100,
                    deadline,
                    deadline,
                    TimeUnit.SECONDS.toNanos(60),
                    minimumRate,
                    deadline,
                    100,
                    connectionsOfSource);
            Headers standing = new Headers.Builder()
                    .put(HeaderName.of("X-Content-Type-Options"), "nosniff")
                    .build();
            Workers workers = new Workers("test-worker", threads, waiting);
            HttpPort port = HttpPort.open(
                    new PortSettings(
                            "test-port",
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            tls,
                            limits,
                            policy,
                            "bus"::equals,
                            standing,
                            1,
                            wholeBytes,
                            eventStreams,
                            drain),
                    head -> routes.route(head, workers));
            return new TestPort(workers, port);
        }
    }

    HttpPort port() {
        return port;
    }

    RawClient connect() throws IOException {
        return new RawClient(port.address());
    }

    /** Connects from an address of this machine: all of 127.0.0.0/8 are. */
    RawClient connectFrom(String source) throws IOException {
        InetSocketAddress to = port.address();
        return new RawClient(new Socket(to.getAddress(), to.getPort(), InetAddress.getByName(source), 0));
    }

    static String get(String path) {
        return request("GET", path, "");
    }

    static String request(String method, String path, String headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: bus\r\n" + headers + "\r\n";
    }

    static String post(String path, String body) {
        return request("POST", path, "Content-Length: " + body.length() + "\r\n") + body;
    }

    static String chunked(String path, String... pieces) {
        StringBuilder all = new StringBuilder(request("POST", path, "Transfer-Encoding: chunked\r\n"));
        for (String piece : pieces) {
            all.append(Integer.toHexString(piece.length()))
                    .append("\r\n")
                    .append(piece)
                    .append("\r\n");
        }
        return all.append("0\r\n\r\n").toString();
    }

    @Override
    public void close() {
        port.close();
        workers.close();
    }
}
