package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.registry.api.ClaimOutcome.FIRST;
import static org.esbmt.registry.api.ClaimOutcome.REPEATED;
import static org.esbmt.registry.api.ClaimOutcome.UNAVAILABLE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.postgresql.internal.replay.PostgresReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.registry.testing.ReplayClaimsContract;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Claims while the database or a node fails. */
class ReplayOutageTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    /** The longest that a test waits for a server of its own. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    @TempDir
    Path files;

    private final Instant expires = Instant.now().plus(Duration.ofMinutes(5));
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        opened.add(SERVER.emptyRegistry());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    /** A node that waits longer than two seconds for a database on a slow machine. */
    private PostgresReplayClaims node(boolean alone) {
        PostgresReplayClaims claims = new PostgresReplayClaims(
                new ReplaySettings(200_000, alone), InstantSource.system(), RegistryServer.PATIENT_MILLIS);
        opened.add(0, claims);
        claims.use(SERVER.patientClaims());
        return claims;
    }

    private ClaimOutcome answer(PostgresReplayClaims node, String text) throws Exception {
        return ReplayClaimsContract.answer(node, ACME, text, expires);
    }

    @Test
    void aDatabaseWithoutAnAnswerIsUnavailableWithinTwoSeconds() throws Exception {
        PostgresReplayClaims patient = node(false);
        assertThat(answer(patient, "before")).isEqualTo(FIRST);
        PostgresReplayClaims node =
                new PostgresReplayClaims(new ReplaySettings(200_000, false), InstantSource.system());
        opened.add(0, node);
        node.use(SERVER.claims());
        // The machine may pause in one outage, but not in each.
        int outages = 1;
        while (!isUnavailableInTime(node)) {
            assertThat(outages++).as("outages with a late answer").isLessThan(5);
        }
        assertThat(answer(patient, "before")).isEqualTo(REPEATED);
        assertThat(node.counters().getOpenClaims())
                .as("refused claims take no share")
                .isLessThan(200);
    }

    /** Freezes the database for a while; false if the answers are right but late. */
    private boolean isUnavailableInTime(PostgresReplayClaims node) throws Exception {
        await().atMost(LIMIT).until(() -> answer(node, "before " + UUID.randomUUID()) == FIRST);
        String outage = UUID.randomUUID().toString();
        Duration first;
        Duration second;
        SERVER.postgres().freeze();
        try {
            long from = System.nanoTime();
            List<CompletableFuture<ClaimOutcome>> asked = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                asked.add(node.claim(ACME, ReplayClaimsContract.claim("frozen " + i + " in " + outage), expires)
                        .toCompletableFuture());
            }
            for (CompletableFuture<ClaimOutcome> one : asked) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(UNAVAILABLE);
            }
            first = Duration.ofNanos(System.nanoTime() - from);
            long again = System.nanoTime();
            assertThat(answer(node, "known to be away")).isEqualTo(UNAVAILABLE);
            second = Duration.ofNanos(System.nanoTime() - again);
            await().atMost(LIMIT).until(() -> node.problem().isPresent());
            assertThat(node.problem().orElseThrow())
                    .startsWith("Signed messages are refused, since the tenant registry");
        } finally {
            SERVER.postgres().thaw();
        }
        await().atMost(LIMIT).until(() -> answer(node, "after " + UUID.randomUUID()) == FIRST);
        assertThat(node.problem()).isEmpty();
        return first.compareTo(Duration.ofMillis(2_300)) < 0 && second.compareTo(Duration.ofMillis(500)) < 0;
    }

    @Test
    void aMessageIsRepeatedAfterACrashOfTheServer() throws Exception {
        PostgresReplayClaims node = node(false);
        assertThat(answer(node, "one")).isEqualTo(FIRST);
        SERVER.postgres().kill();
        try {
            assertThat(answer(node, "two")).isEqualTo(UNAVAILABLE);
        } finally {
            SERVER.postgres().startAgain();
        }
        await().atMost(LIMIT).until(() -> answer(node, "after " + UUID.randomUUID()) == FIRST);
        assertThat(answer(node, "one")).isEqualTo(REPEATED);
        assertThat(answer(node, "two")).isEqualTo(FIRST);
    }

    @Test
    void aRestartOfTheServerBetweenClaimsIsNotNoticed() throws Exception {
        PostgresReplayClaims node = node(false);
        assertThat(answer(node, "one")).isEqualTo(FIRST);
        SERVER.postgres().stop();
        SERVER.postgres().startAgain();
        assertThat(answer(node, "one")).isEqualTo(REPEATED);
        assertThat(answer(node, "two")).isEqualTo(FIRST);
    }

    @Test
    void aNodeAloneLetsEachMessageOnOnceAndWarns() throws Exception {
        PostgresReplayClaims node = node(true);
        PostgresReplayClaims other = node(true);
        assertThat(answer(node, "before")).isEqualTo(FIRST);
        assertThat(answer(other, "before the outage")).isEqualTo(FIRST);
        SERVER.postgres().stop();
        try (CapturedLog log = new CapturedLog()) {
            assertThat(answer(node, "one")).isEqualTo(FIRST);
            assertThat(answer(node, "one")).isEqualTo(REPEATED);
            assertThat(answer(node, "before")).isEqualTo(REPEATED);
            assertThat(answer(node, "two")).isEqualTo(FIRST);
            assertThat(log.linesWith("this node alone lets each signed message on once"))
                    .hasSize(1);
            assertThat(node.counters().getDecidedAlone()).isEqualTo(2);
            assertThat(answer(other, "one"))
                    .as("that is what the setting gives up")
                    .isEqualTo(FIRST);
        } finally {
            SERVER.postgres().startAgain();
        }
        await().atMost(LIMIT).until(() -> {
            String fresh = "after " + UUID.randomUUID();
            return answer(other, fresh) == FIRST && answer(node, fresh) == REPEATED;
        });
        assertThat(answer(node, "one")).isEqualTo(REPEATED);
        assertThat(answer(node, "before")).isEqualTo(REPEATED);
    }

    /** A process that claims message after message, and tells each that it may use, is killed while it does so. */
    @Test
    void whatAKilledNodeHasClaimedIsRepeated() throws Exception {
        PGSimpleDataSource source = SERVER.patientClaims();
        Path output = files.resolve("claimed");
        Process process = new ProcessBuilder(
                        java(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClaimingProcess.class.getName(),
                        source.getURL(),
                        source.getUser(),
                        source.getPassword(),
                        expires.toString())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            await().atMost(LIMIT).until(() -> lines(output).size() >= 200);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("killed").isEqualTo(128 + 9);
        PostgresReplayClaims node = node(false);
        for (String one : lines(output)) {
            assertThat(answer(node, one)).as(one).isEqualTo(REPEATED);
        }
        assertThat(answer(node, "another")).isEqualTo(FIRST);
    }

    /** The complete lines. */
    private static List<String> lines(Path output) throws IOException {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
