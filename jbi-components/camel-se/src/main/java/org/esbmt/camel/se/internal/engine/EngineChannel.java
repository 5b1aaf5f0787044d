package org.esbmt.camel.se.internal.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.jbi.JBIException;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;

/** The component's side of the container. */
final class EngineChannel {
    private final TenantComponentContext context;
    private final TenantDeliveryChannel channel;
    private final MessageExchangeFactory factory;

    EngineChannel(TenantComponentContext context, ExchangeListener listener) throws MessagingException {
        this.context = context;
        this.channel = context.getDeliveryChannel();
        this.factory = channel.createExchangeFactory();
        channel.setExchangeListener(listener);
    }

    MessageExchange exchange(Mep mep) throws MessagingException {
        return switch (mep) {
            case IN_OUT -> factory.createInOutExchange();
            case IN_ONLY -> factory.createInOnlyExchange();
            case ROBUST_IN_ONLY -> factory.createRobustInOnlyExchange();
            case IN_OPTIONAL_OUT -> factory.createInOptionalOutExchange();
        };
    }

    Optional<ServiceEndpoint> find(Owner owner, QName service, String endpoint) {
        return context.findEndpoint(owner, service, endpoint);
    }

    void send(MessageExchange exchange) throws MessagingException {
        channel.send(exchange);
    }

    /** Activates like {@link TenantComponentContext#activateEndpoint(Owner, QName, String, Set, Consumer)}. */
    ServiceEndpoint activate(
            Owner owner,
            QName service,
            String endpoint,
            Set<ServiceEndpoint> givingWay,
            Consumer<ServiceEndpoint> beforeOpen)
            throws JBIException {
        return context.activateEndpoint(owner, service, endpoint, givingWay, beforeOpen);
    }

    /** Closes like {@link TenantComponentContext#closeEndpoint}. */
    boolean close(ServiceEndpoint endpoint, Duration atMost) throws JBIException {
        return context.closeEndpoint(endpoint, atMost);
    }
}
