package org.esbmt.http.bc.internal.endpoint;

import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.unit.Mep;
import org.esbmt.jbi.container.api.EndpointName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;

/** The component's side of the container. */
final class BindingChannel {
    private final TenantComponentContext context;
    private final TenantDeliveryChannel channel;
    private final MessageExchangeFactory factory;

    BindingChannel(TenantComponentContext context) throws MessagingException {
        this.context = context;
        this.channel = context.getDeliveryChannel();
        this.factory = channel.createExchangeFactory();
    }

    MessageExchange exchange(Mep mep) throws MessagingException {
        return switch (mep) {
            case IN_OUT -> factory.createInOutExchange();
            case IN_ONLY -> factory.createInOnlyExchange();
            case ROBUST_IN_ONLY -> factory.createRobustInOnlyExchange();
            case IN_OPTIONAL_OUT -> factory.createInOptionalOutExchange();
        };
    }

    EndpointName name(Owner owner, QName service, String endpoint) {
        return context.endpointName(owner, service, endpoint);
    }

    void send(MessageExchange exchange) throws MessagingException {
        channel.send(exchange);
    }

    TenantComponentContext context() {
        return context;
    }
}
