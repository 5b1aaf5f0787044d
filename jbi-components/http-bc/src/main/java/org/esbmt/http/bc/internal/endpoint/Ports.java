package org.esbmt.http.bc.internal.endpoint;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.http.api.edge.CallHandler;
import org.esbmt.http.api.edge.ConnectionLimits;
import org.esbmt.http.api.edge.EdgeCounters;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.edge.HttpServer;
import org.esbmt.http.api.loop.EventLoops;

/** The listening ports: the tenants' one or two, and those of plain units. */
final class Ports {
    private record Address(String host, int port, boolean tls) {}

    private final EventLoops loops;
    private final EdgeLimits limits;
    private final ConnectionLimits connectionLimits;
    private final EdgeCounters counters;
    private final SslContext tls;
    private final RequestServices services;
    private final long drainNanos;
    private final TenantPort tenants;
    private final Map<Address, PlainPort> plain = new HashMap<>();
    private HttpServer tenantServer;
    private HttpServer tenantTlsServer;

    /** @param tls null if this bus has no key */
    Ports(EventLoops loops, EdgeLimits limits, SslContext tls, RequestServices services, long drainNanos) {
        this.loops = loops;
        this.limits = limits;
        this.connectionLimits = new ConnectionLimits(limits);
        this.counters = services.counters().edge;
        this.tls = tls;
        this.services = services;
        this.drainNanos = drainNanos;
        this.tenants = new TenantPort(services);
    }

    TenantPort tenants() {
        return tenants;
    }

    int connections() {
        return connectionLimits.open();
    }

    /** Opens the port without TLS and returns its address. */
    synchronized InetSocketAddress openTenantPort(String host, int port) throws IOException {
        tenantServer = server(tenants, false);
        return tenantServer.start(resolved(host, port));
    }

    synchronized InetSocketAddress openTenantTlsPort(String host, int port) throws IOException {
        tenantTlsServer = server(tenants.overTls(), true);
        return tenantTlsServer.start(resolved(host, port));
    }

    private static InetSocketAddress resolved(String host, int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IOException(
                    "there is no host '" + host + "' to listen on; see host of etc/org.esbmt.http.bc.cfg");
        }
        return address;
    }

    private HttpServer server(CallHandler handler, boolean withTls) {
        return new HttpServer(
                loops,
                limits,
                connectionLimits,
                handler,
                counters,
                services.departure()::isAsked,
                withTls ? tls : null);
    }

    synchronized void closeTenantPorts() {
        if (tenantServer != null) {
            tenantServer.stop(drainNanos);
            tenantServer = null;
        }
        if (tenantTlsServer != null) {
            tenantTlsServer.stop(drainNanos);
            tenantTlsServer = null;
        }
    }

    /**
     * Opens endpoints of one owner: first those at free addresses. Then those in the place of others follow, for
     * tenants in one step.
     *
     * @param givingWay open endpoints whose addresses may be taken over
     * @throws IOException if a port cannot be opened; nothing has changed then
     * @throws IllegalArgumentException if an address is another endpoint's; nothing has changed then
     */
    synchronized void open(List<ConsumerEndpoint> opening, List<ConsumerEndpoint> givingWay) throws IOException {
        List<ConsumerEndpoint> ofTenants = new ArrayList<>();
        List<ConsumerEndpoint> ofPlain = new ArrayList<>();
        for (ConsumerEndpoint endpoint : opening) {
            (endpoint.owner().tenant().isPresent() ? ofTenants : ofPlain).add(endpoint);
        }
        openPlain(ofPlain, givingWay);
        if (!ofTenants.isEmpty()) {
            tenants.open(ofTenants, givingWay);
        }
    }

    private void openPlain(List<ConsumerEndpoint> opening, List<ConsumerEndpoint> givingWay) throws IOException {
        List<ConsumerEndpoint> added = new ArrayList<>();
        List<ConsumerEndpoint> successors = new ArrayList<>();
        try {
            for (ConsumerEndpoint endpoint : opening) {
                PlainPort port = plain.get(address(endpoint));
                if (port != null && givingWay.contains(port.at(endpoint.path()))) {
                    successors.add(endpoint);
                } else {
                    addPlain(endpoint);
                    added.add(endpoint);
                }
            }
        } catch (IOException | RuntimeException e) {
            added.forEach(this::removePlain);
            throw e;
        }
        successors.forEach(endpoint -> plain.get(address(endpoint)).replace(endpoint));
    }

    /** Closes endpoints. An address that was taken over returns to its former endpoint, if that is still open. */
    synchronized void close(List<ConsumerEndpoint> closing) {
        List<ConsumerEndpoint> ofTenants = new ArrayList<>();
        for (ConsumerEndpoint endpoint : closing) {
            if (endpoint.owner().tenant().isPresent()) {
                ofTenants.add(endpoint);
            } else {
                removePlain(endpoint);
            }
        }
        if (!ofTenants.isEmpty()) {
            tenants.close(ofTenants);
        }
    }

    private void addPlain(ConsumerEndpoint endpoint) throws IOException {
        Address address = address(endpoint);
        PlainPort port = plain.get(address);
        if (port != null) {
            port.add(endpoint);
            return;
        }
        port = new PlainPort(services);
        port.add(endpoint);
        HttpServer server = server(port, address.tls());
        server.start(resolved(address.host(), address.port()));
        port.servedBy(server);
        plain.put(address, port);
    }

    private void removePlain(ConsumerEndpoint endpoint) {
        Address address = address(endpoint);
        PlainPort port = plain.get(address);
        if (port != null) {
            port.remove(endpoint);
            if (port.isUnused()) {
                plain.remove(address);
                port.server().stop(drainNanos);
            }
        }
    }

    private static Address address(ConsumerEndpoint endpoint) {
        URI location = endpoint.definition().location().orElseThrow();
        boolean https = location.getScheme().equalsIgnoreCase("https");
        int port = location.getPort() >= 0 ? location.getPort() : https ? 443 : 80;
        return new Address(location.getHost(), port, https);
    }
}
