package org.esbmt.http.bc.internal.endpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.http.api.edge.CallHandler;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.TenantPath;

/**
 * The port of all tenants. A message reaches an endpoint only when its sender has proven to be of the endpoint's
 * tenant. The sender must also be the one user of an endpoint that has one. All other senders get the same fault, for
 * another's endpoint as for a missing one.
 *
 * <p>An endpoint's own rules (message size, form of the Body) do not reveal it to strangers: they apply once the sender
 * is known. The WSDL of endpoints of the whole tenant is public at the tenant's own URL, by design. Load balancers
 * check at {@value Departure#HEALTH_PATH} that this node accepts messages.
 */
final class TenantPort implements CallHandler {
    private static final byte[] READY = "ready\n".getBytes(US_ASCII);
    private static final byte[] DRAINING = "draining\n".getBytes(US_ASCII);

    private final RequestServices services;
    private volatile Routes routes = Routes.NONE;

    TenantPort(RequestServices services) {
        this.services = services;
    }

    /**
     * Opens endpoints, in one step.
     *
     * @param givingWay the endpoints whose paths may be taken over
     * @throws IllegalArgumentException if a path is another's; nothing has changed then
     */
    synchronized void open(List<ConsumerEndpoint> opening, List<ConsumerEndpoint> givingWay) {
        Map<ConsumerEndpoint, ConsumerEndpoint> successors = new HashMap<>();
        List<ConsumerEndpoint> added = new ArrayList<>();
        for (ConsumerEndpoint endpoint : opening) {
            ConsumerEndpoint there = routes.at(endpoint.path());
            if (there != null && givingWay.contains(there)) {
                successors.put(there, endpoint);
            } else {
                added.add(endpoint);
            }
        }
        routes = routes.changed(successors, added);
        successors.forEach(ConsumerEndpoint::succeededBy);
    }

    /** Closes endpoints, in one step; a path returns to its former endpoint, if that is open. */
    synchronized void close(List<ConsumerEndpoint> closing) {
        Map<ConsumerEndpoint, ConsumerEndpoint> changes = new HashMap<>();
        for (ConsumerEndpoint endpoint : closing) {
            if (routes.at(endpoint.path()) == endpoint) {
                changes.put(endpoint, endpoint.predecessor());
            }
        }
        routes = routes.changed(changes, List.of());
        changes.forEach((endpoint, before) -> {
            if (before != null) {
                endpoint.givesBackTo(before);
            }
        });
        closing.forEach(ConsumerEndpoint::ends);
    }

    @Override
    public void begin(HttpCall call) {
        begin(call, false);
    }

    /** The same endpoints for the port with TLS. */
    CallHandler overTls() {
        return call -> begin(call, true);
    }

    private void begin(HttpCall call, boolean tls) {
        if (call.path().equals(Departure.HEALTH_PATH)) {
            health(call);
            return;
        }
        if (services.departure().refuses()) {
            call.refuse(503);
            return;
        }
        Candidates candidates = routes.of(call.path());
        if (candidates == null) {
            Optional<TenantPath.Claim> claim = TenantPath.claim(call.path());
            if (claim.isEmpty()) {
                call.refuse(404);
                return;
            }
            candidates = Candidates.none(claim.get().tenant().orElse(null));
        }
        if (call.method().equals("GET") && "wsdl".equalsIgnoreCase(call.query())) {
            wsdl(call, candidates.only(), tls);
        } else if (!call.method().equals("POST")) {
            call.refuseMethod("POST");
        } else if (call.query() != null) {
            call.refuse(404);
        } else {
            boolean shared = candidates.tenant() == null;
            long most = shared ? services.sharedUrlBytes() : HttpEndpointDefinition.MOST_MESSAGE_BYTES;
            PendingRequest.begin(call, candidates, most, services);
        }
    }

    private void health(HttpCall call) {
        if (!call.method().equals("GET")) {
            call.refuseMethod("GET");
            return;
        }
        boolean leaving = services.departure().isAsked();
        call.answer(
                leaving ? 503 : 200, services.contentType(), "text/plain; charset=utf-8", leaving ? DRAINING : READY);
    }

    private void wsdl(HttpCall call, ConsumerEndpoint endpoint, boolean tls) {
        // The client is not authenticated, so the WSDL of one user's endpoint is not returned.
        byte[] wsdl = endpoint == null || endpoint.owner().user().isPresent() ? null : endpoint.wsdl(tls);
        if (wsdl == null) {
            call.refuse(404);
        } else {
            call.answer(200, services.contentType(), "text/xml; charset=utf-8", wsdl);
        }
    }
}
