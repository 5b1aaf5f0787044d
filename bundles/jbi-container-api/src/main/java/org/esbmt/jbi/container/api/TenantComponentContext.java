package org.esbmt.jbi.container.api;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
     * returned endpoint carries. The caller names the service as the unit does: as its author wrote it, or by the scoped
     * name that the deployer has put there, which stays what it is.
     *
     * @throws JBIException if the owner has this service and endpoint already, or one whose scoped name is the same, or if
     *     it is a scoped name of somebody else's
     */
    ServiceEndpoint activateEndpoint(Owner owner, QName service, String endpoint) throws JBIException;

    /**
     * As {@link #activateEndpoint(Owner, QName, String)}, in the place of an endpoint that gives way: if one of those has
     * the name on the bus, the new endpoint takes it over in one step, so that an exchange always finds one of the two.
     * The old one stays active, for exchanges that were addressed to it, until it is closed. If the new one is
     * deactivated before that, the name goes back.
     *
     * @param givingWay endpoints of the same owner, of this component or another
     * @param known told of the endpoint before the first exchange can come to it, so that the component knows it then
     * @throws JBIException if the name is taken by an endpoint that is not giving way; nothing has changed then
     */
    ServiceEndpoint activateEndpoint(
            Owner owner,
            QName service,
            String endpoint,
            Set<ServiceEndpoint> givingWay,
            Consumer<ServiceEndpoint> known)
            throws JBIException;

    /**
     * Deactivates an endpoint of this component when the exchanges that it has are finished. From the beginning of this
     * call it gets no new ones: they go to the endpoint that has taken over its name, or find none. An exchange is
     * finished when one side has said {@code DONE} or {@code ERROR}. Must not be called where it would wait for itself:
     * from an {@link ExchangeListener}.
     *
     * @param atMost how long to wait
     * @return whether all were finished; the endpoint is deactivated in any case, and the rest goes on without it
     * @throws JBIException if this component has not activated the endpoint
     */
    boolean closeEndpoint(ServiceEndpoint endpoint, Duration atMost) throws JBIException;

    /**
     * The endpoint of {@code owner}, by the name that it was activated with or the scoped one; answered by an index,
     * whatever the number of endpoints; if there is none and the owner is a user, the tenant's of that name; if there is
     * none, the plain endpoint that the administrator has linked to this tenant under that name. (The queries of {@code ComponentContext} see plain endpoints only.)
     */
    Optional<ServiceEndpoint> findEndpoint(Owner owner, QName service, String endpoint);

    @Override
    TenantDeliveryChannel getDeliveryChannel() throws MessagingException;

    /** The account of the component's messages: one for the node, over all components. */
    MessageMemory messageMemory();
}
