package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import org.apache.camel.StartupSummaryLevel;
import org.esbmt.camel.se.internal.engine.CamelServiceUnits.UnitSource;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.work.Job;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running service unit: its Camel context, its share of threads, and the common state of its routes. */
final class CamelUnit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CamelUnit.class);

    /** Property of an exchange whose thread is not a worker, although the unit runs on workers: no worker was free. */
    static final String NO_WORKER = "org.esbmt.no.worker";

    private final String name;
    private final Owner owner;
    private final MessageLog log;
    private final EngineServices services;
    private final UnitWorkers workers;
    private final Gatherer gatherer;
    private final StatefulSteps stateful;
    private final UnitContext camel;
    private final List<JbiConsumer> consumers = new ArrayList<>();
    private final Map<String, RouteCounters> counters = new ConcurrentSkipListMap<>();
    private final Map<String, String> routeIds = new ConcurrentHashMap<>();
    private final LongAdder lateReplies = new LongAdder();
    private final LogAllowance failureLines = new LogAllowance();
    private volatile boolean onWorkers;
    private volatile boolean stopped;

    /**
     * Builds all parts and starts the routes, which are unreachable until their endpoints are activated.
     *
     * @throws Exception if Camel refuses a route
     */
    CamelUnit(String name, Owner owner, UnitSource source, EngineServices services) throws Exception {
        RouteUnit model = source.routes();
        this.name = requireNonNull(name, "name");
        this.owner = requireNonNull(owner, "owner");
        this.log = new MessageLog(LOG, owner);
        this.services = services;
        this.workers = services.workers().open(owner.tenantWide());
        this.gatherer =
                new Gatherer(this::execute, mostBytes(), services.limits().peekBytes());
        for (Route route : model.routes()) {
            routeIds.put(route.id(), owner + ":" + name + ":" + route.id());
        }
        boolean opened = false;
        try {
            this.stateful = services.steps().apply(owner.tenantWide(), source.files());
            opened = true;
        } finally {
            if (!opened) {
                workers.close();
            }
        }
        boolean created = false;
        try {
            this.camel = UnitContext.create(owner + ":" + name, services.camel(), workers);
            created = true;
        } finally {
            if (!created) {
                stateful.close();
                workers.close();
            }
        }
        boolean started = false;
        try {
            JbiComponent jbi = new JbiComponent(this);
            camel.addComponent("jbi", jbi);
            camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
            RouteBuilding building = new RouteBuilding(
                    this, camel, jbi, new ExpressionCompiler(services.xpaths(), mostBytes()), stateful, model);
            camel.addRouteDefinitions(building.build(model));
            camel.start();
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    String name() {
        return name;
    }

    Owner owner() {
        return owner;
    }

    /** The log for lines about messages. */
    MessageLog log() {
        return log;
    }

    /** The allowance for lines about failed messages. */
    LogAllowance failureLines() {
        return failureLines;
    }

    EngineChannel bus() {
        return services.bus();
    }

    Gatherer gatherer() {
        return gatherer;
    }

    /** Counts the gathered bodies. */
    BodyRoom bodies() {
        return stateful.bodies();
    }

    Deadlines deadlines() {
        return services.deadlines();
    }

    /** Called while the unit is built, if the routes evaluate values on errors that do not belong on an event loop. */
    void runOnWorkers() {
        onWorkers = true;
    }

    /** Returns true if routes begin, and continue after replies, on workers, with all bodies at hand. */
    boolean isOnWorkers() {
        return onWorkers;
    }

    /** Returns true if routes that need no part of Camel's engine run without it. */
    boolean pipelines() {
        return services.pipelines();
    }

    /** The largest body that a step reads or makes. */
    int mostBytes() {
        return services.limits().messageBytes();
    }

    /** Returns true once the unit stops: then nothing is retried. */
    boolean isStopped() {
        return stopped;
    }

    int mostHops() {
        return services.limits().hops();
    }

    void send(MessageExchange exchange) throws MessagingException {
        services.bus().send(exchange);
    }

    /** The route's name in Camel, logs and management; it contains the tenant and the unit. */
    String routeId(String authored) {
        return routeIds.get(authored);
    }

    RouteCounters counters(String routeId) {
        return counters.computeIfAbsent(routeId, RouteCounters::new);
    }

    Collection<RouteCounters> counters() {
        return counters.values();
    }

    void lateReply() {
        lateReplies.increment();
    }

    long lateReplies() {
        return lateReplies.sum();
    }

    /** The beginnings of routes, for activation. */
    List<JbiConsumer> consumers() {
        return consumers;
    }

    /** Adds the beginning of a route; called while the context starts. */
    void add(JbiConsumer consumer) {
        consumers.add(consumer);
    }

    /**
     * Runs a task on a worker, in the tenant's turn.
     *
     * @param cancelled runs instead if the unit is closed first
     * @throws org.esbmt.jbi.container.api.OverloadedException if too much work of the tenant waits already
     */
    void execute(Runnable task, Runnable cancelled) {
        workers.execute(new Continuation(task, cancelled));
    }

    /**
     * Continues an exchange on a worker, in the tenant's turn, however much work of the tenant waits already.
     *
     * @param cancelled runs instead if the unit is closed first; on this thread, if it is closed already
     */
    void proceed(Runnable task, Runnable cancelled) {
        try {
            workers.proceed(new Continuation(task, cancelled));
        } catch (RejectedExecutionException e) {
            cancelled.run();
        }
    }

    private record Continuation(Runnable task, Runnable whenCancelled) implements Job {
        @Override
        public void run() {
            task.run();
        }

        @Override
        public void cancelled() {
            whenCancelled.run();
        }
    }

    /** Ends the routes; exchanges still in flight end with an error. */
    @Override
    public void close() {
        stopped = true;
        stateful.close();
        try {
            camel.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The routes of {} did not stop as they should: {}",
                    name,
                    e.getClass().getName());
        }
        workers.close();
    }
}
