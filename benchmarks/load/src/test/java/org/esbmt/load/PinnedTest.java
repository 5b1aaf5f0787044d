package org.esbmt.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedTest {
    @Test
    void aProcessIsMovedWithItsChildren() throws Exception {
        assumeTrue(Pinned.command(0, List.of()).size() > 0, "taskset or a second processor is missing");
        Process parent = new ProcessBuilder("sh", "-c", "sh -c 'sleep 60; exit' & echo started; wait").start();
        try {
            assertThat(parent.inputReader().readLine()).isEqualTo("started");
            List<ProcessHandle> children;
            do {
                children = parent.descendants().toList();
            } while (children.size() < 2); // the shell and its sleep
            Pinned.pin(parent.toHandle(), Pinned.MEASURED);
            assertThat(processors(parent.toHandle())).isEqualTo("0");
            assertThat(children).allMatch(child -> processors(child).equals("0"));
        } finally {
            parent.descendants().forEach(ProcessHandle::destroy);
            parent.destroy();
        }
    }

    private static String processors(ProcessHandle process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring("Cpus_allowed_list:".length()).strip())
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            return "ended";
        }
    }
}
