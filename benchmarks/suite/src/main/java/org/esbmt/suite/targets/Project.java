package org.esbmt.suite.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.harness.FreePorts;
import org.esbmt.harness.Script;
import org.esbmt.load.Pinned;

/** A Maven project below {@code benchmarks/comparators}, outside the build of the bus. It is built once, on demand. */
final class Project {
    private static final Duration BUILD = Duration.ofMinutes(5);

    private final Path folder;

    Project(Path projects, String name) {
        folder = projects.resolve(name);
    }

    Path folder() {
        return folder;
    }

    /**
     * The folder below {@code target/}, built if it is not there.
     *
     * @throws IOException if Maven is not there, or cannot resolve the project
     */
    Path built(String name) throws IOException, InterruptedException {
        Path built = folder.resolve("target").resolve(name);
        if (Files.isDirectory(built)) {
            return built;
        }
        if (!Pinned.onPath("mvn")) {
            throw new IOException("it needs Maven once, to resolve " + folder.resolve("pom.xml"));
        }
        Script.Result result = Script.run(folder, List.of("mvn", "-B", "-q", "package"), BUILD);
        if (result.status() != 0 || !Files.isDirectory(built)) {
            String why = result.output()
                    .lines()
                    .filter(line -> line.contains("ERROR"))
                    .findFirst()
                    .orElse("");
            throw new IOException("Maven cannot resolve " + folder.resolve("pom.xml") + ": " + why);
        }
        return built;
    }

    /** The version in the name of a jar, such as {@code camel-core-4.18.0.jar}. */
    static String version(Path lib, String artifact) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.map(jar -> jar.getFileName().toString())
                    .filter(jar -> jar.matches(artifact + "-[0-9].*\\.jar"))
                    .map(jar -> jar.substring(artifact.length() + 1, jar.length() - ".jar".length()))
                    .findFirst()
                    .orElse("");
        }
    }

    /** A Java program with the heap and the collector of the bus, on the measured processor. */
    static List<String> java(List<String> options, String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return Pinned.command(Pinned.MEASURED, command);
    }

    static int freePort() throws IOException {
        return FreePorts.next();
    }
}
