package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.jbi.JBIException;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.camel.se.internal.engine.CamelServiceUnits.UnitSource;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.jbi.container.api.DrainTime;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts between the component's {@code init} and {@code shutDown}. */
public final class CamelEngine implements ExchangeListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CamelEngine.class);

    private final EngineServices services;
    private final DrainTime drain;
    private final Map<ServiceEndpoint, JbiConsumer> consumers = new ConcurrentHashMap<>();

    /**
     * Begins to accept exchanges of the component.
     *
     * @param workers are not closed here
     * @param xpaths compiles XPath
     * @param steps opens the stateful steps of one unit, of the owner's
     * @param drain the time for exchanges of closing endpoints
     */
    public CamelEngine(
            TenantComponentContext context,
            TenantWorkers workers,
            Function<Expression.XPath, Value> xpaths,
            BiFunction<Owner, UnitFiles, StatefulSteps> steps,
            EngineLimits limits,
            DrainTime drain)
            throws MessagingException {
        this(context, workers, xpaths, steps, limits, drain, true);
    }

    /** @param pipelines false to run every route with Camel's engine, which tests compare with the pipelines */
    CamelEngine(
            TenantComponentContext context,
            TenantWorkers workers,
            Function<Expression.XPath, Value> xpaths,
            BiFunction<Owner, UnitFiles, StatefulSteps> steps,
            EngineLimits limits,
            DrainTime drain,
            boolean pipelines)
            throws MessagingException {
        this.drain = drain;
        this.services = new EngineServices(
                new EngineChannel(context, this),
                new SharedCamel(),
                new Deadlines(limits.exchangeTimeout()),
                workers,
                xpaths,
                steps,
                limits,
                pipelines);
    }

    TenantWorkers workers() {
        return services.workers();
    }

    /** Builds a unit; its endpoints are not reachable yet. */
    CamelUnit build(String name, Owner owner, UnitSource source) throws Exception {
        return new CamelUnit(name, owner, source, services);
    }

    /**
     * Builds a unit that never becomes reachable, and ends it.
     *
     * @throws Exception if Camel refuses a route
     */
    public void tryOut(Owner owner, UnitSource source) throws Exception {
        build("trial", owner, source).close();
    }

    /** Opens the endpoint of a route. */
    ServiceEndpoint activate(JbiConsumer consumer, Set<ServiceEndpoint> givingWay) throws JBIException {
        Address.Jbi address = consumer.address();
        List<ServiceEndpoint> known = new ArrayList<>(1);
        try {
            return services.bus()
                    .activate(
                            consumer.unit().owner(),
                            address.service(),
                            address.endpoint().orElseGet(() -> address.service().getLocalPart()),
                            givingWay,
                            endpoint -> {
                                known.add(endpoint);
                                consumers.put(endpoint, consumer);
                            });
        } catch (JBIException | RuntimeException e) {
            known.forEach(consumers::remove);
            throw e;
        }
    }

    /** Closes endpoints when their exchanges are over; all share one time limit. */
    void close(List<ServiceEndpoint> endpoints) {
        long until = System.nanoTime() + drain.left().toNanos();
        endpoints.forEach(endpoint -> close(endpoint, Duration.ofNanos(Math.max(0, until - System.nanoTime()))));
    }

    private void close(ServiceEndpoint endpoint, Duration atMost) {
        try {
            if (!services.bus().close(endpoint, atMost)) {
                LOG.warn("Exchanges of the endpoint {} were not over when it was closed.", endpoint);
            }
        } catch (JBIException e) {
            LOG.warn("The endpoint {} could not be closed: {}", endpoint, e.getMessage());
        }
        consumers.remove(endpoint);
    }

    @Override
    public void onExchange(MessageExchange exchange) throws MessagingException {
        if (exchange.getRole() == MessageExchange.Role.CONSUMER) {
            if (exchange.getProperty(ExchangeProperties.SECOND) instanceof OutboundExchange second) {
                second.replied();
            }
        } else if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
            JbiConsumer consumer = consumers.get(exchange.getEndpoint());
            if (consumer == null) {
                throw new MessagingException("the endpoint " + exchange.getEndpoint() + " is not open");
            }
            consumer.request(exchange);
        } else if (exchange.getProperty(ExchangeProperties.FIRST) instanceof InboundExchange first) {
            first.finished();
        }
    }

    @Override
    public void close() {
        services.deadlines().close();
        try {
            services.camel().close();
        } catch (IOException e) {
            LOG.warn("Camel did not stop as it should: {}", e.getClass().getName());
        }
    }
}
