package org.esbmt.http.bc.internal.endpoint;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.esbmt.http.bc.internal.edge.CallHandler;
import org.esbmt.http.bc.internal.edge.ConnectionLimits;
import org.esbmt.http.bc.internal.edge.EdgeCounters;
import org.esbmt.http.bc.internal.edge.EdgeLimits;
import org.esbmt.http.bc.internal.edge.HttpServer;
import org.esbmt.http.bc.internal.loop.EventLoops;

/** The listening ports: the tenants' one or two, and those that plain units ask for. */
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

    /** Opens the port without TLS and answers where it listens. */
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
            throw new IOException("there is no host " + host + " to listen on");
        }
        return address;
    }

    private HttpServer server(CallHandler handler, boolean withTls) {
        return new HttpServer(loops, limits, connectionLimits, handler, counters, withTls ? tls : null);
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

    synchronized void addPlain(ConsumerEndpoint endpoint) throws IOException {
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

    synchronized void removePlain(ConsumerEndpoint endpoint) {
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
