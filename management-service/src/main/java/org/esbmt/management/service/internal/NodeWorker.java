package org.esbmt.management.service.internal;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.management.service.internal.Resequencer.Identity;
import org.esbmt.messaging.api.MessageBroker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which this node follows its cluster. It reads the revision log when it begins, each time the broker is there
 * again, and whenever no message has come for a while; messages only make it faster. Without a broker it reads the log
 * alone, without the database it takes what comes in its turn.
 */
final class NodeWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWorker.class);
    /** While nothing comes, somebody who wants it to stop waits no longer than this. */
    private static final Duration STOP_CHECK = Duration.ofMillis(250);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    /**
     * How often.
     *
     * @param poll the log is read when no message came for so long
     * @param retry what failed is tried again after this time
     */
    record Rhythm(Duration poll, Duration retry) {}

    private final MessageBroker broker;
    private final Identity identity;
    private final SealKeys keys;
    private final Resequencer resequencer;
    private final Outbox outbox;
    private final Rhythm rhythm;
    private final Told told = new Told();
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopped = lock.newCondition();
    /** Guarded by lock. */
    private boolean stopping;

    NodeWorker(
            MessageBroker broker,
            Identity identity,
            SealKeys keys,
            Resequencer resequencer,
            Outbox outbox,
            Rhythm rhythm) {
        this.broker = broker;
        this.identity = identity;
        this.keys = keys;
        this.resequencer = resequencer;
        this.outbox = outbox;
        this.rhythm = rhythm;
        this.thread = new Thread(this::run, "esbmt-management");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends it after the operation that is under way, or without it after a while. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopping = true;
            stopped.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, STOP_LIMIT.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.error(
                    "What the cluster has changed is still being applied after {} s; nobody waits for it.",
                    STOP_LIMIT.toSeconds());
        }
    }

    /** Nothing that fails ends it: nobody would start it again. */
    private void run() {
        while (!isStopping()) {
            try {
                live();
            } catch (RuntimeException e) {
                told.problem("node", "This node cannot follow its cluster: " + e);
                LOG.debug("What nobody has foreseen:", e);
                pause(rhythm.retry());
            }
        }
    }

    /** As long as one connection to the broker lasts; without one, for one look at the log. */
    private void live() {
        try (BrokerLink link = BrokerLink.open(broker, identity, keys)) {
            told.mended("broker", "This node hears from its cluster through the broker.");
            follow(link);
        } catch (JMSException e) {
            told.problem(
                    "broker",
                    "This node does not hear from its cluster through the broker at " + broker.address()
                            + " and reads the revision log instead: " + e.getMessage());
            LOG.debug("What the broker's absence comes from:", e);
            catchUp();
            pause(rhythm.retry());
        }
    }

    private void follow(BrokerLink link) throws JMSException {
        catchUp();
        send(link);
        while (!isStopping()) {
            Optional<Message> message = next(link);
            if (message.isPresent()) {
                take(link, ReceivedMessage.of(message.get()));
            } else {
                catchUp();
            }
            send(link);
        }
    }

    /** Empty when the log is to be read, or the worker stops. */
    private Optional<Message> next(BrokerLink link) throws JMSException {
        long end = System.nanoTime() + rhythm.poll().toNanos();
        Optional<Message> message = Optional.empty();
        while (message.isEmpty() && end - System.nanoTime() > 0 && !isStopping()) {
            message = link.receive(STOP_CHECK);
        }
        return message;
    }

    /** Until it is taken: behind it nothing else could be. */
    private void take(BrokerLink link, ReceivedMessage message) throws JMSException {
        while (!isStopping()) {
            try {
                Verdict verdict = verdict(message);
                applies();
                if (verdict.reason().isPresent()) {
                    setAside(link, message, verdict);
                }
                return;
            } catch (ClusterUnavailableException | LogProblem e) {
                told.problem("registry", e.getMessage());
                pause(rhythm.retry());
            }
        }
        throw new JMSException("the node stops; the message comes again");
    }

    private Verdict verdict(ReceivedMessage message) throws ClusterUnavailableException, LogProblem {
        return message.sealed().isPresent()
                ? resequencer.take(message.sealed().get())
                : Verdict.unprocessable(Reason.SIGNATURE, "It is no text with a seal.");
    }

    private void setAside(BrokerLink link, ReceivedMessage message, Verdict verdict) throws JMSException {
        LOG.warn(
                "The message {} on {} is put aside ({}): {}",
                message.id(),
                Destinations.requests(identity.cluster()),
                verdict.reason().orElseThrow(),
                verdict.sentence());
        link.setAside(new UnprocessableMessage(
                identity.instance(), verdict.reason().orElseThrow(), verdict.sentence(), message.id(), message.text()));
    }

    private void catchUp() {
        try {
            resequencer.catchUp();
            applies();
        } catch (ClusterUnavailableException | LogProblem e) {
            told.problem("registry", e.getMessage());
        }
    }

    private void applies() {
        told.mended("registry", "This node applies again what its cluster changes.");
        told.mended("node", "This node can follow its cluster again.");
    }

    private void send(BrokerLink link) throws JMSException {
        List<ManagementResponse> answers = outbox.answers();
        for (ManagementResponse answer : answers) {
            link.reply(answer);
        }
        link.commit();
        outbox.remove(answers);
    }

    private boolean isStopping() {
        lock.lock();
        try {
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    private void pause(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (!stopping && left > 0) {
                left = stopped.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // Nobody has a reason to; what the node follows must not end by it.
            LOG.debug("An interrupt is not followed.", e);
        } finally {
            lock.unlock();
        }
    }
}
