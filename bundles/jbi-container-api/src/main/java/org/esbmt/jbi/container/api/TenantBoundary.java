package org.esbmt.jbi.container.api;

import java.util.List;
import javax.xml.namespace.QName;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The access rule of the bus between owners. The container applies it to every exchange on every path; a component may
 * apply it earlier, to refuse sooner.
 */
@ProviderType
public interface TenantBoundary {

    /**
     * True if an exchange of {@code caller} may be delivered to an endpoint of {@code owner}. A user of a tenant
     * reaches the user's own endpoints and those of the whole tenant. The plain world reaches only itself.
     * {@link #isLinked Links} are the exception. The container refuses an exchange or endpoint without a label before
     * this call. Called for every hop of every exchange: no allocation, no lock.
     */
    boolean permits(Owner caller, Owner owner);

    /**
     * True if a link of the system administrator permits an exchange that {@link #permits} refuses. A link leads from
     * one tenant to one plain endpoint, or from one plain component to one endpoint of a whole tenant. It never leads
     * between tenants, and never to an endpoint of one user. No allocation, no lock.
     *
     * @param caller a tenant, for all of its users, or plain
     * @param component the name of the sending component; null if it is unknown
     * @param service of the endpoint, by its name on the bus
     */
    default boolean isLinked(Owner caller, String component, Owner owner, QName service, String endpoint) {
        return false;
    }

    /** The plain services whose endpoint of that name a link opens to a tenant, for all of its users. */
    default List<QName> linkedServices(Owner caller, String endpoint) {
        return List.of();
    }
}
