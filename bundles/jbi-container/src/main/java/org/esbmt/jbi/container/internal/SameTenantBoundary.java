package org.esbmt.jbi.container.internal;

import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;

/** Everybody reaches their own, and users what is the whole tenant's, and nothing else. */
public class SameTenantBoundary implements TenantBoundary {

    @Override
    public boolean permits(Owner caller, Owner owner) {
        return caller != null && (caller.equals(owner) || caller.tenantWide().equals(owner));
    }
}
