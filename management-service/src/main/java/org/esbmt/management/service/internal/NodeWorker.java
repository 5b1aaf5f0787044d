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
 * The thread on which this node follows its cluster. It reads the revision log when it begins, each time the broker is there
 * again, and whenever no message has come for a while; messages only make it faster. Without a broker it reads the log
 * alone, without the database it takes what comes in its turn.
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
     * How often.
     *
     * @param poll the log is read when no message came for so long
     * @param retry what failed is tried again after this time
     */
    record Rhythm(Duration poll, Duration retry) {}

    /**
     * How it begins.
     *
     * @param turn held while it works: one that was closed and has not ended is waited for
     * @param ready whether this node has what changes are applied to
     * @param limit how long that is waited for
     * @param patience for how long a registry may then be away before that is a problem: it starts, too
     * @param caughtUp called when the log was read for the first time, or could not be
     */
    record Beginning(ReentrantLock turn, BooleanSupplier ready, Duration limit, Duration patience, Runnable caughtUp) {}

    /** The parts that the worker uses. */
    record Parts(Resequencer resequencer, Outbox outbox) {}

    /** Finds out how far the node is. */
    @FunctionalInterface
    interface Opening {
        /**
         * Reads the files.
         *
         * @param stopping whether the worker is to stop
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

    /** Of the thread; there from its beginning on. */
    private Parts parts;

    private final long began = System.nanoTime();
    /** Of the thread: whether the broker was there. */
    private boolean heard;
    /** Of the thread: since when nothing can be applied, by the clock of {@link System#nanoTime}. */
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

    /** Sentences for the operator, as long as this node does not apply what its cluster changes, or only late. Threads: any. */
    List<String> problems() {
        return problemLog.problems();
    }

    /** Ends it after the operation that is under way, or without it after a while; if that operation fails, it comes again. */
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
                    "The changes of the cluster are still being applied after {} s; nobody waits for it.",
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
                LOG.debug("An interrupt is not followed.", e);
            }
        }
        return false;
    }

    /** Waits for the components. A command that is applied before them would fail for good. */
    private void awaitReady() {
        long end = System.nanoTime() + beginning.limit().toNanos();
        while (!isStopping() && !isReady()) {
            if (System.nanoTime() - end >= 0) {
                LOG.warn(
                        "Not every component of this node is started after {} s; what the cluster changes is applied without them.",
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
                    problemLog.mended("files", "How far this node is can be read again.");
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

    /** As long as one connection to the broker lasts; without one, for one look at the log. */
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
        throw new JMSException("the node stops; the message comes again");
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
        problemLog.mended("registry", "This node applies again what its cluster changes.");
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
            // Nobody has a reason to; what the node follows must not end by it.
            LOG.debug("An interrupt is not followed.", e);
        } finally {
            lock.unlock();
        }
    }
}
