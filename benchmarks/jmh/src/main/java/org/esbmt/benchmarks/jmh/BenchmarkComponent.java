package org.esbmt.benchmarks.jmh;

import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;
import org.esbmt.testing.EmptyComponent;

/** A component that does only its part of an in-out exchange. */
final class BenchmarkComponent extends EmptyComponent<TenantComponentContext> {
    private final boolean inline;
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

    TenantDeliveryChannel channel() {
        return channel;
    }

    /** Answers a request with the request's content, and an answer with DONE. */
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
    public void init(ComponentContext given) throws JBIException {
        super.init(given);
        channel = context().getDeliveryChannel();
        if (inline) {
            ExchangeListener listener = this::process;
            channel.setExchangeListener(listener);
        }
    }
}
