package org.esbmt.benchmarks.jmh;

import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/** A component that does its part of an in-out exchange and nothing else. */
final class BenchmarkComponent implements Component, ComponentLifeCycle {
    private final boolean inline;
    private TenantComponentContext context;
    private TenantDeliveryChannel channel;

    private BenchmarkComponent(boolean inline) {
        this.inline = inline;
    }

    static BenchmarkComponent inline() {
        return new BenchmarkComponent(true);
    }

    static BenchmarkComponent accepting() {
        return new BenchmarkComponent(false);
    }

    TenantComponentContext context() {
        return context;
    }

    TenantDeliveryChannel channel() {
        return channel;
    }

    /** A request is answered with its own content, an answer with DONE. */
    void process(MessageExchange exchange) throws MessagingException {
        if (exchange.getStatus() != ExchangeStatus.ACTIVE) {
            return;
        }
        if (exchange.getRole() == MessageExchange.Role.PROVIDER) {
            NormalizedMessage out = exchange.createMessage();
            out.setContent(exchange.getMessage("in").getContent());
            exchange.setMessage(out, "out");
        } else {
            exchange.setStatus(ExchangeStatus.DONE);
        }
        channel.send(exchange);
    }

    @Override
    public void init(ComponentContext given) throws MessagingException {
        context = (TenantComponentContext) given;
        channel = context.getDeliveryChannel();
        if (inline) {
            ExchangeListener listener = this::process;
            channel.setExchangeListener(listener);
        }
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void shutDown() {}

    @Override
    public ComponentLifeCycle getLifeCycle() {
        return this;
    }

    @Override
    public ServiceUnitManager getServiceUnitManager() {
        return null;
    }

    @Override
    public Document getServiceDescription(ServiceEndpoint endpoint) {
        return null;
    }

    @Override
    public boolean isExchangeWithConsumerOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public boolean isExchangeWithProviderOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        return null;
    }

    @Override
    public ObjectName getExtensionMBeanName() {
        return null;
    }
}
