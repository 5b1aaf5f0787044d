package org.esbmt.camel.se.internal.engine;

import javax.jbi.messaging.MessageExchange;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;
import org.esbmt.camel.se.internal.engine.JbiComponent.JbiEndpoint;
import org.esbmt.camel.se.internal.model.Address;

/** The beginning of a route: takes the exchanges of an endpoint that the unit provides. */
final class JbiConsumer extends DefaultConsumer {
    private final JbiEndpoint endpoint;
    private RouteCounters counters;

    JbiConsumer(JbiEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
    }

    Address.Jbi address() {
        return endpoint.address();
    }

    CamelUnit unit() {
        return endpoint.unit();
    }

    RouteCounters counters() {
        return counters;
    }

    /** Receives a new request, on the sender's thread. */
    void request(MessageExchange exchange) {
        new InboundExchange(this, exchange).begin();
    }

    /** Returns true if the body must be at hand before the first step. */
    boolean gathers() {
        return endpoint.gathers();
    }

    /** Runs the route; reports its end to the first exchange, on any thread. */
    void run(Exchange exchange, InboundExchange first) {
        RoutePipeline pipeline = endpoint.pipeline();
        if (pipeline == null) {
            getAsyncProcessor().process(exchange, doneSync -> first.complete(exchange));
        } else if (unit().isStopped()) {
            exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
            first.complete(exchange);
        } else {
            pipeline.process(exchange, doneSync -> first.complete(exchange));
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        counters = unit().counters(getRouteId());
        unit().add(this);
    }
}
