package org.esbmt.http.bc.internal.support;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.ObjectName;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/** A service engine that does with an exchange what the test says, on the thread that sends it. */
public final class TestEngine implements Component, ComponentLifeCycle, ExchangeListener {
    /** Handles one active exchange as its provider. */
    @FunctionalInterface
    public interface Behaviour {
        void handle(MessageExchange exchange, TestEngine engine) throws MessagingException;
    }

    private final Behaviour behaviour;
    private final List<MessageExchange> replies = new CopyOnWriteArrayList<>();
    private final List<ExchangeStatus> ends = new CopyOnWriteArrayList<>();
    private TenantComponentContext context;

    public TestEngine(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    public ServiceEndpoint activate(Owner owner, String service, String endpoint) {
        try {
            return context.activateEndpoint(owner, new QName("urn:orders", service), endpoint);
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    public Optional<ServiceEndpoint> find(Owner owner, String service, String endpoint) {
        return context.findEndpoint(owner, new QName("urn:orders", service), endpoint);
    }

    public TenantComponentContext context() {
        return context;
    }

    public void send(MessageExchange exchange) throws MessagingException {
        context.getDeliveryChannel().send(exchange);
    }

    /** How the exchanges that it provided for ended. */
    public List<ExchangeStatus> ends() {
        return ends;
    }

    /** What came back on the exchanges that it sent. */
    public List<MessageExchange> replies() {
        return replies;
    }

    @Override
    public void onExchange(MessageExchange exchange) throws MessagingException {
        if (exchange.getRole() == MessageExchange.Role.CONSUMER) {
            replies.add(exchange);
        } else if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
            behaviour.handle(exchange, this);
        } else {
            ends.add(exchange.getStatus());
        }
    }

    @Override
    public void init(ComponentContext c) throws JBIException {
        context = (TenantComponentContext) c;
        context.getDeliveryChannel().setExchangeListener(this);
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void shutDown() {}

    @Override
    public ObjectName getExtensionMBeanName() {
        return null;
    }

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
}
