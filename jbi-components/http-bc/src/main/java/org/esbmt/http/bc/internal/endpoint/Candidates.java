package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;

/** The possible endpoints of a path, before the sender is known. */
final class Candidates {
    private final ConsumerEndpoint only;
    private final Map<TenantId, ConsumerEndpoint> byTenant;
    private final TenantId tenant;

    private Candidates(ConsumerEndpoint only, Map<TenantId, ConsumerEndpoint> byTenant, TenantId tenant) {
        this.only = only;
        this.byTenant = byTenant;
        this.tenant = tenant;
    }

    /**
     * No endpoint.
     *
     * @param tenant that the path names; null if it names none
     */
    static Candidates none(TenantId tenant) {
        return new Candidates(null, Map.of(), tenant);
    }

    static Candidates one(ConsumerEndpoint endpoint) {
        return new Candidates(endpoint, null, endpoint.owner().tenant().orElse(null));
    }

    static Candidates of(Map<TenantId, ConsumerEndpoint> byTenant) {
        return new Candidates(null, byTenant, null);
    }

    /** The tenant that the path names, with an endpoint or without; null for a shared path, and for a plain one. */
    TenantId tenant() {
        return tenant;
    }

    /** The one endpoint of a path that names a tenant or is plain; null for other paths. */
    ConsumerEndpoint only() {
        return only;
    }

    /** The endpoint of a plain path, whose rules apply from the first byte; null if the sender decides the endpoint. */
    ConsumerEndpoint plain() {
        return only != null && only.owner().tenant().isEmpty() ? only : null;
    }

    /** The endpoint that this authenticated sender may use; null if there is none. */
    ConsumerEndpoint of(TenantPrincipal sender) {
        ConsumerEndpoint found = only == null ? byTenant.get(sender.tenant()) : only;
        return found != null && found.isFor(sender) ? found : null;
    }
}
