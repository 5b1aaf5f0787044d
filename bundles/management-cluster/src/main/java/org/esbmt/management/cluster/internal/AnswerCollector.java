package org.esbmt.management.cluster.internal;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.management.api.message.UnreadableMessageException;
import org.esbmt.messaging.api.MessageBroker;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that stores the nodes' answers from the broker in the registry. Each node has one, and any of them takes
 * an answer. An answer leaves the broker once the registry has it. A message that is no answer is set aside.
 */
final class AnswerCollector extends Worker {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerCollector.class);
    private static final Duration STOP_CHECK = Duration.ofMillis(250);
    /**
     * The longest wait for the request of an answer in the log: a change is committed in one database after the other.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The broker of this process starts at the same time; its absence is not logged during this time. */
    private static final Duration BROKER_START = Duration.ofSeconds(30);

    private static final Duration NOT_YET = Duration.ofMillis(50);

    private final LocalNode node;
    private final RegistryReferences registries;
    private final MessageBroker broker;
    private final Duration retry;
    private final ProblemLog problemLog = new ProblemLog(LOG);
    private final long began = System.nanoTime();
    /** Confined to the thread: true once the broker was connected. */
    private boolean connected;
    /** Confined to the thread: the operation of the last answer. */
    private Optional<UUID> answered = Optional.empty();

    AnswerCollector(LocalNode node, RegistryReferences registries, MessageBroker broker, Duration retry) {
        super("esbmt-cluster-answers");
        this.node = node;
        this.registries = registries;
        this.broker = broker;
        this.retry = retry;
    }

    /** The reason for setting a message aside. */
    private record Refusal(Reason reason, String sentence) {}

    /** No failure ends the thread, because it would not be started again. */
    @Override
    void work() {
        while (!isStopping()) {
            try {
                collect();
            } catch (JMSException e) {
                if (connected || System.nanoTime() - began > BROKER_START.toNanos()) {
                    problemLog.problem(
                            "broker",
                            "The answers of the cluster's nodes cannot be collected from the broker at "
                                    + broker.address() + ": " + e.getMessage());
                }
                LOG.debug("Cause of the broker's absence:", e);
                pause(retry);
            } catch (RuntimeException e) {
                problemLog.problem("answers", "The answers of the cluster's nodes cannot be collected: " + e);
                LOG.debug("Unexpected failure:", e);
                pause(retry);
            }
        }
    }

    /** Collects answers for the lifetime of one connection. */
    private void collect() throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer answers =
                        session.createConsumer(session.createQueue(Destinations.replies(node.cluster())));
                MessageProducer aside = session.createProducer(session.createQueue(Destinations.UNPROCESSABLE))) {
            aside.setDeliveryMode(DeliveryMode.PERSISTENT);
            connection.start();
            connected = true;
            problemLog.mended("broker", "The answers of the cluster's nodes are collected again.");
            while (!isStopping()) {
                Message message = answers.receive(STOP_CHECK.toMillis());
                if (message != null) {
                    take(session, aside, message);
                }
            }
        }
    }

    /**
     * Retries until the registry has the answer. A rollback would redeliver the message at once, and the broker drops
     * it after a few attempts.
     */
    private void take(Session session, MessageProducer aside, Message message) throws JMSException {
        answered = Optional.empty();
        Optional<Refusal> refusal = refusal(message);
        if (isStopping()) {
            return;
        }
        if (refusal.isPresent()) {
            putAside(session, aside, message, refusal.get());
        }
        session.commit();
        problemLog.mended("answers", "The answers of the cluster's nodes are collected again.");
        node.acknowledged(answered);
    }

    private void putAside(Session session, MessageProducer aside, Message message, Refusal refusal)
            throws JMSException {
        String id = Optional.ofNullable(message.getJMSMessageID()).orElse("");
        LOG.warn(
                "The message {} on {} is put aside ({}): {}",
                id,
                Destinations.replies(node.cluster()),
                refusal.reason(),
                refusal.sentence());
        if (refusal.reason() == Reason.SIGNATURE) {
            node.forged(Destinations.replies(node.cluster()), id);
        }
        String text = MessageText.write(new UnprocessableMessage(
                node.instance(), refusal.reason(), refusal.sentence(), id, SealedMessages.text(message)));
        aside.send(
                SealedMessages.write(session, new SealedText(text, node.keys().seal(text))));
    }

    /** Empty if the answer is acknowledged, or the thread has to stop. */
    private Optional<Refusal> refusal(Message message) {
        Optional<SealedText> sealed = SealedMessages.read(message);
        if (sealed.isEmpty()) {
            return refused(Reason.SIGNATURE, "It is no text with a seal.");
        }
        SealedText text = sealed.get();
        if (!node.keys().genuine(text.text(), text.seal())) {
            return refused(
                    Reason.SIGNATURE,
                    "It is not sealed with a key of this node (its key is "
                            + text.seal().key() + "): it is forged, or this node lacks a key of the cluster.");
        }
        try {
            return MessageText.read(text.text()) instanceof ManagementResponse response
                    ? refusal(response)
                    : refused(Reason.SCHEMA, "It is no ManagementResponse.");
        } catch (UnreadableMessageException e) {
            return refused(e.reason(), e.getMessage());
        }
    }

    private static Optional<Refusal> refused(Reason reason, String sentence) {
        return Optional.of(new Refusal(reason, sentence));
    }

    private Optional<Refusal> refusal(ManagementResponse response) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isStopping()) {
            try {
                if (acknowledge(response)) {
                    return Optional.empty();
                }
                if (System.nanoTime() - end >= 0) {
                    return refused(
                            Reason.REVISION_CONFLICT,
                            "It is to the revision " + response.revision() + ", which the cluster does not have.");
                }
                pause(NOT_YET);
            } catch (RegistryException.NotFound | RegistryException.RuleBroken e) {
                return refused(Reason.SCHEMA, e.getMessage());
            } catch (RegistryException | ClusterUnavailableException e) {
                problemLog.problem("answers", "The answers of the cluster's nodes cannot be kept: " + e.getMessage());
                pause(retry);
            }
        }
        return Optional.empty();
    }

    /** Returns true if the log has the request of the answer. A repeated answer changes nothing. */
    private boolean acknowledge(ManagementResponse response) throws RegistryException, ClusterUnavailableException {
        List<LoggedOperation> logged = registries.log().read(new ClusterId(node.cluster()), response.revision(), 1);
        if (logged.isEmpty() || logged.get(0).revision() != response.revision()) {
            return false;
        }
        registries
                .acknowledgements()
                .acknowledge(
                        logged.get(0).operation().id(),
                        new InstanceId(response.instance()),
                        Answers.acknowledgement(response));
        answered = Optional.of(logged.get(0).operation().id().value());
        return true;
    }
}
