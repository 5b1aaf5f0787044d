package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.RestClient;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.Test;

/** The program behind {@code ./demo --keep} and {@code ./demo --stop}, in processes of their own. */
class DemoIT {
    private static final Path DIRECTORY = Path.of("target", "DemoIT").toAbsolutePath();
    private static final Duration LONGEST = Duration.ofMinutes(8);

    @Test
    void theKeptDemoIsUsableUntilItIsStopped() throws Exception {
        Script.Result kept = demo("--keep");
        RestClient rest;
        List<Long> processes;
        try {
            assertThat(kept.output())
                    .containsPattern("initech +REST +200 +initech-backend")
                    .containsPattern("umbrella +SOAP +200 +umbrella-backend")
                    .endsWith("demo passed\n");
            assertThat(kept.status()).isZero();
            String url = described("adminUrl");
            assertThat(kept.output()).contains("The console: " + url + "/\n");

            rest = new RestClient(Path.of(described("adminCertificate")), url);
            assertThat(rest.page("/login").body()).contains("<html");
            BusHome.Credentials administrator =
                    new BusHome.Credentials(described("adminUser"), described("adminPassword"));
            assertThat(tenants(rest, administrator)).contains("acme", "globex", "initech", "umbrella");
            processes = processes();
            assertThat(processes).isNotEmpty();
        } finally {
            assertThat(demo("--stop").output()).isEqualTo("demo stopped\n");
        }

        assertThatThrownBy(() -> rest.page("/login")).isInstanceOf(ConnectException.class);
        assertThat(processes).noneMatch(DemoIT::isAlive);
        assertThat(DIRECTORY.resolve("bus.json")).doesNotExist();
        assertThat(demo("--stop").output()).isEqualTo("no demo is running\n");
        BusHome.delete(DIRECTORY);
    }

    private static Script.Result demo(String option) throws IOException, InterruptedException {
        return Script.run(
                Path.of("").toAbsolutePath(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.esbmt.demo.Demo",
                        System.getProperty("distribution"),
                        DIRECTORY.toString(),
                        option),
                LONGEST);
    }

    private static String described(String name) throws IOException {
        Matcher member = Pattern.compile("\"" + name + "\": ?\"([^\"]*)\"")
                .matcher(Files.readString(DIRECTORY.resolve("bus.json")));
        assertThat(member.find()).as(name).isTrue();
        return member.group(1);
    }

    private static String tenants(RestClient rest, BusHome.Credentials administrator) throws Exception {
        return rest.send(administrator, "GET", "/tenants", "", new byte[0]).body();
    }

    /** The back ends, and the processes below the directory of the bus. */
    private static List<Long> processes() throws IOException {
        List<Long> processes = new ArrayList<>();
        for (String line : Files.readAllLines(DIRECTORY.resolve("processes.txt"))) {
            processes.add(Long.valueOf(line.split(" ", -1)[0]));
        }
        ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(command -> command.contains(DIRECTORY + "/bus"))
                        .isPresent())
                .forEach(process -> processes.add(process.pid()));
        return processes;
    }

    private static boolean isAlive(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isPresent();
    }
}
