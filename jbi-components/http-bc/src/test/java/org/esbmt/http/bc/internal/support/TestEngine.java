package org.esbmt.http.bc.internal.support;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.testing.EmptyComponent;

/** A service engine with the test's behaviour, which runs on the sending thread. */
public class TestEngine extends EmptyComponent<TenantComponentContext> implements ExchangeListener {
    /** Handles one active exchange as its provider. */
    @FunctionalInterface
    public interface Behaviour {
        void handle(MessageExchange exchange, TestEngine engine) throws MessagingException;
    }

    private final Behaviour behaviour;
    private final List<MessageExchange> replies = new CopyOnWriteArrayList<>();
    private final List<ExchangeStatus> ends = new CopyOnWriteArrayList<>();

    public TestEngine(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    public ServiceEndpoint activate(Owner owner, String service, String endpoint) {
        try {
            return context().activateEndpoint(owner, new QName("urn:orders", service), endpoint);
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    public Optional<ServiceEndpoint> find(Owner owner, String service, String endpoint) {
        return context().findEndpoint(owner, new QName("urn:orders", service), endpoint);
    }

    public void send(MessageExchange exchange) throws MessagingException {
        context().getDeliveryChannel().send(exchange);
    }

    /** The final states of the exchanges that it provided for. */
    public List<ExchangeStatus> ends() {
        return ends;
    }

    /** The replies to the exchanges that it sent. */
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
    public void init(ComponentContext given) throws JBIException {
        super.init(given);
        context().getDeliveryChannel().setExchangeListener(this);
    }
}
