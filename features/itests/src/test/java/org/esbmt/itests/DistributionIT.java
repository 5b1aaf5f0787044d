package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contents of the distribution, and the refusals of its scripts before the first start. */
class DistributionIT {
    private static final Pattern KEY = Pattern.compile("#?([a-z][a-z0-9.]*) =.*");

    /** A key of every file, which the guide explains once. */
    private static final String END = "file.end";

    private static Distribution distribution;
    private static BusHome home;

    @BeforeAll
    static void unpack() throws Exception {
        distribution = Distribution.asDelivered(DistributionIT.class, "");
        home = distribution.home();
    }

    @AfterAll
    static void delete() throws IOException {
        distribution.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22", "16.0.2", "24", "25.0.3", "26-ea"})
    void anotherJavaIsRefusedInOneSentence(String version) throws Exception {
        Path java = fakeJava(version);
        for (String script : List.of("bin/start", "bin/karaf", "bin/client")) {
            Script.Result result = Script.run(
                    home.directory(), List.of(script), Map.of("JAVA_HOME", java.toString()), Duration.ofSeconds(20));
            assertThat(result.status()).as(script).isEqualTo(3);
            assertThat(result.output().lines())
                    .singleElement()
                    .asString()
                    .contains("needs Java 17 up to 23", "is version " + version, "set JAVA_HOME");
        }
        assertThat(home.log()).doesNotExist();
    }

    @Test
    void missingJavaIsRefused() throws Exception {
        Script.Result result = Script.run(
                home.directory(), List.of("bin/start"), Map.of("JAVA_HOME", "/nowhere"), Duration.ofSeconds(20));
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.output()).contains("/nowhere/bin/java is not there");
    }

    @Test
    void theBusHasOneCollectorWhateverTheOperatorChooses() throws Exception {
        assertThat(collectors(Map.of())).hasSize(1);
        assertThat(collectors(Map.of("ESBMT_COLLECTOR", "Z"))).containsExactly("-XX:+UseZGC");
        assertThat(collectors(Map.of("EXTRA_JAVA_OPTS", "-XX:+UseParallelGC -Dx=y")))
                .containsExactly("-XX:+UseParallelGC");
    }

    /** The options of the bus that choose a collector. Java refuses two of them. */
    private static List<String> collectors(Map<String, String> environment) throws Exception {
        Script.Result options = Script.run(
                home.directory(),
                List.of("sh", "-c", "PROGNAME=karaf; . bin/setenv; echo ${EXTRA_JAVA_OPTS}"),
                environment,
                Duration.ofSeconds(20));
        assertThat(options.status()).as(options.output()).isZero();
        return Stream.of(options.output().strip().split(" ", -1))
                .filter(option -> option.matches("-XX:\\+Use.*GC"))
                .toList();
    }

    @Test
    void anUnknownCollectorIsRefusedInOneSentence() throws Exception {
        Script.Result karaf = Script.run(
                home.directory(), List.of("bin/karaf"), Map.of("ESBMT_COLLECTOR", "serial"), Duration.ofSeconds(20));
        assertThat(karaf.status()).isEqualTo(1);
        assertThat(karaf.output().strip())
                .isEqualTo("ESBMT_COLLECTOR is 'serial'; it must be Serial, G1, Parallel or Z.");
    }

    @Test
    void statusStopAndClientReportThatTheBusDoesNotRun() throws Exception {
        Script.Result status = Script.run(home.directory(), List.of("bin/status"), Duration.ofSeconds(20));
        assertThat(status.status()).isEqualTo(1);
        Script.Result stop = Script.run(home.directory(), List.of("bin/stop"), Duration.ofSeconds(20));
        assertThat(stop.status()).isZero();
        Script.Result client = Script.run(
                home.directory(),
                List.of("bin/client", "-u", "admin", "-p", "any", "esbmt:status"),
                Duration.ofMinutes(1));
        assertThat(client.status()).isEqualTo(1);
        assertThat(List.of(status.output(), stop.output(), client.output()))
                .allMatch(text -> text.contains("does not run"));
    }

