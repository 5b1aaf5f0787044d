package org.esbmt.management.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real broker for the forged messages. */
class ForgeryAuditTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();
    private final SealKeys theirs = new SealKeys(SealKey.generate(), List.of());
    private RealBroker broker;
    private LocalNode node;
    private AnswerCollector collector;
    private ForgeryAudit audit;

    @BeforeEach
    void begin() throws Exception {
        broker = new RealBroker(folder.resolve("broker"));
        broker.start();
        node = fixture.node(folder.resolve("here"), folder.resolve("shared.key"));
        collector = new AnswerCollector(node, fixture.registries, broker, SOON);
        collector.start();
    }

    @AfterEach
    void end() throws Exception {
        collector.close();
        audit.close();
        broker.stop();
    }

    private void audit(Duration interval) {
        audit = new ForgeryAudit(node, fixture.registries, interval, SOON);
        audit.start();
    }

    @Test
    void aForgedAnswerIsInTheAuditOfTheInstallation() throws Exception {
        audit(NEVER);

        forge(1);

        await().atMost(LIMIT).until(() -> entries().size() == 1);
        NewAuditEntry entry = entries().get(0).content();
        assertThat(entry.action()).isEqualTo("managementMessage refused: SIGNATURE");
        assertThat(entry.object())
                .startsWith("message ID:")
                .endsWith(" on " + Destinations.replies(node.cluster()) + ", received by node " + node.instance());
        assertThat(entry.actorTenant()).isEqualTo(TenantRegistry.SYSTEM);
        assertThat(entry.after()).isEmpty();
    }

    @Test
    void theAuditMasksTheMessageIdOfAForgedRequest() {
        audit(NEVER);

        node.forged(Destinations.requests(node.cluster()), "ID:x\n\u0000\ud800 by nobody" + "y".repeat(10_000));

        await().atMost(LIMIT).until(() -> entries().size() == 1);
        assertThat(entries().get(0).content().object())
                .contains("message ID:x????by?nobodyyyy", Destinations.requests(node.cluster()))
                .hasSizeLessThan(500);
    }

    @Test
    void aFloodOfForgeriesGetsOneEntryPerInterval() throws Exception {
        audit(Duration.ofSeconds(3));

        forge(1);
        await().atMost(LIMIT).until(() -> entries().size() == 1);
        forge(100);

        await().atMost(LIMIT).until(() -> number() == 100);
        // A flood that takes longer than the interval causes more entries.
        Duration flood = Duration.between(
                entries().get(0).occurredAt(),
                entries().get(entries().size() - 1).occurredAt());
        assertThat(entries().size() - 1L).isLessThanOrEqualTo(flood.toSeconds() / 3 + 1);
    }

    @Test
    void forgeriesDuringAnOutageAreEnteredLater() throws Exception {
        fixture.audit.away = true;
        audit(NEVER);

        forge(1);
        await().atMost(LIMIT).until(() -> fixture.audit.missed.get() > 2);
        int before = fixture.audit.missed.get();
        node.forged("a", "b");
        await().atMost(LIMIT).until(() -> fixture.audit.missed.get() > before + 2);
        assertThat(entries()).isEmpty();
        fixture.audit.away = false;

        await().atMost(LIMIT).until(() -> entries().size() == 1);
        assertThat(entries().get(0).content().after().orElseThrow()).startsWith("2 such messages since ");
    }

    @Test
    void pendingForgeriesAreEnteredWhenTheNodeStops() throws Exception {
        audit(NEVER);
        forge(1);
        await().atMost(LIMIT).until(() -> entries().size() == 1);
        node.forged("a", "b");
        node.forged("a", "c");

        audit.close();

        assertThat(number()).isEqualTo(2);
    }

    /** The number of forgeries in the entries after the first. */
    private long number() {
        return entries().stream()
                .skip(1)
                .map(entry -> entry.content().after())
                .mapToLong(after -> after.map(text -> Long.parseLong(text.substring(0, text.indexOf(' '))))
                        .orElse(1L))
                .sum();
    }

    private List<AuditEntry> entries() {
        return fixture.audit.read(TenantRegistry.SYSTEM, 1, 1_000);
    }

    private void forge(int count) throws Exception {
        String text = "a text of a stranger";
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer =
                        session.createProducer(session.createQueue(Destinations.replies(node.cluster())))) {
            for (int i = 0; i < count; i++) {
                producer.send(SealedMessages.write(session, new SealedText(text, theirs.seal(text))));
            }
            session.commit();
        }
    }
}
