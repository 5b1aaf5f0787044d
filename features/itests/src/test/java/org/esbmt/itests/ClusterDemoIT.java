package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.esbmt.harness.BusHome;
import org.junit.jupiter.api.Test;

/** The program behind {@code ./demo --nodes 2}, in a process of its own. */
class ClusterDemoIT {
    private static final Path DIRECTORY = Path.of("target", "ClusterDemoIT").toAbsolutePath();
    private static final Path OUTPUT = Path.of("target", "ClusterDemoIT.out").toAbsolutePath();

    @Test
    void theDemoOfTwoNodesPasses() throws Exception {
        Process demo = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.esbmt.demo.Demo",
                        System.getProperty("distribution"),
                        DIRECTORY.toString(),
                        "--nodes",
                        "2"))
                .redirectErrorStream(true)
                .redirectOutput(OUTPUT.toFile())
                .start();
        try {
            assertThat(demo.waitFor(8, TimeUnit.MINUTES)).as("the demo ends").isTrue();
        } finally {
            // The demo stops its processes itself.
            demo.destroy();
            boolean unused = demo.waitFor(2, TimeUnit.MINUTES);
        }

        String said = Files.readString(OUTPUT);
        assertThat(said)
                .contains("Both nodes serve both tenants")
                .containsPattern("Node 2 is killed with -9 while .* is deployed: the operation is PENDING,"
                        + " node 2 has not answered")
                .contains("Started again, node 2 has the state of node 1")
                .endsWith("demo passed\n");
        assertThat(demo.exitValue()).isZero();
        BusHome.delete(DIRECTORY);
    }
}
