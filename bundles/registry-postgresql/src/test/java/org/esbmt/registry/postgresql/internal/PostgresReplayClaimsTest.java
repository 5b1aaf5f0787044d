package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.esbmt.registry.api.ClaimOutcome.FIRST;
import static org.esbmt.registry.api.ClaimOutcome.REFUSED_FULL;
import static org.esbmt.registry.api.ClaimOutcome.REPEATED;
import static org.esbmt.registry.api.ClaimOutcome.UNAVAILABLE;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.PostgresReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.registry.testing.ReplayClaimsContract;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Claims of several nodes on one real database, with the rights of the running bus: the attacks. */
class PostgresReplayClaimsTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final ReplaySettings SETTINGS = new ReplaySettings(200_000, false);

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        opened.add(SERVER.emptyRegistry());
    }

    @AfterEach
    void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private PostgresReplayClaims node() {
        return node(SETTINGS);
    }

    private PostgresReplayClaims node(ReplaySettings settings) {
        return node(settings, InstantSource.system());
    }

    private PostgresReplayClaims node(ReplaySettings settings, InstantSource clock) {
        PostgresReplayClaims claims = new PostgresReplayClaims(settings, clock, RegistryServer.PATIENT_MILLIS);
        opened.add(claims);
        claims.use(SERVER.patientClaims());
        return claims;
    }

    private static ClaimOutcome answer(ReplayClaims node, String text, Instant expires) throws Exception {
        return ReplayClaimsContract.answer(node, ACME, text, expires);
    }

    private static Instant in(Duration life) {
        return Instant.now().plus(life);
    }

    @Nested
    class OneNode extends ReplayClaimsContract {
        @Override
        protected ReplayClaims openEmpty() {
            return node(new ReplaySettings(SHARE, false));
        }
    }

    @Nested
    class ANodeThatMayDecideAlone extends ReplayClaimsContract {
        @Override
        protected ReplayClaims openEmpty() {
            return node(new ReplaySettings(SHARE, true));
        }
    }

    @Test
    void theSameMessageToTwoNodesAtOnceIsLetOnOnce() throws Exception {
        PostgresReplayClaims one = node();
        PostgresReplayClaims two = node();
        Instant expires = in(Duration.ofMinutes(5));
        for (int i = 0; i < 50; i++) {
            String text = "round " + i;
            AtomicInteger turn = new AtomicInteger();
            List<Object> outcomes =
                    AtOnce.run(64, () -> answer(turn.incrementAndGet() % 2 == 0 ? one : two, text, expires));

            assertThat(Collections.frequency(outcomes, FIRST)).isEqualTo(1);
            assertThat(Collections.frequency(outcomes, REPEATED)).isEqualTo(63);
        }
        assertThat(one.counters().getFirst() + two.counters().getFirst()).isEqualTo(50);
    }

    /** Statements with the same claims in opposite orders would wait for one another. */
    @Test
    void twoNodesWithTheSameFloodLetEachMessageOnOnce() throws Exception {
        int messages = 3_000;
        List<PostgresReplayClaims> nodes = List.of(node(), node());
        Instant expires = in(Duration.ofMinutes(3));
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, messages).boxed().toList());
        AtomicInteger turn = new AtomicInteger();
        List<Object> sums = AtOnce.run(8, () -> {
            PostgresReplayClaims node = nodes.get(turn.incrementAndGet() % 2);
            List<Integer> mine = new ArrayList<>(order);
            Collections.shuffle(mine);
            int first = 0;
            for (int from = 0; from < messages; from += 100) {
                List<CompletableFuture<ClaimOutcome>> asked = mine.subList(from, from + 100).stream()
                        // a minute more or less: the statements take claims from several tables
                        .map(i -> node.claim(
                                        ACME, ReplayClaimsContract.claim("flood " + i), expires.plusSeconds(i % 180))
                                .toCompletableFuture())
                        .toList();
                for (CompletableFuture<ClaimOutcome> one : asked) {
                    ClaimOutcome outcome = one.get(60, TimeUnit.SECONDS);
                    assertThat(outcome).isIn(FIRST, REPEATED);
                    first += outcome == FIRST ? 1 : 0;
                }
            }
            return first;
        });
        assertThat(sums.stream().mapToInt(sum -> (Integer) sum).sum()).isEqualTo(messages);
        assertThat(nodes.get(0).counters().getStatements()
                        + nodes.get(1).counters().getStatements())
                .as("claims share statements")
                .isLessThan(8 * messages / 4);
    }

    @Test
    void aMessageIsRepeatedAfterTheRestartOfANode() throws Exception {
        Instant expires = in(Duration.ofMinutes(5));
        PostgresReplayClaims before = node();
        assertThat(answer(before, "one", expires)).isEqualTo(FIRST);
        before.close();

        PostgresReplayClaims after = node();
        assertThat(answer(after, "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(before, "two", expires)).isEqualTo(UNAVAILABLE);
        assertThat(answer(after, "two", expires)).isEqualTo(FIRST);
    }

    /** The table of a minute takes claims of another minute sixteen minutes later. Then the first ones are gone. */
    @Test
    void aMessageIsRepeatedAfterItsTableWasEmptiedEvenIfTheClockReturns() throws Exception {
        PostgresReplayClaims node = node();
        Instant expires = in(Duration.ofMinutes(1));
        assertThat(answer(node, "one", expires)).isEqualTo(FIRST);
        assertThat(rows(expires)).isEqualTo(1);

        databaseClock("+ interval '15 minutes'");
        Instant reused = expires.plus(Duration.ofMinutes(16));
        assertThat(answer(node, "later", reused)).isEqualTo(FIRST);
        assertThat(rows(expires)).as("the table was emptied").isEqualTo(1);
        assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);

        databaseClock("");
        assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(node(), "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(node, "later", reused)).isEqualTo(REPEATED);
    }

    @Test
    void aMessageIsRepeatedAfterOtherTablesWereEmptied() throws Exception {
        PostgresReplayClaims node = node();
        Instant expires = in(Duration.ofMinutes(7));
        assertThat(answer(node, "one", expires)).isEqualTo(FIRST);
        for (int minute = 1; minute <= 14; minute++) {
            databaseClock("+ interval '" + minute + " minutes'");
            assertThat(answer(node, "of minute " + minute, expires.plus(Duration.ofMinutes(minute))))
                    .isEqualTo(FIRST);
            assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
        }
        assertThat(rows(expires)).as("it is still there").isEqualTo(1);
    }

    @Test
    void aDatabaseClockThatJumpsForwardForgetsNothing() throws Exception {
        PostgresReplayClaims node = node();
        Instant expires = in(Duration.ofMinutes(5));
        assertThat(answer(node, "one", expires)).isEqualTo(FIRST);
        databaseClock("+ interval '1 day'");
        assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(node, "two", expires)).isEqualTo(FIRST);
        databaseClock("");
        assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(node, "two", expires)).isEqualTo(REPEATED);
        assertThat(answer(node, "three", expires)).isEqualTo(FIRST);
    }

    @Test
    void aDatabaseClockThatJumpsBackForgetsNothingAndIsAProblem() throws Exception {
        PostgresReplayClaims node = node();
        Instant expires = in(Duration.ofMinutes(2));
        assertThat(answer(node, "one", expires)).isEqualTo(FIRST);
        databaseClock("- interval '1 day'");
        assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
        assertThat(answer(node, "two", expires.plusSeconds(300))).isEqualTo(UNAVAILABLE);
        assertThat(node.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("Compare its clock"));
        assertThat(node.counters().getOpenClaims()).isEqualTo(1);
        databaseClock("");
        assertThat(answer(node, "two", expires.plusSeconds(300))).isEqualTo(FIRST);
    }

    @Test
    void aNodeClockThatJumpsForgetsNothing() throws Exception {
        Instant expires = in(Duration.ofMinutes(5));
        assertThat(answer(node(), "one", expires)).isEqualTo(FIRST);
        for (Duration jump : List.of(Duration.ofDays(1), Duration.ofDays(-1))) {
            PostgresReplayClaims node = node(SETTINGS, () -> in(jump));
            assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
            assertThat(answer(node, "after a jump by " + jump, expires)).isEqualTo(FIRST);
            assertThat(answer(node, "after a jump by " + jump, expires)).isEqualTo(REPEATED);
        }
    }

    /** A dump reads every table for as long as it takes. */
    @Test
    void aBackupDelaysNoClaims() throws Exception {
        PostgresReplayClaims node = node();
        Instant expires = in(Duration.ofMinutes(1));
        assertThat(answer(node, "one", expires)).isEqualTo(FIRST);
        try (Connection dump = SERVER.connect();
                Statement statement = dump.createStatement()) {
            dump.setAutoCommit(false);
            statement.execute("LOCK TABLE replay_claim IN ACCESS SHARE MODE");
            databaseClock("+ interval '15 minutes'");
            assertThat(answer(node, "later", expires.plus(Duration.ofMinutes(16))))
                    .isEqualTo(FIRST);
            assertThat(answer(node, "one", expires)).isEqualTo(REPEATED);
            assertThat(rows(expires)).as("nothing could be removed").isEqualTo(2);
            dump.rollback();
        }
    }

    @Test
    void aMillionMessagesOfOneTenantDelayNoOtherTenant() throws Exception {
        PostgresReplayClaims node = node(new ReplaySettings(50_000, false));
        Instant expires = in(Duration.ofMinutes(5));
        CompletableFuture<Map<ClaimOutcome, Integer>> flood =
                CompletableFuture.supplyAsync(() -> flood(node, 1_000_000, expires));
        int message = 0;
        while (!flood.isDone() || message < 100) {
            assertThat(statementsUntilFirst(node, "of globex " + message++, expires))
                    .as("the running statement, and the next one with the claim")
                    .isLessThanOrEqualTo(2);
        }
        assertThat(flood.get()).isEqualTo(Map.of(FIRST, 50_000, REFUSED_FULL, 950_000));
        assertThat(node.counters().getOpenClaims()).isEqualTo(50_000 + message);
    }

    /** The number of statements that end before the answer to a claim, whatever the speed of the machine. */
    private static long statementsUntilFirst(PostgresReplayClaims node, String text, Instant expires) throws Exception {
        CompletableFuture<Long> atTheAnswer = node.claim(GLOBEX, ReplayClaimsContract.claim(text), expires)
                .toCompletableFuture()
                .thenApply(outcome -> {
                    assertThat(outcome).isEqualTo(FIRST);
                    return node.counters().getStatements();
                });
        long begun = node.counters().getStatements();
        return atTheAnswer.get(60, TimeUnit.SECONDS) - begun;
    }

    /** Counts the outcomes. As many claims wait at a time as a tenant may have waiting. */
    private static Map<ClaimOutcome, Integer> flood(ReplayClaims node, int messages, Instant expires) {
        Map<ClaimOutcome, Integer> outcomes = new EnumMap<>(ClaimOutcome.class);
        byte[] claim = new byte[ReplayClaims.CLAIM_BYTES];
        List<CompletableFuture<ClaimOutcome>> asked = new ArrayList<>();
        for (int i = 1; i <= messages; i++) {
            claim[0] = (byte) i;
            claim[1] = (byte) (i >> 8);
            claim[2] = (byte) (i >> 16);
            asked.add(node.claim(ACME, claim, expires).toCompletableFuture());
            if (asked.size() == 1_000 || i == messages) {
                asked.forEach(one -> outcomes.merge(one.join(), 1, Integer::sum));
                asked.clear();
            }
        }
        return outcomes;
    }

    @Test
    void theBusCannotTakeAClaimBack() throws Exception {
        assertThat(answer(node(), "one", in(Duration.ofMinutes(5)))).isEqualTo(FIRST);
        try (Connection bus = SERVER.claims().getConnection();
                Statement statement = bus.createStatement()) {
            for (String attack : List.of(
                    "DELETE FROM replay_claim",
                    "TRUNCATE replay_claim",
                    "UPDATE replay_claim SET slot = (slot + 1) % 16",
                    "UPDATE replay_minute SET minute = minute + 16",
                    "DELETE FROM replay_minute",
                    "CREATE OR REPLACE FUNCTION tenant_registry.replay_clock() RETURNS timestamptz LANGUAGE sql"
                            + " RETURN pg_catalog.now() + interval '1 day'")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(attack)
                        .isThrownBy(() -> statement.execute(attack))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
    }

    @Test
    void aMinuteNeverReturnsEvenForTheOwner() throws Exception {
        for (String attack : List.of(
                "UPDATE replay_minute SET minute = minute - 16",
                "UPDATE replay_minute SET minute = minute",
                "UPDATE replay_minute SET slot = slot + 1, minute = minute + 1 WHERE slot = 15")) {
            assertThatExceptionOfType(SQLException.class)
                    .as(attack)
                    .isThrownBy(() -> SERVER.execute(attack))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("ESB05"));
        }
    }

    @Test
    void theTablesSurviveACrashOfTheServer() throws Exception {
        assertThat(number("SELECT count(*) FROM pg_class WHERE relname ~ '^replay_' AND relkind = 'r'"
                        + " AND relpersistence = 'p'"))
                .isEqualTo(17);
        try (Connection bus = SERVER.claims().getConnection();
                Statement statement = bus.createStatement();
                var shown = statement.executeQuery("SHOW synchronous_commit")) {
            shown.next();
            assertThat(shown.getString(1)).isEqualTo("on");
        }
    }

    private void databaseClock(String shift) throws SQLException {
        SERVER.execute("CREATE OR REPLACE FUNCTION replay_clock() RETURNS timestamptz LANGUAGE sql VOLATILE"
                + " RETURN pg_catalog.clock_timestamp() " + shift);
    }

    /** The rows of the table that has or had the claims of this expiry. */
    private static int rows(Instant expires) throws SQLException {
        return number("SELECT count(*) FROM replay_claim_" + expires.getEpochSecond() / 60 % 16);
    }

    private static int number(String query) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
