package org.esbmt.registry.api;

import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/** Listens for changes of tenants. The follower of the registry on this node calls every service of this type. */
@ConsumerType
public interface TenantWatcher {

    /**
     * These are new, or their state may be another one than before. Called in the thread that follows the registry:
     * returns at once and calls no other service.
     */
    void changed(Set<TenantId> tenants);
}
