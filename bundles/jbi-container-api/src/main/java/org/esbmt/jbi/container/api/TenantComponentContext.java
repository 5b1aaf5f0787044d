package org.esbmt.jbi.container.api;

import java.util.Optional;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.osgi.annotation.versioning.ProviderType;

/** The context that this container gives to every component. */
@ProviderType
public interface TenantComponentContext extends ComponentContext {

    /**
     * Activates an endpoint that belongs to {@code owner}. {@code ComponentContext.activateEndpoint} makes plain ones.
     * On the bus the service of a tenant has a scoped name ({@link org.esbmt.tenancy.api.TenantNames}), which the
     * returned endpoint carries; the caller goes on using the name that the unit's author wrote.
     *
     * @throws JBIException if the owner has this service and endpoint already, or one whose scoped name is the same
     */
    ServiceEndpoint activateEndpoint(Owner owner, QName service, String endpoint) throws JBIException;

    /**
     * The endpoint of {@code owner}, by the name that the unit's author wrote; answered by an index, whatever the number
     * of endpoints. (The queries of {@code ComponentContext} see plain endpoints only.)
     */
    Optional<ServiceEndpoint> findEndpoint(Owner owner, QName service, String endpoint);

    @Override
    TenantDeliveryChannel getDeliveryChannel() throws MessagingException;
}
