package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.esbmt.http.api.edge.ConnectionPolicy;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.wire.Headers;

/**
 * Settings of a port.
 *
 * @param name the beginning of its threads' names
 * @param address with port 0 for a free one
 * @param tls empty for a port without TLS; see {@link org.esbmt.http.api.tls.TlsContexts#server}
 * @param limits of connections and requests; its names must include the Host
 * @param policy about new connections that are within the limits
 * @param hosts the values of Host that are served, such as {@code bus.example:8193}. Others are answered with 421, so
 *     that no page of another site reaches the port by a name of its own. Called on the event loop
 * @param standing fields of every answer, those of refusals included; 4 KiB at most
 * @param threads event loops
 * @param wholeBytes bytes of all whole bodies that arrive or are handled; above it a request is answered with 503
 * @param eventStreams the open streams of events at the same time; above it an answer is 503
 * @param drain the time for requests in progress when the port closes
 */
public record PortSettings(
        String name,
        InetSocketAddress address,
        Optional<SslContext> tls,
        EdgeLimits limits,
        ConnectionPolicy policy,
        Predicate<String> hosts,
        Headers standing,
        int threads,
        long wholeBytes,
        int eventStreams,
        Duration drain) {
    /** @throws IllegalArgumentException if the limits do not name the Host, or there is no thread */
    public PortSettings {
        requireNonNull(name, "name");
        requireNonNull(address, "address");
        requireNonNull(tls, "tls");
        requireNonNull(policy, "policy");
        requireNonNull(hosts, "hosts");
        requireNonNull(standing, "standing");
        requireNonNull(drain, "drain");
        if (!limits.headers().passesHost()) {
            throw new IllegalArgumentException("a port checks the Host, so its header names must include it");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("a port needs an event loop, not " + threads);
        }
    }
}
