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

/** The context of every component in this container. */
@ProviderType
public interface TenantComponentContext extends ComponentContext {

    /**
     * Activates an endpoint of {@code owner}. {@code ComponentContext.activateEndpoint} activates plain ones. On the
     * bus the service of a tenant has a scoped name ({@link org.esbmt.tenancy.api.TenantNames}), and the returned
     * endpoint carries it. The caller passes the service name in the unit. That is the author's name, or the scoped
     * name that the deployer has written, which stays unchanged.
     *
     * @throws JBIException if the owner already has this service and endpoint, or one with the same scoped name, or if
     * it is another owner's scoped name
     */
    ServiceEndpoint activateEndpoint(Owner owner, QName service, String endpoint) throws JBIException;

    /**
     * Like {@link #activateEndpoint(Owner, QName, String)}, in place of an endpoint that gives way. If one of those has
     * the name on the bus, the new endpoint takes it over in one step. An exchange therefore always finds one of the
     * two. The old endpoint stays active for exchanges addressed to it, until it is closed. If the new endpoint is
     * deactivated before that, the name returns to the old one.
     *
     * @param givingWay endpoints of the same owner, of this component or another
     * @param known receives the endpoint before its first exchange, so that the component knows it by then
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
     * Deactivates an endpoint of this component when its exchanges are finished. From the beginning of this call it
     * receives no new ones: they go to the endpoint that has taken over its name, or find none. An exchange is finished
     * when one side has set {@code DONE} or {@code ERROR}. An {@link ExchangeListener} must not call it, since it would
     * wait for itself.
     *
     * @param atMost the longest wait
     * @return true if all were finished; otherwise the endpoint is deactivated nevertheless, and the rest continues
     * without it
     * @throws JBIException if this component has not activated the endpoint
     */
    boolean closeEndpoint(ServiceEndpoint endpoint, Duration atMost) throws JBIException;

    /**
     * The endpoint of {@code owner}, by the name of its activation or the scoped one. Without one, a user finds the
     * tenant's endpoint of that name. Without that, a tenant finds the plain endpoint that the administrator has linked
     * under that name. An index answers, at the same cost for any number of endpoints. (The queries of
     * {@code ComponentContext} see plain endpoints only.)
     */
    Optional<ServiceEndpoint> findEndpoint(Owner owner, QName service, String endpoint);

    /** The name of an endpoint, for repeated calls of {@link #findEndpoint}. The endpoint need not exist yet. */
    EndpointName endpointName(Owner owner, QName service, String endpoint);

    @Override
    TenantDeliveryChannel getDeliveryChannel() throws MessagingException;

    /** The account of messages: one for the node, over all components. */
    MessageMemory messageMemory();
}
