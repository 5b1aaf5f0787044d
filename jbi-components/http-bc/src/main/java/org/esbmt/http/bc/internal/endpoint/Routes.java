package org.esbmt.http.bc.internal.endpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.tenancy.api.TenantId;

/** Which endpoint a path means. Immutable: a change makes another one, the hot path only reads. */
final class Routes {
    static final Routes NONE = new Routes(List.of());

    private final List<ConsumerEndpoint> endpoints;
    private final Map<String, Candidates> byPath = new HashMap<>();

    private Routes(List<ConsumerEndpoint> endpoints) {
        this.endpoints = endpoints;
        Map<String, Map<TenantId, ConsumerEndpoint>> shared = new HashMap<>();
        for (ConsumerEndpoint e : endpoints) {
            TenantId tenant = e.owner().tenant().orElseThrow();
            byPath.put(e.path(), Candidates.one(e));
            shared.computeIfAbsent(TenantPath.ofService(e.definition()), p -> new HashMap<>())
                    .put(tenant, e);
        }
        shared.forEach((path, byTenant) -> byPath.put(path, Candidates.of(byTenant)));
    }

    /** @throws IllegalArgumentException if the path is taken */
    Routes with(ConsumerEndpoint added) {
        if (byPath.containsKey(added.path())) {
            throw new IllegalArgumentException("the tenant has an endpoint at " + added.path() + " already");
        }
        List<ConsumerEndpoint> all = new ArrayList<>(endpoints);
        all.add(added);
        return new Routes(List.copyOf(all));
    }

    Routes without(ConsumerEndpoint removed) {
        List<ConsumerEndpoint> rest = new ArrayList<>(endpoints);
        rest.remove(removed);
        return new Routes(List.copyOf(rest));
    }

    /** The endpoints that a path can mean, a tenant's own or one that all tenants share; null if there is none. */
    Candidates of(String path) {
        return byPath.get(path);
    }
}
