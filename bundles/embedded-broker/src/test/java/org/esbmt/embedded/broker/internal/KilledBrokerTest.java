package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.XAConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process with the broker is killed: every reported operation is complete. */
class KilledBrokerTest {
    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void messagesSentBeforeTheKillSurviveIt() throws Exception {
        List<String> sent = new ArrayList<>();
        for (int lines : new int[] {1, 40, 333}) {
            Process sending = jvm("send", String.valueOf(sent.size()));
            try (BufferedReader said = sending.inputReader(UTF_8)) {
                assertThat(said.readLine()).isEqualTo(SendingJvm.STARTS);
                for (int i = 0; i < lines; i++) {
                    sent.add(said.readLine());
                }
                kill(sending);
                // Lines printed until the kill count as well.
                said.lines().filter(line -> !sent.contains(line)).forEach(sent::add);
            }
            // Another process is killed while it opens the store of the first.
            Process starting = jvm("send", "0");
            try (BufferedReader said = new BufferedReader(new InputStreamReader(starting.getInputStream(), UTF_8))) {
                assertThat(said.readLine()).isEqualTo(SendingJvm.STARTS);
                kill(starting);
            }
        }
        assertThat(sent).doesNotContainNull().hasSizeGreaterThan(373);
        try (EmbeddedBroker broker = TestBroker.started(folder, OptionalInt.empty(), TestBroker.limits())) {
            assertThat(TestBroker.drain(broker, SendingJvm.QUEUE)).containsAll(sent);
        }
    }

    @Test
    void branchesPreparedBeforeTheKillAreRecoveredAfterIt() throws Exception {
        Process preparing = jvm("prepare");
        try (BufferedReader said = preparing.inputReader(UTF_8)) {
            assertThat(said.readLine()).isEqualTo(SendingJvm.STARTS);
            assertThat(said.readLine()).isEqualTo(SendingJvm.PREPARED);
            kill(preparing);
        }
        try (EmbeddedBroker broker = TestBroker.started(folder, OptionalInt.empty(), TestBroker.limits())) {
            assertThat(TestBroker.drain(broker, SendingJvm.QUEUE)).isEmpty();
            try (XAConnection connection = broker.xaConnectionFactory().createXAConnection()) {
                XAResource resource = connection.createXASession().getXAResource();
                var recovered = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
                assertThat(recovered).hasSize(1);
                assertThat(recovered[0].getGlobalTransactionId()).isEqualTo(new Branch(1).getGlobalTransactionId());
                resource.commit(recovered[0], false);
                assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                        .isEmpty();
            }
            assertThat(TestBroker.drain(broker, SendingJvm.QUEUE)).containsExactly("branch 1");
        }
    }

    private Process jvm(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                SendingJvm.class.getName(),
                folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        // Bounds the wait of the output's reader.
        CompletableFuture.delayedExecutor(TestBroker.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .execute(process::destroyForcibly);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        // Kills through the handle, so that the output stays readable; SIGKILL.
        process.toHandle().destroyForcibly();
        assertThat(process.waitFor(TestBroker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }
}
