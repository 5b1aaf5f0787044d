package org.esbmt.management.service.internal;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.cluster.ClusterNode.Observation;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.messaging.api.MessageBroker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which this node applies its cluster's changes. It reads the revision log at its start, after each
 * connection to the broker, and after a period without messages. Messages only shorten the delay. Without a broker the
 * thread reads the log alone. Without the database it applies the messages that come in order.
 */
final class NodeWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWorker.class);
    /** The longest wait for a message, and so the longest delay of a stop. */
    private static final Duration STOP_CHECK = Duration.ofMillis(250);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    /** The broker of this process starts at the same time; its absence is not logged during this time. */
    private static final Duration BROKER_START = Duration.ofSeconds(30);

    /** Shorter outages are not logged: when the bus stops, the registry may stop first. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(5);

    private static final Duration READY_CHECK = Duration.ofMillis(100);

    /**
     * The time intervals of the worker.
     *
     * @param poll the time without a message after which the worker reads the log
     * @param retry the time after which a failed attempt is repeated
     */
    record Rhythm(Duration poll, Duration retry) {}

    /**
     * The conditions of the start.
     *
     * @param turn the worker holds this lock while it runs, and so waits for a closed predecessor that has not ended
     * @param ready true once the required components are started
     * @param limit the longest wait for these components
     * @param patience the time that a registry may then be unavailable before this is a problem, because it starts at
     *     the same time
     * @param caughtUp called after the first read of the log, and after its failure
     */
    record Beginning(ReentrantLock turn, BooleanSupplier ready, Duration limit, Duration patience, Runnable caughtUp) {}

    /** The parts that the worker uses. */
    record Parts(Resequencer resequencer, Outbox outbox) {}

    /** Loads the progress of the node. */
    @FunctionalInterface
    interface Opening {
        /**
         * Reads the files.
         *
         * @param stopping true once the worker stops
         */
        Parts open(BooleanSupplier stopping) throws IOException;
    }

    private final MessageBroker broker;
    private final ClusterNode node;
    private final Opening opening;
    private final Beginning beginning;
    private final Rhythm rhythm;
    private final ProblemLog problemLog = new ProblemLog();
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopped = lock.newCondition();
    /** Guarded by lock. */
    private boolean stopping;

    /** Confined to the worker thread; set at its start. */
    private Parts parts;

    private final long began = System.nanoTime();
    /** Confined to the worker thread: true once the broker was connected. */
    private boolean heard;
    /** Confined to the worker thread: the start of the current outage, by the clock of {@link System#nanoTime}. */
    private Optional<Long> unavailableSince = Optional.empty();

    NodeWorker(MessageBroker broker, ClusterNode node, Opening opening, Beginning beginning, Rhythm rhythm) {
        this.broker = broker;
        this.node = node;
        this.opening = opening;
        this.beginning = beginning;
        this.rhythm = rhythm;
        this.thread = new Thread(this::run, "esbmt-management");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sentences for the operator while this node applies the cluster's changes late or not at all. Thread-safe. */
    List<String> problems() {
        return problemLog.problems();
    }

    /**
     * Stops the thread after the current operation, or stops waiting for it after a time limit. An operation that fails
     * during the stop is repeated at the next start.
     */
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
                    "The changes of the cluster are still being applied after {} s; the stop continues.",
                    STOP_LIMIT.toSeconds());
        }
    }

    private void run() {
        if (!awaitTurn()) {
            return;
        }
        try {
            awaitReady();
            follow();
        } finally {
            beginning.turn().unlock();
        }
    }

    private boolean awaitTurn() {
        while (!isStopping()) {
            try {
                if (beginning.turn().tryLock(STOP_CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            } catch (InterruptedException e) {
                LOG.debug("The worker ignores an interrupt.", e);
            }
        }
        return false;
    }

    /** Waits for the components. A command that is applied before they start would fail for good. */
    private void awaitReady() {
        long end = System.nanoTime() + beginning.limit().toNanos();
        while (!isStopping() && !isReady()) {
            if (System.nanoTime() - end >= 0) {
                LOG.warn(
                        "Not every component of start.components in etc/{}.cfg is started after {} s; what the cluster changes is"
                                + " applied without them.",
                        ManagementService.PID,
                        beginning.limit().toSeconds());
                return;
            }
            pause(READY_CHECK);
        }
    }

    private boolean isReady() {
        try {
            return beginning.ready().getAsBoolean();
        } catch (RuntimeException e) {
            LOG.debug("The readiness of the node is unknown.", e);
            return false;
        }
    }

    /** No failure ends the thread, because it would not be started again. */
    private void follow() {
        while (!isStopping()) {
            try {
                if (parts == null) {
                    parts = opening.open(this::isStopping);
                    problemLog.mended("files", "The progress of this node can be read again.");
                    firstCatchUp();
                }
                live();
            } catch (IOException e) {
                problemLog.problem("files", "This node does not apply what its cluster changes: " + e.getMessage());
                LOG.debug("Cause of the problem with the files:", e);
                beginning.caughtUp().run();
                pause(rhythm.retry());
            } catch (RuntimeException e) {
                problemLog.problem("node", "This node cannot follow its cluster: " + e);
                LOG.debug("Unexpected failure:", e);
                beginning.caughtUp().run();
                pause(rhythm.retry());
            }
        }
    }

    /**
     * Follows the cluster for the lifetime of one connection to the broker. Without a connection it reads the log once.
     */
    private void live() {
        try (BrokerLink link = BrokerLink.open(broker, node)) {
            heard = true;
            problemLog.mended("broker", "This node hears from its cluster through the broker.");
            follow(link);
        } catch (JMSException e) {
            if (heard || System.nanoTime() - began > BROKER_START.toNanos()) {
                problemLog.problem(
                        "broker",
                        "This node does not hear from its cluster through the broker at " + broker.address()
                                + " and reads the revision log instead: " + e.getMessage());
            }
            LOG.debug("Cause of the broker's absence:", e);
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

    /** The next message; empty when the worker has to read the log, or stops. */
    private Optional<Message> next(BrokerLink link) throws JMSException {
        long end = System.nanoTime() + rhythm.poll().toNanos();
        Optional<Message> message = Optional.empty();
        while (message.isEmpty() && end - System.nanoTime() > 0 && !isStopping()) {
            message = link.receive(STOP_CHECK);
        }
        return message;
    }

    /** Retries until the message is taken, because later messages depend on it. */
    private void take(BrokerLink link, ReceivedMessage message) throws JMSException {
        while (!isStopping()) {
            try {
                MessageVerdict verdict = verdict(message);
                applies();
                if (verdict.reason().isPresent()) {
                    setAside(link, message, verdict);
                }
                return;
            } catch (ClusterUnavailableException e) {
                doesNotApply(e);
                pause(rhythm.retry());
            } catch (LogProblem e) {
                doesNotApply(e);
                pause(rhythm.retry());
            }
        }
        throw new JMSException("the node stops; the broker delivers the message again");
    }

    private MessageVerdict verdict(ReceivedMessage message) throws ClusterUnavailableException, LogProblem {
        return message.sealed().isPresent()
                ? parts.resequencer().take(message.sealed().get())
                : MessageVerdict.unprocessable(Reason.SIGNATURE, "It is no text with a seal.");
    }

    private void setAside(BrokerLink link, ReceivedMessage message, MessageVerdict verdict) throws JMSException {
        LOG.warn(
                "The message {} on {} is put aside ({}): {}",
                message.id(),
                Destinations.requests(node.cluster()),
                verdict.reason().orElseThrow(),
                verdict.sentence());
        if (verdict.reason().orElseThrow() == Reason.SIGNATURE) {
            node.forged(Destinations.requests(node.cluster()), message.id());
        }
        link.setAside(new UnprocessableMessage(
                node.instance(), verdict.reason().orElseThrow(), verdict.sentence(), message.id(), message.text()));
    }

    private void firstCatchUp() {
        long end = System.nanoTime() + beginning.patience().toNanos();
        while (!isStopping()) {
            try {
                parts.resequencer().catchUp();
                applies();
                break;
            } catch (ClusterUnavailableException e) {
                if (System.nanoTime() - end >= 0) {
                    doesNotApply(e);
                    break;
                }
                pause(READY_CHECK);
            } catch (LogProblem e) {
                doesNotApply(e);
                break;
            }
        }
        beginning.caughtUp().run();
    }

    private void catchUp() {
        try {
            parts.resequencer().catchUp();
            applies();
        } catch (ClusterUnavailableException e) {
            doesNotApply(e);
        } catch (LogProblem e) {
            doesNotApply(e);
        }
    }

    private void doesNotApply(ClusterUnavailableException e) {
        long now = System.nanoTime();
        unavailableSince = Optional.of(unavailableSince.orElse(now));
        if (now - unavailableSince.get() >= WORTH_TELLING.toNanos()) {
            problemLog.problem("registry", e.getMessage());
        }
        observed(Optional.of(e.getMessage()));
    }

    private void doesNotApply(LogProblem e) {
        problemLog.problem("registry", e.getMessage());
        observed(Optional.of(e.getMessage()));
    }

    private void observed(Optional<String> problem) {
        node.observed(new Observation(
                parts.resequencer().revision(),
                parts.resequencer().state(),
                problem,
                parts.resequencer().parts()));
    }

    private void applies() {
        unavailableSince = Optional.empty();
        observed(Optional.empty());
        problemLog.mended("registry", "This node applies the changes of its cluster again.");
        problemLog.mended("node", "This node can follow its cluster again.");
    }

    private void send(BrokerLink link) throws JMSException {
        List<ManagementResponse> answers = parts.outbox().answers();
        for (ManagementResponse answer : answers) {
            link.reply(answer);
        }
        link.commit();
        parts.outbox().remove(answers);
    }

    boolean isStopping() {
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
            // No code interrupts this thread on purpose; a stray interrupt must not end it.
            LOG.debug("The worker ignores an interrupt.", e);
        } finally {
            lock.unlock();
        }
    }
}
