package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import java.util.Optional;
import org.esbmt.http.bc.internal.edge.CallHandler;
import org.esbmt.http.bc.internal.edge.HttpCall;
import org.esbmt.tenancy.api.TenantId;

/** The port of all tenants. Whether a path has an endpoint is told only to who has proven to be its tenant. */
final class TenantPort implements CallHandler {
    private final RequestServices services;
    private volatile Routes routes = Routes.NONE;

    TenantPort(RequestServices services) {
        this.services = services;
    }

    synchronized void add(ConsumerEndpoint endpoint) {
        routes = routes.with(endpoint);
    }

    synchronized void remove(ConsumerEndpoint endpoint) {
        routes = routes.without(endpoint);
    }

    @Override
    public void begin(HttpCall call) {
        Routes now = routes;
        ConsumerEndpoint endpoint = now.ofTenantPath(call.path());
        Candidates candidates;
        TenantId claimed = null;
        if (endpoint != null) {
            candidates = Candidates.one(endpoint);
        } else {
            Map<TenantId, ConsumerEndpoint> ofService = now.ofServicePath(call.path());
            Optional<TenantPath.Claim> claim = ofService == null ? TenantPath.claim(call.path()) : Optional.empty();
            if (ofService != null) {
                candidates = Candidates.of(ofService);
            } else if (claim.isPresent()) {
                candidates = Candidates.NONE;
                claimed = claim.get().tenant().orElse(null);
            } else {
                call.refuse(404);
                return;
            }
        }
        if (call.method().equals("GET") && "wsdl".equalsIgnoreCase(call.query())) {
            wsdl(call, endpoint);
        } else if (!call.method().equals("POST")) {
            call.refuseMethod("POST");
        } else if (call.query() != null) {
            call.refuse(404);
        } else {
            PendingRequest.begin(call, candidates, claimed, services);
        }
    }

    private void wsdl(HttpCall call, ConsumerEndpoint endpoint) {
        if (endpoint == null || endpoint.wsdl() == null) {
            call.refuse(404);
        } else {
            call.answer(200, services.contentType(), "text/xml; charset=utf-8", endpoint.wsdl());
        }
    }
}
