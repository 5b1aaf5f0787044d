package org.esbmt.management.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.cluster.ChangeOutcome.State;
import org.esbmt.management.api.cluster.ChangeRepeatedException;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementMessage;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.registry.api.configuration.ClusterId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real broker with two-phase commit; the tests answer for two nodes. */
class PublishedChangesTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();
    private RealBroker broker;
    private LocalNode here;
    private LocalNode there;
    private PublishedChanges changes;
    private AnswerCollector collector;
    private final List<Connection> subscribed = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        broker = new RealBroker(folder.resolve("broker"));
        broker.start();
        Path key = folder.resolve("shared.key");
        here = fixture.node(folder.resolve("here"), key);
        there = fixture.node(folder.resolve("there"), key);
        changes = new PublishedChanges(here, fixture.registries, fixture.transactions, fixture.transactions, broker);
        collector = new AnswerCollector(here, fixture.registries, broker, Duration.ofMillis(50));
        collector.start();
    }

    @AfterEach
    void end() throws Exception {
        collector.close();
        for (Connection connection : subscribed) {
            connection.close();
        }
        broker.stop();
    }

    @Test
    void aChangeIsLoggedAndSentAndItsAnswersAreKept() throws Exception {
        MessageConsumer toHere = subscriber("here");
        MessageConsumer toThere = subscriber("there");
        NewChange change = ClusterFixture.change("a");
        assertThat(publish(change)).isEqualTo(1);
        assertThat(changes.outcome(change.id()).orElseThrow().state()).isEqualTo(State.PENDING);

        ManagementRequest request = request(toHere);
        assertThat(request.cluster()).isEqualTo(here.cluster());
        assertThat(request.revision()).isEqualTo(1);
        assertThat(request.operations()).isEqualTo(change.operations());
        answer(here, request, Status.DONE);
        await().atMost(LIMIT)
                .until(() ->
                        changes.outcome(change.id()).orElseThrow().answers().containsKey(here.instance()));
        assertThat(changes.outcome(change.id()).orElseThrow())
                .isEqualTo(new ChangeOutcome(
                        State.PENDING,
                        Collections.singletonMap(
                                here.instance(), new ChangeOutcome.Answer(Result.APPLIED, Optional.empty())),
                        Collections.singleton(there.instance())));
        answer(there, request(toThere), Status.SKIPPED);
        ChangeOutcome outcome = changes.await(change.id(), LIMIT).orElseThrow();
        assertThat(outcome.state()).isEqualTo(State.APPLIED);
        assertThat(outcome.answers().get(there.instance()).result()).isEqualTo(Result.SKIPPED);
        assertThat(outcome.waiting()).isEmpty();
    }

    @Test
    void theSentTextEqualsTheLoggedText() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        publish(ClusterFixture.change("a"));
        Message message = subscriber.receive(LIMIT.toMillis());
        SealedText logged = new LoggedChanges(fixture.registries, new ClusterId(here.cluster()))
                .after(0, 10)
                .get(0)
                .message();
        assertThat(SealedMessages.read(message)).contains(logged);
        assertThat(there.keys().genuine(logged.text(), logged.seal())).isTrue();
    }

    @Test
    void aRolledBackChangeIsNeitherLoggedNorSent() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        NewChange undone = ClusterFixture.change("a");
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> fixture.transactions.run(transaction -> {
                    assertThat(changes.publish(undone)).isEqualTo(1);
                    throw new InterruptedException("of a test");
                }));
        assertThat(changes.outcome(undone.id())).isEmpty();
        assertThat(fixture.cluster().lastRevision()).isZero();
        // The next change gets the revision, and its message is the first one.
        NewChange done = ClusterFixture.change("b");
        assertThat(publish(done)).isEqualTo(1);
        assertThat(request(subscriber).operations()).isEqualTo(done.operations());
        here.applied(response(here, 1, done.operations(), Status.DONE));
        assertThat(changes.awaitHere(done.id(), LIMIT)).isPresent();
        assertThat(changes.awaitHere(undone.id(), Duration.ofMillis(50))).isEmpty();
    }

    @Test
    void aChangeOutsideOfAUnitOfWorkIsRefused() {
        assertThatIllegalStateException().isThrownBy(() -> changes.publish(ClusterFixture.change("a")));
    }

    @Test
    void aRepeatedChangeIsPublishedOnce() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        UUID id = UUID.randomUUID();
        publish(ClusterFixture.change(id, "a"));
        assertThat(request(subscriber).revision()).isEqualTo(1);
        assertThatExceptionOfType(ChangeRepeatedException.class)
                .isThrownBy(() -> publish(ClusterFixture.change(id, "a")))
                .satisfies(e -> assertThat(e.revision()).hasValue(1));
        assertThatExceptionOfType(ChangeRepeatedException.class)
                .isThrownBy(() -> publish(ClusterFixture.change(id, "b")))
                .satisfies(e -> assertThat(e.revision()).isEmpty());
        assertThat(subscriber.receive(200)).isNull();
    }

    @Test
    void aRepeatedOperationIsRefused() {
        NewChange change = ClusterFixture.change("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publish(
                        with(change, Collections.nCopies(2, change.operations().get(0)))));
        assertThat(changes).satisfies(c -> assertThat(c.outcome(change.id())).isEmpty());
    }

    @Test
    void withoutTheBrokerNothingIsChanged() throws Exception {
        broker.tells(BrokerState.down(Instant.now(), "It is being repaired."));
        NewChange change = ClusterFixture.change("a");
        assertThatExceptionOfType(ClusterUnavailableException.class)
                .isThrownBy(() -> publish(change))
                .withMessageContaining("It is being repaired.");
        // The broker's absence is not detected yet.
        broker.tells(BrokerState.up(Instant.now()));
        broker.stop();
        try {
            assertThatExceptionOfType(ClusterUnavailableException.class)
                    .isThrownBy(() -> publish(change))
                    .withMessageContaining(broker.address());
        } finally {
            broker.start();
        }
        assertThat(changes.outcome(change.id())).isEmpty();
        assertThat(publish(change)).isEqualTo(1);
    }

    @Test
    void withoutTheRegistryNothingIsSent() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        fixture.log.away = true;
        assertThatExceptionOfType(ClusterUnavailableException.class)
                .isThrownBy(() -> publish(ClusterFixture.change("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class)
                .isThrownBy(() -> changes.outcome(UUID.randomUUID()));
        assertThat(subscriber.receive(200)).isNull();
    }

    @Test
    void aFailureHasItsReasonAndCanBeOvercome() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        NewChange change = ClusterFixture.change("a");
        publish(change);
        ManagementRequest request = request(subscriber);
        answer(here, request, Status.DONE);
        answer(there, request, Status.FAILED);
        ChangeOutcome outcome = changes.await(change.id(), LIMIT).orElseThrow();
        assertThat(outcome.state()).isEqualTo(State.PARTIAL);
        assertThat(outcome.answers().get(there.instance()).reason()).contains("of a test");
        answer(there, request, Status.DONE);
        await().atMost(LIMIT)
                .until(() -> changes.outcome(change.id()).orElseThrow().state() == State.APPLIED);
    }

    @Test
    void anAnswerOfThisNodeIsKnownAtOnce() throws Exception {
        NewChange change = ClusterFixture.change("a");
        publish(change);
        assertThat(changes.awaitHere(change.id(), Duration.ofMillis(30))).isEmpty();
        Thread applier = new Thread(() -> here.applied(response(here, 1, change.operations(), Status.DONE)));
        applier.start();
        assertThat(changes.awaitHere(change.id(), LIMIT).orElseThrow().result()).isEqualTo(Result.APPLIED);
        applier.join();
        assertThat(changes.outcome(change.id()).orElseThrow().answers()).isEmpty();
    }

    /** This is the situation after a restart of this node: only the registry knows the change. */
    @Test
    void aChangeOfAnotherNodeIsAwaitedToo() throws Exception {
        PublishedChanges others =
                new PublishedChanges(there, fixture.registries, fixture.transactions, fixture.transactions, broker);
        MessageConsumer subscriber = subscriber("here");
        NewChange change = ClusterFixture.change("a");
        fixture.transactions.run(transaction -> others.publish(change));
        ManagementRequest request = request(subscriber);
        answer(here, request, Status.DONE);
        assertThat(changes.awaitHere(change.id(), LIMIT).orElseThrow().result()).isEqualTo(Result.APPLIED);
        answer(there, request, Status.DONE);
        assertThat(others.await(change.id(), LIMIT).orElseThrow().state()).isEqualTo(State.APPLIED);
    }

    @Test
    void theWaitEndsAtItsLimit() throws Exception {
        assertThat(changes.await(UUID.randomUUID(), Duration.ofMillis(50))).isEmpty();
        NewChange change = ClusterFixture.change("a");
        publish(change);
        assertThat(changes.await(change.id(), Duration.ofMillis(50))
                        .orElseThrow()
                        .state())
                .isEqualTo(State.PENDING);
    }

    @Test
    void aForgedAnswerIsSetAside() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        NewChange change = ClusterFixture.change("a");
        publish(change);
        ManagementRequest request = request(subscriber);
        String text = MessageText.write(response(here, 1, request.operations(), Status.DONE));
        SealKeys theirs = new SealKeys(SealKey.generate(), List.of());
        reply(session -> SealedMessages.write(session, new SealedText(text, theirs.seal(text))));
        reply(session -> session.createTextMessage(text));
        reply(Session::createBytesMessage);
        String nonsense = MessageText.write(request);
        reply(session -> SealedMessages.write(
                session, new SealedText(nonsense, here.keys().seal(nonsense))));
        LocalNode stranger = new LocalNode(here.cluster(), UUID.randomUUID(), here.keys(), Duration.ofHours(1));
        answer(stranger, request, Status.DONE);
        List<Reason> reasons = new ArrayList<>();
        MessageConsumer aside = consumer(Destinations.UNPROCESSABLE);
        for (int i = 0; i < 5; i++) {
            reasons.add(((UnprocessableMessage) read(aside)).reason());
        }
        assertThat(reasons)
                .containsExactly(Reason.SIGNATURE, Reason.SIGNATURE, Reason.SIGNATURE, Reason.SCHEMA, Reason.SCHEMA);
        assertThat(changes.outcome(change.id()).orElseThrow().answers()).isEmpty();
    }

    @Test
    void anAnswerWaitsForTheRegistry() throws Exception {
        MessageConsumer subscriber = subscriber("here");
        NewChange change = ClusterFixture.change("a");
        publish(change);
        ManagementRequest request = request(subscriber);
        fixture.log.away = true;
        answer(here, request, Status.DONE);
        answer(there, request, Status.DONE);
        await().during(Duration.ofMillis(300)).atMost(LIMIT).until(() -> fixture.log.away);
        fixture.log.away = false;
        assertThat(changes.await(change.id(), LIMIT).orElseThrow().state()).isEqualTo(State.APPLIED);
    }

    /** The answer arrives before its request is visible in the log. */
    @Test
    void anEarlyAnswerIsKept() throws Exception {
        NewChange change = ClusterFixture.change("a");
        reply(sealed(here, response(here, 1, change.operations(), Status.DONE)));
        reply(sealed(there, response(there, 1, change.operations(), Status.DONE)));
        await().during(Duration.ofMillis(300)).atMost(LIMIT).until(() -> true);
        publish(change);
        assertThat(changes.await(change.id(), LIMIT).orElseThrow().state()).isEqualTo(State.APPLIED);
    }

    @Test
    void answersOfARestartedBrokerAreCollected() throws Exception {
        broker.stop();
        broker.start();
        MessageConsumer subscriber = subscriber("here");
        NewChange change = ClusterFixture.change("a");
        publish(change);
        ManagementRequest request = request(subscriber);
        answer(here, request, Status.DONE);
        answer(there, request, Status.DONE);
        assertThat(changes.await(change.id(), LIMIT).orElseThrow().state()).isEqualTo(State.APPLIED);
    }

    private long publish(NewChange change) throws Exception {
        return fixture.transactions.run(transaction -> changes.publish(change));
    }

    private static NewChange with(NewChange change, List<ManagementOperation> operations) {
        return new NewChange(
                change.id(),
                change.by(),
                change.actor(),
                change.tenant(),
                change.kind(),
                change.request(),
                change.batch(),
                operations);
    }

    private MessageConsumer subscriber(String name) throws JMSException {
        Connection connection = broker.connectionFactory().createConnection();
        connection.setClientID(name);
        subscribed.add(connection);
        Session session = connection.createSession();
        MessageConsumer consumer =
                session.createDurableSubscriber(session.createTopic(Destinations.requests(here.cluster())), "test");
        connection.start();
        return consumer;
    }

    private MessageConsumer consumer(String queue) throws JMSException {
        Connection connection = broker.connectionFactory().createConnection();
        subscribed.add(connection);
        Session session = connection.createSession();
        connection.start();
        return session.createConsumer(session.createQueue(queue));
    }

    private ManagementRequest request(MessageConsumer consumer) throws Exception {
        return (ManagementRequest) read(consumer);
    }

    private ManagementMessage read(MessageConsumer consumer) throws Exception {
        SealedText sealed =
                SealedMessages.read(consumer.receive(LIMIT.toMillis())).orElseThrow();
        assertThat(there.keys().genuine(sealed.text(), sealed.seal())).isTrue();
        return MessageText.read(sealed.text());
    }

    private void answer(LocalNode node, ManagementRequest request, Status status) throws Exception {
        reply(sealed(node, response(node, request.revision(), request.operations(), status)));
    }

    private static ManagementResponse response(
            LocalNode node, long revision, List<ManagementOperation> operations, Status status) {
        return new ManagementResponse(
                node.instance(),
                revision,
                Sha256.of(new byte[0]),
                operations.stream()
                        .map(operation -> new ManagementResponse.Result(
                                operation.id(), status, 1, status == Status.FAILED ? "of a test" : ""))
                        .toList());
    }

    private interface Making {
        Message in(Session session) throws JMSException;
    }

    private static Making sealed(LocalNode node, ManagementResponse response) {
        String text = MessageText.write(response);
        return session ->
                SealedMessages.write(session, new SealedText(text, node.keys().seal(text)));
    }

    private void reply(Making making) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                MessageProducer producer =
                        session.createProducer(session.createQueue(Destinations.replies(here.cluster())))) {
            producer.send(making.in(session));
        }
    }
}
