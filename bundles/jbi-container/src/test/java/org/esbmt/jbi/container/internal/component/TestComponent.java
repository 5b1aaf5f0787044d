package org.esbmt.jbi.container.internal.component;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.security.auth.Subject;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;
import org.esbmt.testing.EmptyComponent;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/** A component that records its exchanges, and can receive them inline. */
public class TestComponent extends EmptyComponent<TenantComponentContext> {
    public final List<String> calls = new CopyOnWriteArrayList<>();
    public final Queue<MessageExchange> seen = new ConcurrentLinkedQueue<>();
    private final ExchangeListener behaviour;
    private ComponentLifeCycle lifeCycle = this;
    private Document description;
    private ServiceEndpoint resolved;

    private TestComponent(ExchangeListener behaviour) {
        this.behaviour = behaviour;
    }

    /** Without a listener: receives exchanges by accept(). */
    public static TestComponent accepting() {
        return new TestComponent(null);
    }

    /** Receives exchanges inline and records them. */
    public static TestComponent keeping() {
        return listening(exchange -> {});
    }

    public static TestComponent listening(ExchangeListener behaviour) {
        return new TestComponent(behaviour);
    }

    /** With another life cycle. */
    public static TestComponent with(ComponentLifeCycle lifeCycle) {
        TestComponent component = accepting();
        component.lifeCycle = lifeCycle;
        return component;
    }

    /** Sets the description of all its endpoints. */
    public void describe(Document wsdl) {
        description = wsdl;
    }

    /** Sets the resolution of all references. */
    public void resolveTo(ServiceEndpoint endpoint) {
        resolved = endpoint;
    }

    /** Answers each request with its own content. */
    public static TestComponent echo() {
        TestComponent[] self = new TestComponent[1];
        self[0] = listening(exchange -> {
            if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
                self[0].reply(exchange);
            }
        });
        return self[0];
    }

    public void reply(MessageExchange exchange) throws MessagingException {
        if (exchange instanceof InOnly) {
            exchange.setStatus(ExchangeStatus.DONE);
        } else {
            NormalizedMessage out = exchange.createMessage();
            out.setContent(exchange.getMessage("in").getContent());
            exchange.setMessage(out, "out");
        }
        channel().send(exchange);
    }

    public void done(MessageExchange exchange) throws MessagingException {
        exchange.setStatus(ExchangeStatus.DONE);
        channel().send(exchange);
    }

    public InOut request(ServiceEndpoint to, Subject subject) throws MessagingException {
        InOut exchange = channel().createExchangeFactory(to).createInOutExchange();
        NormalizedMessage in = exchange.createMessage();
        in.setSecuritySubject(subject);
        exchange.setInMessage(in);
        return exchange;
    }

    public TenantDeliveryChannel channel() throws MessagingException {
        return context().getDeliveryChannel();
    }

    @Override
    public void init(ComponentContext given) throws JBIException {
        calls.add("init");
        super.init(given);
        if (behaviour != null) {
            channel().setExchangeListener(exchange -> {
                seen.add(exchange);
                behaviour.onExchange(exchange);
            });
        }
    }

    @Override
    public void start() throws JBIException {
        calls.add("start");
    }

    @Override
    public void stop() throws JBIException {
        calls.add("stop");
    }

    @Override
    public void shutDown() throws JBIException {
        calls.add("shutDown");
    }

    @Override
    public ComponentLifeCycle getLifeCycle() {
        return lifeCycle;
    }

    @Override
    public Document getServiceDescription(ServiceEndpoint endpoint) {
        return description;
    }

    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        return resolved;
    }
}