    /** A limit of file sizes simulates a full disk, which a test without root cannot create. */
    @Test
    void theStartScriptReportsAFullDiskAndStartsNothing() throws Exception {
        Script.Result start = Script.run(
                home.directory(), List.of("sh", "-c", "ulimit -f 64; exec bin/start"), Duration.ofSeconds(20));
        assertThat(start.status()).isEqualTo(1);
        assertThat(start.output())
                .contains("Nothing can be written to " + home.data() + ": the disk is full")
                .doesNotContain("starts as process");
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.karaf.shell.cfg", "org.apache.karaf.management.cfg"})
    void startRefusesAFileThatWouldOpenAPortToEveryMachine(String name) throws Exception {
        Path file = home.etc().resolve(name);
        List<String> whole = Files.readAllLines(file);
        try {
            Files.write(file, List.of());
            Script.Result start = Script.run(home.directory(), List.of("bin/start"), Duration.ofSeconds(20));
            assertThat(start.status()).isEqualTo(1);
            assertThat(start.output())
                    .contains("etc/" + name + ": the line 'file.end = ...' is missing")
                    .doesNotContain("starts as process");
        } finally {
            Files.write(file, whole);
        }
    }

    @Test
    void nobodyHasADefaultPasswordOrKey() throws IOException {
        for (String file : List.of("users.properties", "keys.properties")) {
            assertThat(Files.readAllLines(home.etc().resolve(file)))
                    .as(file)
                    .allMatch(line -> line.isBlank() || line.startsWith("#"));
        }
    }

    @Test
    void nothingIsDownloaded() throws IOException {
        try (Stream<Path> files = Files.walk(home.etc())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file).lines().filter(line -> !line.startsWith("#")))
                        .as(file.toString())
                        .noneMatch(line -> line.matches(".*(https?|ftp)://.*@.*|.*repo1?\\.maven.*"));
            }
        }
        assertThat(home.get("org.ops4j.pax.url.mvn.cfg", "org.ops4j.pax.url.mvn.repositories"))
                .contains("");
    }

    @Test
    void onlyTheOwnerGetsAtTheConfiguration() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.etc())))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void everyKeyIsExplainedInItsFile() throws IOException {
        for (Path file : configurations()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (!KEY.matcher(lines.get(i)).matches()) {
                    continue;
                }
                int above = i;
                while (above > 0 && KEY.matcher(lines.get(above)).matches()) {
                    above--;
                }
                assertThat(lines.get(above))
                        .as("the line above %s in %s", lines.get(i), file.getFileName())
                        .startsWith("# ");
            }
        }
    }

    @Test
    void everyFileEndsWithTheReleaseThatItIsOf() throws IOException {
        List<Path> files = new ArrayList<>(configurations());
        files.add(home.etc().resolve("org.apache.karaf.shell.cfg"));
        files.add(home.etc().resolve("org.apache.karaf.management.cfg"));
        for (Path file : files) {
            assertThat(Files.readAllLines(file))
                    .as(file.toString())
                    .last()
                    .isEqualTo(END + " = " + System.getProperty("release"));
        }
    }

    @Test
    void guideHasEveryKeyOfEveryFileAndNoOther() throws IOException {
        assertThat(keysOfGuide()).isEqualTo(keysOfFiles());
    }

    /** The keys in the form {@code <file>: <key>}. */
    private static Set<String> keysOfFiles() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (Path file : configurations()) {
            for (String line : Files.readAllLines(file)) {
                Matcher matcher = KEY.matcher(line);
                if (matcher.matches() && !matcher.group(1).equals(END)) {
                    keys.add(file.getFileName() + ": " + matcher.group(1));
                }
            }
        }
        assertThat(keys).hasSizeGreaterThan(40);
        return keys;
    }

    /** A heading of the guide names the file, and the first column of its table the keys. */
    private static Set<String> keysOfGuide() throws IOException {
        Set<String> keys = new TreeSet<>();
        String file = "";
        for (String line : Files.readAllLines(Path.of(System.getProperty("guide")))) {
            Matcher heading = Pattern.compile("## `etc/(.*)`").matcher(line);
            Matcher row = Pattern.compile("\\| `([a-z][a-z0-9.]*)` \\|.*").matcher(line);
            if (line.startsWith("## ")) {
                file = heading.matches() ? heading.group(1) : "";
            } else if (row.matches() && !file.isEmpty()) {
                keys.add(file + ": " + row.group(1));
            }
        }
        return keys;
    }

    private static List<Path> configurations() throws IOException {
        try (Stream<Path> files = Files.list(home.etc())) {
            List<Path> found = new ArrayList<>(
                    files.filter(file -> file.getFileName().toString().matches("org\\.esbmt\\..*\\.cfg"))
                            .sorted()
                            .toList());
            assertThat(found).hasSizeGreaterThanOrEqualTo(7);
            return found;
        }
    }

    private static Path fakeJava(String version) throws IOException {
        Path java = home.directory().getParent().resolve("java-" + version);
        Path program = java.resolve("bin/java");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\necho 'openjdk version \"" + version + "\" 2026-01-01' >&2\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java;
    }
}
