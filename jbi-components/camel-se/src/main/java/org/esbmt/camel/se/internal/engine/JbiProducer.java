package org.esbmt.camel.se.internal.engine;

import java.util.Optional;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.support.DefaultAsyncProducer;
import org.esbmt.camel.se.internal.engine.JbiComponent.JbiEndpoint;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.jbi.container.api.MessageProperties;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.PrintableText;
import org.esbmt.jbi.container.api.TenantBoundaryException;

/** Sends a second exchange, on behalf of the sender of the first one. */
final class JbiProducer extends DefaultAsyncProducer {
    private static final int MOST_OF_A_REASON = 300;

    private final JbiEndpoint endpoint;
    private final CamelUnit unit;
    private final Address.Jbi address;

    JbiProducer(JbiEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.unit = endpoint.unit();
        this.address = endpoint.address();
    }

    boolean gathers() {
        return endpoint.gathers() || unit.isOnWorkers();
    }

    CamelUnit unit() {
        return unit;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (!unit.isOnWorkers()) {
            return process(exchange, InboundExchange.of(exchange), callback);
        }
        process(exchange, InboundExchange.of(exchange), sync -> proceedOnWorker(exchange, callback));
        return false;
    }

    private void proceedOnWorker(Exchange exchange, AsyncCallback callback) {
        unit.proceed(() -> callback.done(false), () -> {
            exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
            exchange.setProperty(CamelUnit.NO_WORKER, true);
            callback.done(false);
        });
    }

    private boolean process(Exchange exchange, InboundExchange first, AsyncCallback callback) {
        boolean turn;
        try {
            turn = CallBudget.of(exchange).call();
        } catch (RouteFailure e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        if (!turn) {
            return processNow(exchange, first, callback);
        }
        Runnable proceed = () -> {
            boolean unused = processNow(exchange, first, sync -> callback.done(false));
        };
        MessageSteps.inTurn(unit, exchange, proceed, callback);
        return false;
    }

    private boolean processNow(Exchange exchange, InboundExchange first, AsyncCallback callback) {
        try {
            return send(exchange, first, callback);
        } catch (MessagingException | RuntimeException e) {
            // an exchange that could not be sent has reached no provider
            exchange.setException(new RouteFailure.Unavailable(endpoint.location() + ": " + reason(e), e));
        } catch (RouteFailure e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    /**
     * The reason for the log. Only the bus's own exceptions give their message; the text of others may contain parts of
     * a message.
     */
    private static String reason(Exception cause) {
        if (cause instanceof NoSuchEndpointException missing) {
            return missing.reason();
        }
        boolean ofTheBus = cause instanceof MessagingException
                || cause instanceof OverloadedException
                || cause instanceof TenantBoundaryException;
        String why =
                ofTheBus ? String.valueOf(cause.getMessage()) : cause.getClass().getName();
        return "the bus did not take the message: " + PrintableText.of(why, MOST_OF_A_REASON);
    }

    private boolean send(Exchange exchange, InboundExchange first, AsyncCallback callback)
            throws MessagingException, RouteFailure {
        if (unit.isStopped()) {
            throw new RouteFailure.Unavailable("the unit was stopped", null);
        }
        int hops = first.hops() + 1;
        if (hops > unit.mostHops()) {
            throw new RouteFailure.Unavailable(
                    "the message has come through " + unit.mostHops() + " routes, perhaps in a circle", null);
        }
        MessageExchange second = unit.bus().exchange(mep(exchange, first));
        NormalizedMessage in = second.createMessage();
        Body body = InboundExchange.body(exchange.getMessage());
        if (body.source() != null) {
            in.setContent(body.source());
        }
        in.setSecuritySubject(first.subject());
        copy(first, in, MessageProperties.TENANT);
        copy(first, in, MessageProperties.USER);
        in.setProperty(MessageProperties.HEADERS, Headers.outgoing(exchange.getMessage()));
        second.setMessage(in, "in");
        second.setProperty(ExchangeProperties.HOPS, hops);
        second.setProperty(ExchangeProperties.CALL_BUDGET, CallBudget.of(exchange));
        address(second);
        return new OutboundExchange(this, first, exchange, second, callback).send();
    }

    private static void copy(InboundExchange first, NormalizedMessage in, String property) {
        Object value = first.property(property);
        if (value != null) {
            in.setProperty(property, value);
        }
    }

    private Mep mep(Exchange exchange, InboundExchange first) {
        if (address.pattern().isPresent()) {
            return Mep.of(address.pattern().get());
        }
        // A step such as wire tap makes an in-only of it
        return exchange.getPattern() == ExchangePattern.InOnly && first.mep() != Mep.ROBUST_IN_ONLY
                ? Mep.IN_ONLY
                : first.mep();
    }

    private void address(MessageExchange second) throws NoSuchEndpointException {
        address.operation().ifPresent(second::setOperation);
        if (address.endpoint().isEmpty()) {
            second.setService(address.service());
            return;
        }
        Optional<ServiceEndpoint> found = unit.bus()
                .find(unit.owner(), address.service(), address.endpoint().get());
        if (found.isEmpty()) {
            throw new NoSuchEndpointException(unit.owner(), "there is no such endpoint");
        }
        second.setEndpoint(found.get());
    }
}
