package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementMessage;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.Seal;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.management.service.internal.NodeWorker.Beginning;
import org.esbmt.management.service.internal.NodeWorker.Parts;
import org.esbmt.management.service.internal.NodeWorker.Rhythm;
import org.esbmt.management.service.internal.apply.CommandApplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real broker; the log and the node are doubles. */
class NodeWorkerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** Requests and answers must not depend on the poll, which is an hour away. */
    private static final Rhythm MESSAGES = new Rhythm(Duration.ofHours(1), Duration.ofMillis(50));

    private static final Rhythm LOG = new Rhythm(Duration.ofMillis(50), Duration.ofMillis(50));

    private static final Duration PATIENCE = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    private final ClusterDouble cluster = new ClusterDouble();
    private final NodeDouble node = new NodeDouble();
    private final List<NodeWorker> workers = new ArrayList<>();
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicInteger caughtUp = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private RealBroker broker;

    @BeforeEach
    void begin() throws Exception {
        broker = new RealBroker(folder.resolve("broker"));
        broker.start();
    }

    @AfterEach
    void end() throws Exception {
        workers.forEach(NodeWorker::close);
        broker.stop();
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .doesNotContain("esbmt-management");
    }

    @Test
    void aMessageIsAppliedAndAnswered() throws Exception {
        subscribed(MESSAGES);
        publish(cluster.seal(cluster.request(2, cluster.deploy("a"))));
        ManagementResponse answer = answer();
        assertThat(answer.revision()).isEqualTo(2);
        assertThat(answer.instance()).isEqualTo(cluster.instance());
        assertThat(node.done).containsExactly("deploy first", "deploy a");
    }

    @Test
    void messagesPublishedDuringAnAbsenceWaitForTheNode() throws Exception {
        NodeWorker before = subscribed(MESSAGES);
        before.close();
        publish(cluster.seal(cluster.request(2, cluster.deploy("a"))));
        publish(cluster.seal(cluster.request(3, cluster.stop("a"))));
        worker(MESSAGES);
        assertThat(answer().revision()).isEqualTo(2);
        assertThat(answer().revision()).isEqualTo(3);
        assertThat(node.done).containsExactly("deploy first", "deploy a", "STOPPED a");
    }

    @Test
    void unsealedAndUnreadableMessagesAreSetAsideAndOthersAreApplied() throws Exception {
        subscribed(MESSAGES);
        SealedText genuine = cluster.seal(cluster.request(2, cluster.deploy("a")));
        SealedText forged = ClusterDouble.seal(
                new SealKeys(SealKey.generate(), List.of()), cluster.request(2, cluster.deploy("forged")));
        publish(forged);
        publish(session -> session.createTextMessage(genuine.text()));
        publish(session -> session.createObjectMessage("an object"));
        publish(Session::createBytesMessage);
        publish(session -> {
            TextMessage broken = session.createTextMessage(genuine.text());
            broken.setStringProperty(Destinations.SEAL_KEY, "no");
            broken.setStringProperty(Destinations.SEAL_CODE, "seal");
            return broken;
        });
        publish(new SealedText("nonsense", cluster.keys.seal("nonsense")));
        publish(genuine);
        assertThat(answer().revision()).isEqualTo(2);
        assertThat(node.done).containsExactly("deploy first", "deploy a");
        List<UnprocessableMessage> aside = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            aside.add((UnprocessableMessage) received(Destinations.UNPROCESSABLE));
        }
        assertThat(aside.stream().map(UnprocessableMessage::reason))
                .containsExactly(
                        Reason.SIGNATURE,
                        Reason.SIGNATURE,
                        Reason.SIGNATURE,
                        Reason.SIGNATURE,
                        Reason.SIGNATURE,
                        Reason.SCHEMA);
        assertThat(aside.get(0).original()).isEqualTo(forged.text());
        assertThat(aside.get(0).messageId()).startsWith("ID:");
        assertThat(cluster.forged)
                .containsExactlyElementsOf(aside.stream()
                        .filter(one -> one.reason() == Reason.SIGNATURE)
                        .map(one -> Destinations.requests(cluster.cluster()) + " " + one.messageId())
                        .toList());
    }

    @Test
    void sealedMessagesThatAreNotApplicableAreSetAsideWithTheirReason() throws Exception {
        subscribed(MESSAGES);
        String request = MessageText.write(cluster.request(2, cluster.deploy("a")));
        publish(sealed(request.replace("management:1", "management:2")));
        publish(sealed("<request"));
        publish(sealed(request.replace("<", "<!-- --><x/><")));
        publish(sealed("<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>" + request));
        publish(sealed(request + " ".repeat(MessageText.MAX_CHARACTERS)));
        publish(cluster.seal(cluster.expiring(2, ClusterDouble.NOW.minusSeconds(1))));
        publish(Session::createMapMessage);
        publish(session -> session.createObjectMessage(new ArrayList<>(List.of("an object"))));
        publish(cluster.seal(cluster.request(1, cluster.deploy("another first"))));

        List<UnprocessableMessage> aside = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            aside.add((UnprocessableMessage) received(Destinations.UNPROCESSABLE));
        }
        assertThat(aside.stream().map(UnprocessableMessage::reason))
                .containsExactly(
                        Reason.VERSION,
                        Reason.SCHEMA,
                        Reason.SCHEMA,
                        Reason.SCHEMA,
                        Reason.SCHEMA,
                        Reason.EXPIRED,
                        Reason.SIGNATURE,
                        Reason.SIGNATURE,
                        Reason.REVISION_CONFLICT);
        assertThat(aside.get(4).original()).hasSizeLessThanOrEqualTo(UnprocessableMessage.MAX_ORIGINAL);
        assertThat(node.done).containsExactly("deploy first");
    }

    @Test
    void repeatedAndUnorderedRequestsAreAppliedOnceAndInOrder() throws Exception {
        subscribed(MESSAGES);
        SealedText second = cluster.add(cluster.request(2, cluster.deploy("a")));
        SealedText third = cluster.add(cluster.request(3, cluster.stop("a")));

        publish(third);
        publish(second);
        publish(third);
        publish(second);
        publish(cluster.add(cluster.request(4, cluster.undeploy("a"))));

        List<Long> answered = new ArrayList<>();
        while (!answered.contains(4L)) {
            answered.add(answer().revision());
        }
        assertThat(answered).contains(2L, 3L);
        assertThat(node.done)
                .startsWith("deploy first", "deploy a", "STOPPED a")
                .hasSize(4);
    }

    private SealedText sealed(String text) {
        return new SealedText(text, cluster.keys.seal(text));
    }

    @Test
    void withoutABrokerTheLogIsRead() throws Exception {
        broker.stop();
        cluster.add(cluster.request(1, cluster.deploy("a")));
        worker(LOG);
        await().atMost(LIMIT).until(() -> node.done.contains("deploy a"));
        cluster.add(cluster.request(2, cluster.stop("a")));
        await().atMost(LIMIT).until(() -> node.done.contains("STOPPED a"));
        broker.start();
        // Answers from the time without a broker are delivered.
        assertThat(answer().revision()).isEqualTo(1);
        assertThat(answer().revision()).isEqualTo(2);
    }

    @Test
    void anUnexpectedFailureDoesNotEndTheWorker() throws Exception {
        broker.stop();
        cluster.broken = true;
        cluster.add(cluster.request(1, cluster.deploy("a")));
        worker(LOG);
        await().atMost(LIMIT).until(() -> cluster.reads.get() > 2);
        broker.start();
        int reads = cluster.reads.get();
        await().atMost(LIMIT).until(() -> cluster.reads.get() > reads + 2);
        cluster.broken = false;
        assertThat(answer().revision()).isEqualTo(1);
    }

    @Test
    void theWorkerReconnectsToARestartedBroker() throws Exception {
        subscribed(MESSAGES);
        for (int i = 2; i < 4; i++) {
            broker.stop();
            broker.start();
            publish(cluster.seal(cluster.request(i, cluster.deploy("a" + i))));
            assertThat(answer(i).revision()).isEqualTo(i);
        }
        assertThat(node.done).containsExactly("deploy first", "deploy a2", "deploy a3");
    }

    @Test
    void aRequestWithoutAMessageIsReadFromTheLog() throws Exception {
        subscribed(LOG);
        cluster.add(cluster.request(2, cluster.deploy("a")));
        assertThat(answer().revision()).isEqualTo(2);
    }

    @Test
    void aMessageWaitsForItsArchive() throws Exception {
        subscribed(MESSAGES);
        SealedText message = cluster.seal(cluster.request(2, cluster.deploy("a")));
        byte[] archive = cluster.archives.remove(Sha256.of(ClusterDouble.archive("a")));
        publish(message);
        publish(cluster.seal(cluster.request(3, cluster.stop("a"))));
        cluster.archives.put(Sha256.of(archive), archive);
        assertThat(answer().revision()).isEqualTo(2);
        assertThat(answer().revision()).isEqualTo(3);
        assertThat(node.done).containsExactly("deploy first", "deploy a", "STOPPED a");
    }

    /** The broker redelivers a message that was not applied. */
    @Test
    void aNodeThatStopsInTheMiddleGoesOnWithTheSameMessage() throws Exception {
        NodeWorker before = subscribed(MESSAGES);
        SealedText message = cluster.seal(cluster.request(2, cluster.deploy("b"), cluster.deploy("a")));
        byte[] archive = cluster.archives.remove(Sha256.of(ClusterDouble.archive("a")));
        publish(message);
        await().atMost(LIMIT).until(() -> node.done.contains("deploy b"));
        before.close();
        cluster.archives.put(Sha256.of(archive), archive);
        worker(MESSAGES);
        assertThat(answer().revision()).isEqualTo(2);
        assertThat(node.done).containsExactly("deploy first", "deploy b", "deploy a");
    }

    /** Components disappear during a stop; a failure that results from this is no answer. */
    @Test
    void aRequestThatFailsDuringAStopIsAppliedAtTheNextStart() throws Exception {
        NodeWorker before = subscribed(MESSAGES);
        node.hold("a");
        publish(cluster.add(cluster.request(2, cluster.deploy("b"), cluster.deploy("a"))));
        node.awaitHeld();
        Thread stopping = new Thread(before::close);
        stopping.start();
        await().atMost(LIMIT).until(before::isStopping);
        node.broken.add("a");
        node.goOn();
        stopping.join(LIMIT.toMillis());
        assertThat(folder.resolve("answers/2.answer")).doesNotExist();

        node.broken.clear();
        worker(MESSAGES);

        ManagementResponse answer = answer();
        assertThat(answer.revision()).isEqualTo(2);
        assertThat(answer.results())
                .extracting(ManagementResponse.Result::status)
                .containsExactly(ManagementResponse.Status.SKIPPED, ManagementResponse.Status.DONE);
        assertThat(node.done).containsExactly("deploy first", "deploy b", "deploy a");
    }

    @Test
    void aContradictoryLogIsNotAppliedUntilItIsRepaired() throws Exception {
        NodeWorker first = subscribed(LOG);
        first.close();
        SealedText right = cluster.entries.get(1L);
        cluster.add(cluster.request(1, cluster.deploy("other")));
        cluster.add(cluster.request(2, cluster.deploy("a")));
        worker(LOG);
        int reads = cluster.reads.get();
        await().atMost(LIMIT).until(() -> cluster.reads.get() > reads + 2);
        assertThat(node.done).containsExactly("deploy first");
        cluster.entries.put(1L, right);
        assertThat(answer().revision()).isEqualTo(2);
        assertThat(node.done).containsExactly("deploy first", "deploy a");
    }

    @Test
    void unreadableFilesAreAProblemUntilTheyAreRepaired() throws Exception {
        Path progress = folder.resolve("progress");
        Files.writeString(progress, "garbage");
        NodeWorker worker = worker(LOG);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(worker.problems())
                .singleElement()
                .asString()
                .startsWith("This node does not apply what its cluster changes")
                .contains(progress.toString()));

        Files.delete(progress);
        cluster.add(cluster.request(1, cluster.deploy("a")));
        assertThat(answer().revision()).isEqualTo(1);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(worker.problems()).isEmpty());
    }

    private NodeWorker worker(Rhythm rhythm) {
        return worker(rhythm, () -> true);
    }

    private NodeWorker worker(Rhythm rhythm, BooleanSupplier ready) {
        Beginning beginning = new Beginning(turn, ready, LIMIT, PATIENCE, caughtUp::incrementAndGet);
        NodeWorker worker = new NodeWorker(broker, cluster, this::open, beginning, rhythm);
        workers.add(worker);
        worker.start();
        return worker;
    }

    private Parts open(BooleanSupplier stopping) throws IOException {
        opened.incrementAndGet();
        Progress progress = Progress.load(folder.resolve("progress"), cluster.cluster());
        Outbox outbox = Outbox.load(folder.resolve("answers"), progress.revision());
        Resequencer resequencer = new Resequencer(
                cluster,
                cluster,
                progress,
                new CommandApplier(
                        node,
                        node.components(),
                        node.configurator(),
                        node,
                        cluster,
                        NodeDouble.ID,
                        Clock.fixed(ClusterDouble.NOW, ZoneOffset.UTC),
                        change -> {}),
                new ObservedState(node, node.components(), node.configurator(), node),
                outbox,
                Clock.fixed(ClusterDouble.NOW, ZoneOffset.UTC),
                stopping);
        return new Parts(resequencer, outbox);
    }

    @Test
    void nothingIsAppliedBeforeTheNodeIsReady() throws Exception {
        AtomicBoolean ready = new AtomicBoolean();
        cluster.add(cluster.request(1, cluster.deploy("a")));
        worker(LOG, ready::get);
        await().during(Duration.ofMillis(300)).atMost(LIMIT).until(() -> node.done.isEmpty() && caughtUp.get() == 0);
        ready.set(true);
        assertThat(answer().revision()).isEqualTo(1);
        assertThat(caughtUp).hasPositiveValue();
    }

    @Test
    void aRegistryThatIsAwayDoesNotHoldTheStartUp() {
        cluster.reachable = false;
        worker(LOG);
        await().atMost(LIMIT).until(() -> caughtUp.get() > 0);
        await().atMost(LIMIT).until(() -> cluster.observations.stream()
                .anyMatch(observation -> observation.problem().isPresent()));
        cluster.reachable = true;
        await().atMost(LIMIT).until(() -> cluster.observations
                .get(cluster.observations.size() - 1)
                .problem()
                .isEmpty());
    }

    @Test
    void anAppliedRevisionIsReportedAtOnce() throws Exception {
        subscribed(MESSAGES);
        publish(cluster.seal(cluster.request(2, cluster.deploy("a"))));
        await().atMost(LIMIT)
                .until(() -> cluster.observations
                                .get(cluster.observations.size() - 1)
                                .revision()
                        == 2);
        assertThat(cluster.applied.stream().map(ManagementResponse::revision)).containsExactly(1L, 2L);
        assertThat(cluster.observations.get(cluster.observations.size() - 1).state())
                .isEqualTo(cluster.applied.get(1).state());
    }

    /** The former worker was closed, but its last operation has not ended. */
    @Test
    void twoWorkersNeverWorkAtOnce() throws Exception {
        turn.lock();
        try {
            worker(LOG);
            await().during(Duration.ofMillis(500)).atMost(LIMIT).until(() -> opened.get() == 0);
        } finally {
            turn.unlock();
        }
        await().atMost(LIMIT).until(() -> opened.get() == 1);
    }

    /** After a crash before the delivery, the answer exists in its file only. */
    @Test
    void anAnswerSurvivesTheProcess() throws Exception {
        Parts parts = open(() -> false);
        node.broken.add("b");
        parts.resequencer().take(cluster.seal(cluster.request(1, cluster.deploy("a"), cluster.deploy("b"))));
        node.broken.clear();
        cluster.reachable = false;
        worker(LOG);
        ManagementResponse answer = answer();
        assertThat(answer).isEqualTo(parts.outbox().answers().get(0));
        assertThat(answer.results().get(1).status()).isEqualTo(ManagementResponse.Status.FAILED);
        await().atMost(LIMIT).until(() -> Files.exists(folder.resolve("answers/1.taken")));
        assertThat(folder.resolve("answers/1.answer")).doesNotExist();
    }

    /** The answer is the same as before, not SKIPPED: the operation may have failed. */
    @Test
    void aRequestThatComesAgainIsAnsweredAgain() throws Exception {
        subscribed(MESSAGES);
        node.broken.add("b");
        SealedText request = cluster.seal(cluster.request(2, cluster.deploy("b")));
        publish(request);
        ManagementResponse first = answer();
        assertThat(first.results().get(0).status()).isEqualTo(ManagementResponse.Status.FAILED);
        node.broken.clear();
        publish(request);
        assertThat(answer()).isEqualTo(first);
        assertThat(node.done).containsExactly("deploy first");
    }

    /**
     * The worker reads the log at its start through a connection with the subscription. An answer to the log's request
     * proves the subscription.
     */
    private NodeWorker subscribed(Rhythm rhythm) throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("first")));
        NodeWorker worker = worker(rhythm);
        assertThat(answer().revision()).isEqualTo(1);
        return worker;
    }

    /** Passes over earlier answers: the worker sends one again if the broker stops before it has confirmed it. */
    private ManagementResponse answer(long revision) throws Exception {
        ManagementResponse answer = answer();
        while (answer.revision() < revision) {
            answer = answer();
        }
        return answer;
    }

    private ManagementResponse answer() throws Exception {
        return (ManagementResponse) received(Destinations.replies(cluster.cluster()));
    }

    private ManagementMessage received(String queue) throws Exception {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            TextMessage message = (TextMessage) consumer.receive(LIMIT.toMillis());
            assertThat(message).isNotNull();
            Seal seal = new Seal(
                    message.getStringProperty(Destinations.SEAL_KEY),
                    message.getStringProperty(Destinations.SEAL_CODE));
            assertThat(cluster.keys.genuine(message.getText(), seal)).isTrue();
            return MessageText.read(message.getText());
        }
    }

    private interface Making {
        Message in(Session session) throws JMSException;
    }

    private void publish(SealedText sealed) throws JMSException {
        publish(session -> {
            TextMessage message = session.createTextMessage(sealed.text());
            message.setStringProperty(Destinations.SEAL_KEY, sealed.seal().key());
            message.setStringProperty(Destinations.SEAL_CODE, sealed.seal().code());
            return message;
        });
    }

    private void publish(Making making) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                MessageProducer producer =
                        session.createProducer(session.createTopic(Destinations.requests(cluster.cluster())))) {
            producer.send(making.in(session));
        }
    }
}
