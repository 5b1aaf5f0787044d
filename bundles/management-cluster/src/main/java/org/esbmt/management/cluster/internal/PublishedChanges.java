package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.State;
import org.esbmt.management.api.cluster.ChangeRepeatedException;
import org.esbmt.management.api.cluster.ClusterChanges;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.cluster.internal.LocalNode.Asked;
import org.esbmt.messaging.api.MessageBroker;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaParticipant;
import org.esbmt.transaction.api.XaResources;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Publishes changes in the revision log and on the topic of the cluster, both or none, and reads their outcomes from
 * the log.
 */
@Component(immediate = true, service = ClusterChanges.class)
public final class PublishedChanges implements ClusterChanges {
    static final ResourceName BROKER = new ResourceName("broker");

    private static final Duration FIRST_LOOK = Duration.ofMillis(10);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(200);

    private final LocalNode node;
    private final RegistryReferences registries;
    private final UnitOfWork unitOfWork;
    private final MessageBroker broker;
    private final XaParticipant<Session> participant;

    @Activate
    public PublishedChanges(
            @Reference LocalNode node,
            @Reference RegistryReferences registries,
            @Reference UnitOfWork unitOfWork,
            @Reference XaResources resources,
            @Reference MessageBroker broker) {
        this.node = node;
        this.registries = registries;
        this.unitOfWork = unitOfWork;
        this.broker = broker;
        this.participant = resources.register(BROKER, new BrokerConnector(broker));
    }

    @Deactivate
    void close() {
        participant.close();
    }

    @Override
    public UUID cluster() {
        return node.cluster();
    }

    @Override
    public long publish(NewChange change) throws ChangeRepeatedException, ClusterUnavailableException {
        requireNonNull(change, "change");
        Transaction transaction = unitOfWork
                .current()
                .orElseThrow(
                        () -> new IllegalStateException("a change is published in a unit of work, and this is none"));
        // Checked before the log is locked, so that no change waits behind a broker that is known to be unavailable.
        Optional<String> problem = broker.state().problem();
        if (problem.isPresent()) {
            throw away(problem.get(), null);
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        AtomicReference<SealedText> made = new AtomicReference<>();
        LoggedOperation logged = append(change, now, made);
        if (made.get() == null) {
            throw ChangeRepeatedException.same(logged.revision());
        }
        // The broker comes last. Transactions commit their resources in the order of enlistment, so a node that
        // receives the message finds the change in the log.
        try {
            send(transaction.enlist(participant), made.get());
        } catch (RolledBackException | JMSException e) {
            throw away(e.getMessage(), e);
        }
        node.published(
                change.id(),
                new Asked(logged.revision(), change.operations().get(0).id()));
        return logged.revision();
    }

    private LoggedOperation append(NewChange change, Instant now, AtomicReference<SealedText> made)
            throws ChangeRepeatedException, ClusterUnavailableException {
        Instant notAfter = now.plus(node.changeLimit());
        NewOperation operation = new NewOperation(
                new OperationId(change.id()),
                new ClusterId(node.cluster()),
                change.tenant(),
                change.by(),
                change.kind(),
                new Sha256(change.request().hex()),
                Optional.of(notAfter));
        try {
            return registries.log().append(operation, revision -> {
                String text = MessageText.write(new ManagementRequest(
                        node.cluster(),
                        revision,
                        change.batch(),
                        change.actor(),
                        now,
                        Optional.of(notAfter),
                        change.operations()));
                SealedText sealed = new SealedText(text, node.keys().seal(text));
                made.set(sealed);
                return LoggedText.payload(sealed);
            });
        } catch (RegistryException.Conflict e) {
            throw ChangeRepeatedException.other(e);
        } catch (RegistryException e) {
            throw RegistryReferences.unavailable(e);
        }
    }

    private void send(Session session, SealedText sealed) throws JMSException {
        try (MessageProducer producer =
                session.createProducer(session.createTopic(Destinations.requests(node.cluster())))) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(SealedMessages.write(session, sealed));
        }
    }

    private ClusterUnavailableException away(String why, Exception cause) {
        return new ClusterUnavailableException(
                "The message broker at " + broker.address() + " cannot be reached: " + why, cause);
    }

    @Override
    public Optional<ChangeOutcome> outcome(UUID change) throws ClusterUnavailableException {
        try {
            return registries
                    .acknowledgements()
                    .outcome(new OperationId(change))
                    .map(PublishedChanges::outcome);
        } catch (RegistryException e) {
            throw RegistryReferences.unavailable(e);
        }
    }

    private static ChangeOutcome outcome(OperationOutcome known) {
        Map<UUID, Answer> answers = new HashMap<>();
        known.answers().forEach((instance, answer) -> answers.put(instance.value(), Answers.of(answer)));
        State state =
                switch (known.state()) {
                    case PENDING -> State.PENDING;
                    case APPLIED -> State.APPLIED;
                    case PARTIAL -> State.PARTIAL;
                    case FAILED -> State.FAILED;
                    case EXPIRED -> State.EXPIRED;
                };
        return new ChangeOutcome(
                state, answers, known.waiting().stream().map(InstanceId::value).collect(Collectors.toSet()));
    }

    @Override
    public Optional<ChangeOutcome> await(UUID change, Duration atMost)
            throws ClusterUnavailableException, InterruptedException {
        Looking looking = new Looking(atMost);
        while (true) {
            long known = node.updates();
            Optional<ChangeOutcome> now = outcome(change);
            boolean settled = now.filter(o -> o.state() != State.PENDING).isPresent();
            if (settled || !looking.again(known)) {
                return now;
            }
        }
    }

    @Override
    public Optional<Answer> awaitHere(UUID change, Duration atMost)
            throws ClusterUnavailableException, InterruptedException {
        Looking looking = new Looking(atMost);
        while (true) {
            long known = node.updates();
            Optional<Answer> here = node.answer(change);
            if (here.isEmpty() && !node.hasPublished(change)) {
                // Another node has sent it, or this node sent it too long ago to remember it.
                here = outcome(change).map(o -> o.answers().get(node.instance()));
            }
            if (here.isPresent() || !looking.again(known)) {
                return here;
            }
        }
    }

    /**
     * The pauses between two looks: a look follows each event on this node. Others follow at intervals, since another
     * node may have collected the answer.
     */
    private final class Looking {
        private final long end;
        private Duration pause = FIRST_LOOK;

        Looking(Duration atMost) {
            end = System.nanoTime() + atMost.toNanos();
        }

        /** Waits for the next look; false when the time is over. */
        boolean again(long known) throws InterruptedException {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (left.isNegative() || left.isZero()) {
                return false;
            }
            node.awaitNews(known, left.compareTo(pause) < 0 ? left : pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_LOOK) < 0 ? pause.multipliedBy(2) : LONGEST_LOOK;
            return true;
        }
    }
}
