package org.esbmt.http.bc.internal.endpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.management.api.traffic.TrafficSource;
import org.esbmt.tenancy.api.TenantId;

/**
 * The meters of the tenants' open addresses. Versions of an endpoint at one address share a meter, so that a switch of
 * an assembly keeps the counts.
 */
final class RequestMeters implements TrafficSource {
    private final int loops;
    private final Map<String, RequestMeter> byPath = new ConcurrentHashMap<>();
    private final Map<TenantId, RequestMeter> withoutEndpoint = new ConcurrentHashMap<>();

    /** @param loops the number of event loops */
    RequestMeters(int loops) {
        this.loops = loops;
    }

    /** The meter for an endpoint that is going to be opened; a plain endpoint gets one of its own, which nobody reads. */
    synchronized RequestMeter of(Owner owner, ConsumerDefinition definition, String path) {
        if (owner.tenant().isEmpty()) {
            return new RequestMeter(null, Optional.empty(), loops);
        }
        RequestMeter there = byPath.get(path);
        return there != null
                ? there
                : new RequestMeter(
                        owner.tenant().get(),
                        Optional.of(new TrafficMeter.Address(definition.service(), definition.endpoint(), path)),
                        loops);
    }

    /** Shows the meters of opened endpoints. */
    synchronized void opened(List<ConsumerEndpoint> opened) {
        for (ConsumerEndpoint endpoint : opened) {
            RequestMeter meter = endpoint.meter();
            meter.opened(endpoint);
            if (meter.address().isPresent()) {
                byPath.put(endpoint.path(), meter);
            }
        }
    }

    /** Removes the meters of closed endpoints whose addresses nobody else has. */
    synchronized void closed(List<ConsumerEndpoint> closed) {
        for (ConsumerEndpoint endpoint : closed) {
            if (endpoint.meter().closed(endpoint)) {
                byPath.remove(endpoint.path(), endpoint.meter());
            }
        }
    }

    /**
     * The meter for requests of an authenticated tenant that reach no endpoint. A tenant has one; it is for refusals
     * alone.
     */
    RequestMeter withoutEndpoint(TenantId tenant) {
        RequestMeter there = withoutEndpoint.get(tenant);
        return there != null
                ? there
                : withoutEndpoint.computeIfAbsent(tenant, id -> new RequestMeter(id, Optional.empty(), loops));
    }

    @Override
    public Collection<RequestMeter> meters() {
        List<RequestMeter> all = new ArrayList<>(byPath.values());
        all.addAll(withoutEndpoint.values());
        return all;
    }
}
