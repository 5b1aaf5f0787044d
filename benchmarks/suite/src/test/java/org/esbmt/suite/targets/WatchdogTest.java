package org.esbmt.suite.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    @Test
    void aProcessEndsAfterItsSuiteWasKilled() throws Exception {
        Process suite = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = suite.inputReader(StandardCharsets.US_ASCII)) {
            ProcessHandle target =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            assertThat(target.isAlive()).isTrue();
            suite.destroyForcibly().waitFor();
            target.onExit().get(30, TimeUnit.SECONDS);
        } finally {
            suite.destroyForcibly();
        }
    }

    /** Starts a process that nothing would end. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] args) throws Exception {
            Process target = new ProcessBuilder("sleep", "600").start();
            Watchdog.watch(target.toHandle());
            System.out.println(target.pid());
            target.waitFor();
        }
    }
}
