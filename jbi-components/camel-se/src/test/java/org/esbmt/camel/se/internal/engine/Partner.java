package org.esbmt.camel.se.internal.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.esbmt.content.api.BytesSource;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.MessageProperties;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.EmptyComponent;

/** The callers and the back ends of a test: a component that takes exchanges inline. */
public final class Partner extends EmptyComponent<TenantComponentContext> implements ExchangeListener {
    static final UserId ALICE = UserId.of("33333333-3333-4333-8333-333333333333");

    /** The behaviour of a back end. */
    @FunctionalInterface
    public interface Behaviour {
        void handle(MessageExchange exchange) throws MessagingException;
    }

    private final Map<QName, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<MessageExchange> requests = new CopyOnWriteArrayList<>();
    private final List<ExchangeStatus> ends = new CopyOnWriteArrayList<>();

    @Override
    public void init(ComponentContext given) throws JBIException {
        super.init(given);
        context().getDeliveryChannel().setExchangeListener(this);
    }

    /** Provides a back end of a tenant; null for a plain one. */
    public void provide(TenantId tenant, String service, Behaviour behaviour) {
        try {
            behaviours.put(
                    context()
                            .activateEndpoint(TestBus.owner(tenant), TestBus.service(service), "soap")
                            .getServiceName(),
                    behaviour);
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request to a route; completes with the exchange at its answer or end. */
    CompletableFuture<MessageExchange> send(Mep mep, TenantId tenant, String service, Source content) {
        return send(mep, tenant, TestBus.service(service), content);
    }

    private CompletableFuture<MessageExchange> send(Mep mep, TenantId tenant, QName service, Source content) {
        try {
            MessageExchange exchange = exchange(mep);
            NormalizedMessage in = exchange.createMessage();
            if (content != null) {
                in.setContent(content);
            }
            if (tenant != null) {
                in.setSecuritySubject(subject(tenant));
                in.setProperty(MessageProperties.TENANT, tenant.toString());
                in.setProperty(MessageProperties.USER, ALICE.toString());
            }
            in.setProperty(MessageProperties.HEADERS, Map.of("Content-Type", "text/xml", "X-Kind", "test"));
            exchange.setMessage(in, "in");
            exchange.setEndpoint(context()
                    .findEndpoint(TestBus.owner(tenant), service, "soap")
                    .orElseThrow());
            CompletableFuture<MessageExchange> answer = new CompletableFuture<>();
            exchange.setProperty("test.answer", answer);
            sendOn(exchange);
            return answer;
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    public CompletableFuture<MessageExchange> inOut(TenantId tenant, QName service, String text) {
        return send(Mep.IN_OUT, tenant, service, new BytesSource(text.getBytes(StandardCharsets.UTF_8)));
    }

    public CompletableFuture<MessageExchange> robustInOnly(TenantId tenant, QName service, String text) {
        return send(Mep.ROBUST_IN_ONLY, tenant, service, new BytesSource(text.getBytes(StandardCharsets.UTF_8)));
    }

    CompletableFuture<MessageExchange> send(Mep mep, TenantId tenant, String service, String text) {
        return send(mep, tenant, service, new BytesSource(text.getBytes(StandardCharsets.UTF_8)));
    }

    Optional<ServiceEndpoint> find(TenantId tenant, String service) {
        return context().findEndpoint(TestBus.owner(tenant), TestBus.service(service), "soap");
    }

    static Subject subject(TenantId tenant) {
        Subject subject = new Subject();
        subject.getPrincipals().add(new TenantPrincipal(tenant, ALICE));
        return subject;
    }

    private MessageExchange exchange(Mep mep) throws MessagingException {
        var factory = context().getDeliveryChannel().createExchangeFactory();
        return switch (mep) {
            case IN_ONLY -> factory.createInOnlyExchange();
            case ROBUST_IN_ONLY -> factory.createRobustInOnlyExchange();
            case IN_OUT -> factory.createInOutExchange();
            case IN_OPTIONAL_OUT -> factory.createInOptionalOutExchange();
        };
    }

    void sendOn(MessageExchange exchange) throws MessagingException {
        context().getDeliveryChannel().send(exchange);
    }

    /** The requests to the back ends. */
    List<MessageExchange> requests() {
        return requests;
    }

    /** The final states of the exchanges that it has answered with out or fault. */
    List<ExchangeStatus> ends() {
        return ends;
    }

    public void answer(MessageExchange exchange, String text) throws MessagingException {
        NormalizedMessage out = exchange.createMessage();
        out.setContent(new BytesSource(text.getBytes(StandardCharsets.UTF_8)));
        out.setProperty(MessageProperties.HEADERS, Map.of("Content-Type", "text/xml"));
        exchange.setMessage(out, "out");
        sendOn(exchange);
    }

    void fault(MessageExchange exchange, String text) throws MessagingException {
        Fault fault = exchange.createFault();
        fault.setContent(new BytesSource(text.getBytes(StandardCharsets.UTF_8)));
        fault.setProperty(MessageProperties.STATUS, 500);
        fault.setProperty(MessageProperties.HEADERS, Map.of("Content-Type", "text/xml", "X-Fault", "yes"));
        exchange.setFault(fault);
        sendOn(exchange);
    }

    public void done(MessageExchange exchange) throws MessagingException {
        exchange.setStatus(ExchangeStatus.DONE);
        sendOn(exchange);
    }

    void error(MessageExchange exchange, Exception cause) throws MessagingException {
        exchange.setError(cause);
        sendOn(exchange);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void onExchange(MessageExchange exchange) throws MessagingException {
        if (exchange.getRole() == MessageExchange.Role.CONSUMER) {
            ((CompletableFuture<MessageExchange>) exchange.getProperty("test.answer")).complete(exchange);
        } else if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
            requests.add(exchange);
            behaviours.get(exchange.getEndpoint().getServiceName()).handle(exchange);
        } else {
            ends.add(exchange.getStatus());
        }
    }

    public static String text(NormalizedMessage message) {
        return StandardCharsets.UTF_8
                .decode(((BytesSource) message.getContent()).bytes())
                .toString();
    }
}
