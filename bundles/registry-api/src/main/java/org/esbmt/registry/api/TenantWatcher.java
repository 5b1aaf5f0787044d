package org.esbmt.registry.api;

import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/** Wants to know which tenants changed. Whoever registers a service of this type is told by who follows the registry on this node. */
@ConsumerType
public interface TenantWatcher {

    /**
     * These are new, or their state may be another one than before. Called in the thread that follows the registry: returns
     * at once and asks nobody.
     */
    void changed(Set<TenantId> tenants);
}
