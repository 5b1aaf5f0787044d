package org.esbmt.registry.api;

import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/** Listens for changes of tenants. The follower of the registry on this node calls every service of this type. */
@ConsumerType
public interface TenantWatcher {

    /**
     * Reports new tenants, and tenants with a possibly changed state. Called in the thread that follows the registry:
     * the method returns at once and calls no other service.
     */
    void changed(Set<TenantId> tenants);
}
