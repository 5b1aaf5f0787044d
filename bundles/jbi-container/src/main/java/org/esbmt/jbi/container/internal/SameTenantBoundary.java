package org.esbmt.jbi.container.internal;

import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;

/** Permits the access to an owner's own endpoints, and of users to the whole tenant's endpoints, and nothing else. */
public class SameTenantBoundary implements TenantBoundary {

    @Override
    public boolean permits(Owner caller, Owner owner) {
        return caller != null && (caller.equals(owner) || caller.tenantWide().equals(owner));
    }
}
