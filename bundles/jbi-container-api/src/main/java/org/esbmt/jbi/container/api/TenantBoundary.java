package org.esbmt.jbi.container.api;

import java.util.List;
import javax.xml.namespace.QName;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The one rule of who may reach whom on the bus. The container asks it for every exchange on every path; a component
 * may ask it earlier, to refuse sooner.
 */
@ProviderType
public interface TenantBoundary {

    /**
     * Whether an exchange of {@code caller} may be delivered to an endpoint of {@code owner}: a user of a tenant reaches
     * the user's own endpoints and those of the whole tenant, and the plain world only itself, but for {@link #isLinked
     * links}. An absent label on either side is refused by the container before this is asked. Called for every hop of
     * every exchange: no allocation, no lock.
     */
    boolean permits(Owner caller, Owner owner);

    /**
     * Whether the system administrator lets an exchange pass that {@link #permits} refuses: of one tenant to one plain
     * endpoint, or of one plain component to one endpoint of a whole tenant; never between tenants, never to an endpoint
     * of one user. No allocation, no lock.
     *
     * @param caller a tenant, whichever of its users sends, or plain
     * @param component the name of the component that sends; null if that is not known
     * @param service of the endpoint, by its name on the bus
     */
    default boolean isLinked(Owner caller, String component, Owner owner, QName service, String endpoint) {
        return false;
    }

    /** The plain services of which a tenant, whichever of its users sends, may reach the endpoint of that name. */
    default List<QName> linkedServices(Owner caller, String endpoint) {
        return List.of();
    }
}
