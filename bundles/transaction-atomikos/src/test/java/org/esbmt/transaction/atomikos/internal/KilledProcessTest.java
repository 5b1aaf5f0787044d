package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bus is killed at each point of the two phases, and the next one recovers. The two databases and the broker then
 * have all changes of the transaction, or none; reported commits are complete.
 */
class KilledProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The points at which a process waits to be killed, in the order of the two phases. */
    private enum Point {
        NOTHING_PREPARED("one before prepare", false),
        ONE_PREPARED("one after prepare", false),
        LAST_TO_PREPARE("broker before prepare", false),
        NOT_DECIDED("broker after prepare", false),
        DECIDED("one before commit", true),
        ONE_COMMITTED("one after commit", true),
        TWO_COMMITTED("two after commit", true),
        LAST_TO_COMMIT("broker before commit", true),
        ALL_COMMITTED("broker after commit", true),
        SAID("nowhere", true);

        private final String name;
        private final boolean lasts;

        Point(String name, boolean lasts) {
            this.name = name;
            this.lasts = lasts;
        }

        String item() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @TempDir
    private Path directory;

    /** The messages from the broker so far. */
    private final List<String> messages = new ArrayList<>();

    private Database one;
    private Database two;
    private Optional<Process> running = Optional.empty();

    @BeforeEach
    void prepareDatabases() throws Exception {
        one = Database.fresh("one");
        two = Database.fresh("two");
    }

    @AfterEach
    void end() {
        running.ifPresent(Process::destroyForcibly);
    }

    @Test
    void aKillAtAnyPointLeavesAllChangesOrNone() throws Exception {
        SortedSet<String> expected = new TreeSet<>();
        for (Point point : Point.values()) {
            runAndKill(point, "-", expected);
            if (point.lasts) {
                expected.add(point.item());
            }
        }
        // The last process recovers the transactions of the one before, and is killed before it does anything else.
        runAndKill(Point.NOTHING_PREPARED, "-", expected);
        assertThat(one.prepared()).isEmpty();
        assertThat(two.prepared()).isEmpty();
        assertThat(directory.resolve("transactions/decisions")).isEmptyDirectory();
    }

    @Test
    void aRecoveryThatIsKilledIsRecoveredFrom() throws Exception {
        SortedSet<String> expected = new TreeSet<>();
        runAndKill(Point.DECIDED, "-", expected);
        expected.add(Point.DECIDED.item());
        try (BufferedReader said = start(Point.DECIDED, "one after commit")) {
            assertThat(said.readLine()).isEqualTo(TransactingJvm.REACHED + "one after commit");
            kill();
        }
        assertThat(one.items()).containsExactlyElementsOf(expected);
        assertThat(two.items()).isEmpty();
        runAndKill(Point.NOT_DECIDED, "-", expected);
        try (BufferedReader said = start(Point.NOT_DECIDED, "one after rollback")) {
            assertThat(said.readLine()).isEqualTo(TransactingJvm.REACHED + "one after rollback");
            kill();
        }
        assertThat(two.prepared()).hasSize(1);
        runAndKill(Point.NOTHING_PREPARED, "-", expected);
        assertThat(two.prepared()).isEmpty();
    }

    /** @param expected the items in the resources after the recovery of earlier transactions */
    private void runAndKill(Point point, String recoveryPoint, SortedSet<String> expected) throws Exception {
        try (BufferedReader said = start(point, recoveryPoint)) {
            assertThat(said.readLine()).isEqualTo(TransactingJvm.RECOVERED);
            String line = said.readLine();
            assertThat(line).startsWith(TransactingJvm.MESSAGES);
            Stream.of(line.substring(TransactingJvm.MESSAGES.length()).split(","))
                    .filter(message -> !message.isEmpty())
                    .forEach(messages::add);
            assertThat(messages).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(one.items()).containsExactlyElementsOf(expected);
            assertThat(two.items()).containsExactlyElementsOf(expected);
            assertThat(one.prepared()).isEmpty();
            assertThat(two.prepared()).isEmpty();
            OutputStream go = running.orElseThrow().getOutputStream();
            go.write('\n');
            go.flush();
            assertThat(said.readLine())
                    .isEqualTo(
                            point == Point.SAID
                                    ? TransactingJvm.COMMITTED + point.item()
                                    : TransactingJvm.REACHED + point.name);
            kill();
        }
    }

    private BufferedReader start(Point point, String recoveryPoint) throws IOException {
        File log = directory.resolve("log-" + point + ".txt").toFile();
        Process process = new ProcessBuilder(
                        TransactingJvm.command(directory, one, point.item(), point.name, recoveryPoint))
                .redirectError(log)
                .start();
        running = Optional.of(process);
        // Bounds the wait of the output's reader.
        CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS).execute(process::destroyForcibly);
        return process.inputReader(UTF_8);
    }

    private void kill() throws InterruptedException {
        Process process = running.orElseThrow();
        // Kills through the handle, so that the output stays readable; SIGKILL.
        process.toHandle().destroyForcibly();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
