package org.esbmt.camel.se.internal.steps;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.work.Waiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aggregator. An arriving exchange continues at once; a copy of it joins the group of its key. A complete group passes
 * the inner steps as an exchange of its own, on a worker. If there is no room for a copy, its exchange fails and all
 * groups stay unchanged. Groups are in memory only. When the unit is stopped, incomplete groups are given up, counted
 * and logged.
 */
final class AggregateStep extends BranchingStep {
    private static final Logger LOG = LoggerFactory.getLogger(AggregateStep.class);

    private final Step.Aggregate step;
    private final Value correlation;
    private final Optional<Value> condition;
    private final StepServices services;
    private final DetachedCopies copies;
    private final Map<KeyDigest, Group> groups = new HashMap<>();
    private boolean closed;

    /**
     * Creates the step without groups.
     *
     * @param condition evaluated for each arriving exchange; if true, that exchange is the last of its group
     * @param copies detaches the copies that stay
     */
    AggregateStep(
            Step.Aggregate step,
            Value correlation,
            Optional<Value> condition,
            StepServices services,
            DetachedCopies copies,
            List<AsyncProcessor> branches) {
        super(branches);
        this.step = step;
        this.correlation = correlation;
        this.condition = condition;
        this.services = services;
        this.copies = copies;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        boolean readsMuch = Combiner.reads(step.combination())
                && Copies.body(exchange.getMessage()).isLarge();
        boolean quick = !readsMuch
                && correlation.isQuick(exchange)
                && (condition.isEmpty() || condition.get().isQuick(exchange));
        return quick ? take(exchange, callback) : onWorker(services, exchange, callback, this::take);
    }

    private boolean take(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        String text = correlation.text(exchange);
        if (text.isEmpty()) {
            throw new RouteFailure.Invalid("the message has no key for the aggregate");
        }
        boolean last = condition.isPresent() && condition.get().test(exchange);
        KeyDigest key = KeyDigest.of(text);
        ByteBuffer fragment = Combiner.reads(step.combination())
                ? Combiner.fragment(exchange.getMessage(), left(key), services)
                : null;
        MessageBudget.of(exchange, services.limits()).draw(services.counters());
        Group complete = add(key, exchange, last, fragment);
        if (complete != null) {
            sendOnWorker(complete);
        }
        callback.done(true);
        return true;
    }

    private synchronized int left(KeyDigest key) {
        Group group = groups.get(key);
        return group == null ? services.limits().collectedBytes() : group.left();
    }

    /** Adds an exchange; returns the group if it is complete now, else null. */
    private synchronized Group add(KeyDigest key, Exchange exchange, boolean last, ByteBuffer fragment)
            throws RouteFailure {
        if (closed) {
            throw new RouteFailure.Unavailable("the unit was stopped", null);
        }
        Group group = groups.get(key);
        if (group == null) {
            group = begin(key, exchange, fragment);
        } else {
            group.add(exchange, fragment);
        }
        if (last || group.size() >= step.completionSize().orElse(Integer.MAX_VALUE)) {
            remove(key, group);
            return group;
        }
        return null;
    }

    private Group begin(KeyDigest key, Exchange exchange, ByteBuffer fragment) throws RouteFailure {
        services.room().beginGroup();
        Group group = new Group(step.combination(), services, copies);
        try {
            group.add(exchange, fragment);
            if (step.completionTimeout().isPresent()) {
                group.timer = timer(key, group, step.completionTimeout().get());
            }
        } catch (RouteFailure e) {
            group.release();
            services.room().endGroup();
            throw e;
        }
        groups.put(key, group);
        return group;
    }

    private Waiting timer(KeyDigest key, Group group, Duration time) throws RouteFailure {
        return services.after(time, () -> expired(key, group), e -> {});
    }

    private void expired(KeyDigest key, Group group) {
        synchronized (this) {
            if (groups.get(key) != group || waitsAgain(key, group)) {
                return;
            }
            remove(key, group);
        }
        send(group, group.complete());
    }

    /** Restarts the timeout with each exchange. Without room for a timer, the wait is over. */
    private boolean waitsAgain(KeyDigest key, Group group) {
        Duration left = step.completionTimeout().orElseThrow().minusNanos(System.nanoTime() - group.addedAt());
        if (left.isNegative() || left.isZero()) {
            return false;
        }
        try {
            group.timer = timer(key, group, left);
            return true;
        } catch (RouteFailure e) {
            return false;
        }
    }

    private void remove(KeyDigest key, Group group) {
        groups.remove(key, group);
        services.room().endGroup();
        if (group.timer != null) {
            boolean unused = group.timer.cancel();
        }
    }

    private void sendOnWorker(Group group) {
        try {
            services.proceed(() -> send(group, group.complete()), e -> {
                Exchange last = group.last();
                last.setException(e);
                ended(group, last);
            });
        } catch (RouteFailure e) {
            // the unit is stopped; an already complete group continues here
            send(group, group.complete());
        }
    }

    private void send(Group group, Exchange whole) {
        try {
            branch(0).process(whole, sync -> ended(group, whole));
        } catch (RuntimeException | StackOverflowError e) {
            whole.setException(e);
            ended(group, whole);
        }
    }

    private void ended(Group group, Exchange whole) {
        group.release();
        copies.over(whole);
        if (whole.getException() != null) {
            services.counters().groupsFailed.increment();
            LOG.debug(
                    "A group of the aggregate at {} failed: {}",
                    step.place(),
                    whole.getException().toString());
        }
    }

    /** Gives up the incomplete groups, since the unit is stopped. */
    void giveUp() {
        int exchanges = 0;
        int given;
        synchronized (this) {
            closed = true;
            given = groups.size();
            for (Group group : groups.values()) {
                exchanges += group.size();
                group.release();
                services.room().endGroup();
                if (group.timer != null) {
                    boolean unused = group.timer.cancel();
                }
            }
            groups.clear();
        }
        if (given > 0) {
            services.counters().groupsGivenUp.add(given);
            LOG.warn(
                    "{} groups with {} messages of the aggregate at {} were not complete when the unit was stopped",
                    given,
                    exchanges,
                    step.place());
        }
    }

    synchronized int groups() {
        return groups.size();
    }

    @Override
    public String toString() {
        return "aggregate at " + step.place();
    }
}
