package org.esbmt.load;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.PostgresReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.TestPostgres;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The processor time of claims of signed messages, of this process and of the server: one after the other, and with many
 * at a time, which share statements. Logged and unlogged tables take turns. The server has 300,000 claims, and flushes its
 * log to the disk.
 */
public final class ReplayBenchmark {
    private static final String MIGRATION = "/db/migration/tenant/V9__replay_claims.sql";
    private static final String SCHEMA = "tenant_registry";
    private static final int THERE = 300_000;
    private static final int[] AT_ONCE = {1, 31, 127};
    private static final int TENANTS = 8;
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration WINDOW = Duration.ofSeconds(3);
    private static final int REPETITIONS = 3;

    private final PGSimpleDataSource source;
    private final SplittableRandom random = new SplittableRandom(7);
    private final List<TenantId> tenants = IntStream.range(0, TENANTS)
            .mapToObj(i -> new TenantId(UUID.randomUUID()))
            .toList();

    private ReplayBenchmark(PGSimpleDataSource source) {
        this.source = source;
    }

    /** Takes some minutes; needs no arguments. */
    public static void main(String[] arguments) throws Exception {
        try (TestPostgres postgres = TestPostgres.start("fsync=on", "synchronous_commit=on")) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setServerNames(new String[] {postgres.host()});
            source.setPortNumbers(new int[] {postgres.port()});
            source.setDatabaseName("postgres");
            source.setUser(postgres.user());
            source.setPassword(String.valueOf(postgres.password()));
            source.setCurrentSchema(SCHEMA);
            new ReplayBenchmark(source).run();
        }
    }

    private void run() throws Exception {
        migrate();
        System.out.println("tables    at once  a statement  node us          server us        ms p50  p99    a second");
        for (int atOnce : AT_ONCE) {
            List<Figures> logged = new ArrayList<>();
            List<Figures> unlogged = new ArrayList<>();
            for (int i = 0; i <= REPETITIONS; i++) {
                boolean warm = i > 0;
                persistence("LOGGED");
                Figures one = measure(atOnce, warm ? WINDOW : WARM_UP);
                persistence("UNLOGGED");
                Figures other = measure(atOnce, warm ? WINDOW : WARM_UP);
                if (warm) {
                    logged.add(one);
                    unlogged.add(other);
                }
            }
            print("logged", atOnce, logged);
            print("unlogged", atOnce, unlogged);
        }
    }

    /** Processor time in microseconds a claim, and times from a claim to its answer in milliseconds. */
    private record Figures(
            double claimsOfStatement,
            double nodeMicros,
            double serverMicros,
            double p50,
            double p99,
            double perSecond) {}

    private static void print(String tables, int atOnce, List<Figures> windows) {
        System.out.printf(
                Locale.ROOT,
                "%-9s %7d  %11.1f  %-15s  %-15s  %6.2f  %5.2f  %8.0f%n",
                tables,
                atOnce,
                sorted(windows, Figures::claimsOfStatement)[windows.size() / 2],
                spread(sorted(windows, Figures::nodeMicros)),
                spread(sorted(windows, Figures::serverMicros)),
                sorted(windows, Figures::p50)[windows.size() / 2],
                sorted(windows, Figures::p99)[windows.size() / 2],
                sorted(windows, Figures::perSecond)[windows.size() / 2]);
    }

    private static double[] sorted(List<Figures> windows, ToDoubleFunction<Figures> figure) {
        return windows.stream().mapToDouble(figure).sorted().toArray();
    }

    private static String spread(double[] sorted) {
        return String.format(
                Locale.ROOT, "%.1f [%.1f-%.1f]", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private Figures measure(int atOnce, Duration window) throws Exception {
        execute("TRUNCATE replay_claim");
        execute(
                "SELECT open_replay_minute((extract(epoch FROM now()) / 60)::integer + i) FROM generate_series(0, 7) AS i");
        execute("INSERT INTO replay_claim SELECT gen_random_uuid(), i % 16 FROM generate_series(1, " + THERE
                + ") AS i");
        execute("CHECKPOINT");
        try (PostgresReplayClaims claims =
                new PostgresReplayClaims(new ReplaySettings(10_000_000, false), InstantSource.system())) {
            claims.use(source);
            claim(claims, 0).get(5, TimeUnit.SECONDS);
            List<Long> server = server();
            double node = nodeMicros();
            double before = ProcessCpu.micros(server);
            long statements = claims.counters().getStatements();
            long began = System.nanoTime();
            long[] nanos = load(claims, atOnce, began + window.toNanos());
            double seconds = (System.nanoTime() - began) / 1e9;
            return new Figures(
                    (double) nanos.length / (claims.counters().getStatements() - statements),
                    (nodeMicros() - node) / nanos.length,
                    (ProcessCpu.micros(server) - before) / nanos.length,
                    nanos[nanos.length / 2] / 1e6,
                    nanos[nanos.length * 99 / 100] / 1e6,
                    nanos.length / seconds);
        }
    }

    /** Keeps a number of claims waiting until the end. Returns the sorted times of their answers. */
    private long[] load(ReplayClaims claims, int atOnce, long end)
            throws InterruptedException, ExecutionException, TimeoutException {
        Queue<CompletableFuture<Long>> waiting = new ArrayDeque<>();
        List<Long> nanos = new ArrayList<>();
        int sent = 0;
        while (System.nanoTime() < end) {
            while (waiting.size() < atOnce) {
                waiting.add(claim(claims, sent++));
            }
            nanos.add(waiting.remove().get(5, TimeUnit.SECONDS));
        }
        for (CompletableFuture<Long> one : waiting) {
            nanos.add(one.get(5, TimeUnit.SECONDS));
        }
        return nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private CompletableFuture<Long> claim(ReplayClaims claims, int number) {
        byte[] claim = new byte[ReplayClaims.CLAIM_BYTES];
        random.nextBytes(claim);
        long from = System.nanoTime();
        return claims.claim(tenants.get(number % TENANTS), claim, Instant.now().plusSeconds(360))
                .toCompletableFuture()
                .thenApply(outcome -> {
                    if (outcome != ClaimOutcome.FIRST) {
                        throw new IllegalStateException("a new claim is " + outcome);
                    }
                    return System.nanoTime() - from;
                });
    }

    private static double nodeMicros() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e3;
    }

    /** The processes of the server that take part: the one of the claims, and those that write. */
    private List<Long> server() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "(SELECT pid FROM pg_stat_activity WHERE query LIKE '%claim_replays%' AND pid <> pg_backend_pid()"
                                + " ORDER BY backend_start DESC LIMIT 1) UNION ALL SELECT pid FROM pg_stat_activity"
                                + " WHERE backend_type IN ('walwriter', 'background writer', 'checkpointer')")) {
            List<Long> pids = new ArrayList<>();
            while (rows.next()) {
                pids.add(rows.getLong(1));
            }
            return pids;
        }
    }

    private void migrate() throws SQLException, IOException {
        execute("CREATE SCHEMA " + SCHEMA);
        try (InputStream in = PostgresReplayClaims.class.getResourceAsStream(MIGRATION)) {
            execute(new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("${flyway:defaultSchema}", SCHEMA));
        }
    }

    private void persistence(String kind) throws SQLException {
        for (int slot = 0; slot < 16; slot++) {
            execute("ALTER TABLE replay_claim_" + slot + " SET " + kind);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
