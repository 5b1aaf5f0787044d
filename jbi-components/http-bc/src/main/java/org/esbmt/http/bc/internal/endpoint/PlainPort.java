package org.esbmt.http.bc.internal.endpoint;

import java.util.HashMap;
import java.util.Map;
import org.esbmt.http.bc.internal.edge.CallHandler;
import org.esbmt.http.bc.internal.edge.HttpCall;
import org.esbmt.http.bc.internal.edge.HttpServer;

/** A port that plain service units asked for, with their paths. No tenant's endpoint is ever behind it. */
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

    synchronized void remove(ConsumerEndpoint endpoint) {
        Map<String, Candidates> changed = new HashMap<>(paths);
        changed.remove(endpoint.path());
        paths = Map.copyOf(changed);
    }

    @Override
    public void begin(HttpCall call) {
        Candidates candidates = paths.get(call.path());
        if (candidates == null) {
            call.refuse(404);
            return;
        }
        ConsumerEndpoint endpoint = candidates.only();
        if (call.method().equals("GET") && "wsdl".equalsIgnoreCase(call.query())) {
            byte[] wsdl = endpoint.wsdl(false); // its own URL says already whether it is one of TLS
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
            PendingRequest.begin(call, candidates, null, endpoint.definition().maxMessageBytes(), services);
        }
    }
}
