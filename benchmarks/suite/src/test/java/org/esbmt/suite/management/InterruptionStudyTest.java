package org.esbmt.suite.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.harness.BusHome;
import org.esbmt.suite.result.ManagementLine;
import org.junit.jupiter.api.Test;

class InterruptionStudyTest {
    private static final Duration HELD = Duration.ofMillis(400);
    private static final Duration PATIENT = Duration.ofSeconds(60);

    /** A registry that makes a change once for each identifier, or as often as it is asked. */
    private static final class Bus {
        private final boolean repeatable;
        private final Set<String> known = new HashSet<>();
        private long hard = 100;
        private long revision = 1;

        Bus(boolean repeatable) {
            this.repeatable = repeatable;
        }

        synchronized String answer(String line) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("read")) {
                return Long.toString(hard);
            }
            if (known.add(words[1]) || !repeatable) {
                hard = Long.parseLong(words[2]);
                revision += Long.parseLong(words[3]);
            }
            return "done";
        }

        synchronized RestPlane.State state() {
            return new RestPlane.State(hard, revision);
        }
    }

    /** Administration by lines. It opens a new connection after a failure. */
    private static final class LinePlane implements Plane {
        private final int port;
        private final Duration patience;
        private LineClient client;

        LinePlane(int port, Duration patience) {
            this.port = port;
            this.patience = patience;
        }

        private String ask(String line, Duration limit) throws IOException {
            try {
                if (client == null) {
                    client = new LineClient(port, limit);
                }
                return client.ask(line, limit);
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public long readQuota() throws IOException {
            return Long.parseLong(ask("read", PATIENT)); // no read is held
        }

        @Override
        public void changeQuota(long hard, String request) throws IOException {
            assertThat(ask("change " + request + " " + hard + " 1", patience)).isEqualTo("done");
        }

        @Override
        public void batch(List<Long> hards, String request) throws IOException {
            String change = "change " + request + " " + hards.get(hards.size() - 1) + " " + hards.size();
            assertThat(ask(change, patience)).isEqualTo("done");
        }

        @Override
        public void close() throws IOException {
            if (client != null) {
                client.close();
                client = null;
            }
        }
    }

    private static Assignment assignment(String password, Duration patience) {
        return new Assignment(
                "rest",
                Path.of("/a b"),
                new BusHome.Credentials("admin", password),
                "tenant",
                2,
                30,
                5,
                List.of(0, 20),
                List.of(),
                patience);
    }

    private static List<ManagementLine> study(Bus bus, Duration length, Duration patience) throws Exception {
        try (LineServer server = LineServer.start(bus::answer);
                SlowLink link = SlowLink.open(server.port(), Duration.ZERO);
                LinePlane plane = new LinePlane(link.port(), patience)) {
            return new InterruptionStudy(plane, bus::state, link, assignment("secret", patience)).measure(length);
        }
    }

    @Test
    void aPatientClientSucceedsAfterWaiting() throws Exception {
        List<ManagementLine> lines = study(new Bus(true), HELD, PATIENT);
        assertThat(lines).hasSize(4).allSatisfy(line -> {
            assertThat(line.outcome()).isEqualTo("succeeded after waiting; the registry has it once");
            assertThat(line.maxMicros()).isGreaterThanOrEqualTo(HELD.toNanos() / 1e3);
        });
        assertThat(lines).extracting(ManagementLine::batch).containsExactly(1, 5, 1, 5);
    }

    @Test
    void anImpatientClientRepeatsAndTheChangeIsMadeOnce() throws Exception {
        Duration held = Duration.ofSeconds(3); // the client must begin to wait before it is over
        assertThat(study(new Bus(true), held, Duration.ofMillis(500))).allSatisfy(line -> assertThat(line.outcome())
                .startsWith("failed clearly (SocketTimeoutException")
                .endsWith("with its identifier; the registry has it once"));
    }

    @Test
    void aResetIsAFailureAndTheChangeIsMadeOnce() throws Exception {
        assertThat(study(new Bus(true), Duration.ZERO, PATIENT)).allSatisfy(line -> assertThat(line.outcome())
                .startsWith("failed clearly (")
                .contains("repeated 1 times")
                .endsWith("the registry has it once"));
    }

    @Test
    void aChangeThatIsMadeTwiceIsFound() throws Exception {
        List<ManagementLine> lines = study(new Bus(false), Duration.ZERO, PATIENT);
        assertThat(lines.get(0).outcome()).doesNotStartWith("WRONG"); // the bus never got the first request
        assertThat(lines.get(2).outcome()).startsWith("WRONG").contains("the registry has 2 of 1 changes");
        assertThat(lines.get(3).outcome()).startsWith("WRONG").contains("the registry has 10 of 5 changes");
    }

    @Test
    void anAssignmentIsReadAsItWasWritten() throws IOException {
        Assignment assignment = assignment("pass=word: \u00e4", PATIENT);
        Assignment read = Assignment.read(new StringReader(assignment.text()));
        assertThat(read).isEqualTo(assignment);
        assertThat(read.administrator().password()).isEqualTo("pass=word: \u00e4");
    }
}
