package org.esbmt.http.bc.internal.endpoint;

import java.util.HashMap;
import java.util.Map;
import org.esbmt.http.api.edge.CallHandler;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.api.edge.HttpServer;

/** A port for plain service units, with their paths. It never leads to a tenant's endpoint. */
final class PlainPort implements CallHandler {
    private final RequestServices services;
    private volatile Map<String, Candidates> paths = Map.of();
    private HttpServer server;

    PlainPort(RequestServices services) {
        this.services = services;
    }

    void servedBy(HttpServer listening) {
        server = listening;
    }

    HttpServer server() {
        return server;
    }

    boolean isUnused() {
        return paths.isEmpty();
    }

    /** @throws IllegalArgumentException if the path is taken */
    synchronized void add(ConsumerEndpoint endpoint) {
        Map<String, Candidates> changed = new HashMap<>(paths);
        if (changed.putIfAbsent(endpoint.path(), Candidates.one(endpoint)) != null) {
            throw new IllegalArgumentException("another endpoint listens at "
                    + endpoint.definition().location().orElseThrow() + " already");
        }
        paths = Map.copyOf(changed);
    }

    /** The endpoint at a path; null if there is none. */
    ConsumerEndpoint at(String path) {
        Candidates there = paths.get(path);
        return there == null ? null : there.only();
    }

    /** Replaces the endpoint at the same path. */
    synchronized void replace(ConsumerEndpoint endpoint) {
        ConsumerEndpoint there = at(endpoint.path());
        Map<String, Candidates> changed = new HashMap<>(paths);
        changed.put(endpoint.path(), Candidates.one(endpoint));
        paths = Map.copyOf(changed);
        there.succeededBy(endpoint);
    }

    /**
     * Removes the endpoint. The path returns to its former endpoint, if that is open. Another endpoint's path stays.
     */
    synchronized void remove(ConsumerEndpoint endpoint) {
        if (at(endpoint.path()) == endpoint) {
            Map<String, Candidates> changed = new HashMap<>(paths);
            ConsumerEndpoint before = endpoint.predecessor();
            if (before == null) {
                changed.remove(endpoint.path());
            } else {
                changed.put(endpoint.path(), Candidates.one(before));
                endpoint.givesBackTo(before);
            }
            paths = Map.copyOf(changed);
        }
        endpoint.ends();
    }

    @Override
    public void begin(HttpCall call) {
        if (services.departure().refuses()) {
            call.refuse(503);
            return;
        }
        Candidates candidates = paths.get(call.path());
        if (candidates == null) {
            call.refuse(404);
            return;
        }
        ConsumerEndpoint endpoint = candidates.only();
        if (call.method().equals("GET") && "wsdl".equalsIgnoreCase(call.query())) {
            byte[] wsdl = endpoint.wsdl(false); // its own URL shows already if it uses TLS
            if (wsdl == null) {
                call.refuse(404);
            } else {
                call.answer(200, services.contentType(), "text/xml; charset=utf-8", wsdl);
            }
        } else if (!call.method().equals("POST")) {
            call.refuseMethod("POST");
        } else if (call.query() != null) {
            call.refuse(404);
        } else {
            PendingRequest.begin(call, candidates, endpoint.definition().maxMessageBytes(), services);
        }
    }
}
