package org.esbmt.http.bc.internal.endpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.http.bc.internal.unit.TenantPath;
import org.esbmt.tenancy.api.TenantId;

/** The table from paths to endpoints. It is immutable: a change makes a new table, and requests only read. */
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

    /**
     * The routes after a change.
     *
     * @param replaced endpoints of this table, each with its replacement; null for none
     * @param added endpoints at other paths
     * @throws IllegalArgumentException if a path is taken
     */
    Routes changed(Map<ConsumerEndpoint, ConsumerEndpoint> replaced, List<ConsumerEndpoint> added) {
        List<ConsumerEndpoint> all = new ArrayList<>();
        for (ConsumerEndpoint there : endpoints) {
            ConsumerEndpoint now = replaced.containsKey(there) ? replaced.get(there) : there;
            if (now != null) {
                all.add(now);
            }
        }
        Set<String> taken = new HashSet<>(byPath.keySet());
        for (ConsumerEndpoint endpoint : added) {
            if (!taken.add(endpoint.path())) {
                throw new IllegalArgumentException("the tenant has an endpoint at " + endpoint.path() + " already");
            }
            all.add(endpoint);
        }
        return new Routes(List.copyOf(all));
    }

    /** The endpoint of a tenant's own path; null if there is none. */
    ConsumerEndpoint at(String path) {
        Candidates there = byPath.get(path);
        return there == null ? null : there.only();
    }

    /** The possible endpoints of a path, a tenant's own or a shared one; null if there is none. */
    Candidates of(String path) {
        return byPath.get(path);
    }
}
