package org.esbmt.jbi.container.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The one rule of who may reach whom on the bus. The container asks it for every exchange on every path; a component
 * may ask it earlier, to refuse sooner.
 */
@ProviderType
public interface TenantBoundary {

    /**
     * Whether an exchange of {@code caller} may be delivered to an endpoint of {@code owner}: a tenant reaches its own
     * endpoints only, and the plain world only itself. An absent label on either side is refused by the container
     * before this is asked. Called for every hop of every exchange: no allocation, no lock.
     */
    boolean permits(Owner caller, Owner owner);
}
