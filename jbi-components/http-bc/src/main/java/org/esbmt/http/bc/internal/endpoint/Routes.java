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
    private final Map<String, ConsumerEndpoint> byTenantPath = new HashMap<>();
    private final Map<String, Map<TenantId, ConsumerEndpoint>> byServicePath = new HashMap<>();

    private Routes(List<ConsumerEndpoint> endpoints) {
        this.endpoints = endpoints;
        for (ConsumerEndpoint e : endpoints) {
            TenantId tenant = e.owner().tenant().orElseThrow();
            byTenantPath.put(e.path(), e);
            byServicePath
                    .computeIfAbsent(TenantPath.ofService(e.definition()), p -> new HashMap<>())
                    .put(tenant, e);
        }
    }

    /** @throws IllegalArgumentException if the path is taken */
    Routes with(ConsumerEndpoint added) {
        if (byTenantPath.containsKey(added.path())) {
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

    /** Null if there is none. */
    ConsumerEndpoint ofTenantPath(String path) {
        return byTenantPath.get(path);
    }

    /** The endpoints of all tenants that have this service; null if none has. */
    Map<TenantId, ConsumerEndpoint> ofServicePath(String path) {
        return byServicePath.get(path);
    }
}
