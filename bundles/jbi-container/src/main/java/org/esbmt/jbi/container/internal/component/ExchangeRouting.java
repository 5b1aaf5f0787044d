package org.esbmt.jbi.container.internal.component;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.nmr.api.Message;
import org.apache.servicemix.nmr.api.Reference;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.jbi.container.internal.nmr.BusEndpoint;
import org.esbmt.jbi.container.internal.nmr.ComponentEndpoint;
import org.esbmt.jbi.container.internal.nmr.FixedReference;
import org.esbmt.jbi.container.internal.nmr.IndexedEndpointRegistry;
import org.esbmt.jbi.container.internal.nmr.TenantExchange;

/**
 * Converts the address of an exchange, in one of JBI's three forms (JSR-208, section 5.4.4), to a target of the router.
 * Names are looked up among the endpoints of the exchange's own tenant. The permission to reach the destination is
 * checked elsewhere.
 */
final class ExchangeRouting {
    /**
     * Set by servicemix-common's components: the endpoint, {@code <service>:<endpoint>}, on whose behalf an exchange is
     * sent.
     */
    private static final String SENDER_ENDPOINT = "org.apache.servicemix.senderEndpoint";

    private final IndexedEndpointRegistry endpoints;
    private final EndpointLookup lookup;
    // Endpoints that components resolved from references in messages; the router does not know them (section 5.5.4.1)
    private final Map<ServiceEndpoint, ComponentEndpoint> resolved = Collections.synchronizedMap(new WeakHashMap<>());

    ExchangeRouting(IndexedEndpointRegistry endpoints, EndpointLookup lookup) {
        this.endpoints = endpoints;
        this.lookup = lookup;
    }

    /** Routes exchanges for exactly this endpoint to that component, as long as the endpoint is referenced. */
    void remember(ServiceEndpoint dynamic, ComponentEndpoint component) {
        resolved.put(dynamic, component);
    }

    /**
     * Called before a new exchange is sent: sets its source and target.
     *
     * @throws MessagingException if there is no such endpoint, or the source is not the sender's
     */
    void route(TenantExchange exchange, ComponentInbox sender) throws MessagingException {
        source(exchange, sender);
        if (exchange.getTarget() == null && exchange.getDestination() == null) {
            exchange.setTarget(target(exchange));
        }
    }

    private void source(TenantExchange exchange, ComponentInbox sender) throws MessagingException {
        InternalEndpoint source = exchange.getSource();
        if (source == null) {
            source = namedSender(exchange);
            if (source == null) {
                return; // the component itself is the source
            }
            exchange.setSource(source);
        }
        if (!(source.getEndpoint() instanceof BusEndpoint endpoint)
                || endpoint.registration() != source
                || endpoint.inbox() != sender) {
            exchange.setSource(null);
            throw new MessagingException(
                    "component " + sender.component() + " sent for an endpoint that is not active or not its own");
        }
    }

    private InternalEndpoint namedSender(TenantExchange exchange) {
        Object name = exchange.getProperty(SENDER_ENDPOINT);
        if (!(name instanceof String text) || text.lastIndexOf(':') < 0) {
            return null;
        }
        int colon = text.lastIndexOf(':');
        return endpoints
                .findOnBus(QName.valueOf(text.substring(0, colon)), text.substring(colon + 1))
                .map(BusEndpoint::registration)
                .orElse(null);
    }

    private Reference target(TenantExchange exchange) throws MessagingException {
        ServiceEndpoint endpoint = MessageExchangeImpl.getEndpoint(exchange);
        if (endpoint instanceof ActivatedEndpoint activated) {
            return reference(activated);
        }
        if (endpoint != null) {
            return byName(endpoint, caller(exchange));
        }
        QName service = MessageExchangeImpl.getService(exchange);
        if (service != null) {
            return lookup.toService(caller(exchange), service);
        }
        QName interfaceName = MessageExchangeImpl.getInterfaceName(exchange);
        if (interfaceName != null) {
            return lookup.toInterface(caller(exchange), interfaceName);
        }
        throw new MessagingException("an exchange needs an endpoint, a service or an interface to go to");
    }

    private static Reference reference(ActivatedEndpoint endpoint) throws MessagingException {
        FixedReference reference = endpoint.reference();
        if (reference == null) {
            throw new MessagingException("endpoint " + endpoint + " is not active any more");
        }
        return reference;
    }

    /** Own endpoints take precedence: a tenant's own name can equal another owner's name on the bus. */
    private Reference byName(ServiceEndpoint named, Owner caller) throws MessagingException {
        QName service = named.getServiceName();
        String endpoint = named.getEndpointName();
        Optional<ActivatedEndpoint> found = lookup.find(caller, service, endpoint);
        if (found.isEmpty()) {
            found = endpoints.findOnBus(service, endpoint);
        }
        if (found.isPresent()) {
            return reference(found.get());
        }
        ComponentEndpoint component = resolved.get(named);
        InternalEndpoint registration = component == null ? null : component.registration();
        if (registration == null) {
            throw new NoSuchEndpointException(caller, "there is no endpoint " + endpoint + " of service " + service);
        }
        return new FixedReference(registration);
    }

    /** The owner of an exchange, before its first dispatch sets it. */
    static Owner caller(TenantExchange exchange) {
        Message in = exchange.getIn(false);
        return in == null ? Owner.PLAIN : Owner.of(in.getSecuritySubject());
    }
}
