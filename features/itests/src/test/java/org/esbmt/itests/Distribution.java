package org.esbmt.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.esbmt.demo.BusHome;

/** The archive that the build made, unpacked for one test class, on ports that nothing else uses. */
final class Distribution implements AutoCloseable {
    private final Path directory;
    private final BusHome home;

    private Distribution(Path directory, BusHome home) {
        this.directory = directory;
        this.home = home;
    }

    /** Below target/, where the logs of a failed test stay until the next build. */
    static Distribution unpack(Class<?> test) throws IOException, InterruptedException {
        return unpack(test, "");
    }

    /** One of several of a test. */
    static Distribution unpack(Class<?> test, String name) throws IOException, InterruptedException {
        Path directory = Path.of("target", test.getSimpleName(), name).toAbsolutePath();
        delete(directory);
        BusHome home = BusHome.unpack(Path.of(System.getProperty("distribution")), directory);
        home.useFreePorts();
        return new Distribution(directory, home);
    }

    BusHome home() {
        return home;
    }

    /** What is around the bus: output of back ends, copies. */
    Path directory() {
        return directory;
    }

    /** As a lost disk does. */
    void deleteEverythingOfTheBus() throws IOException {
        Path elsewhere = home.data().resolve("postgresql/location");
        if (Files.exists(elsewhere)) {
            delete(Path.of(Files.readString(elsewhere).strip()));
        }
        delete(home.directory());
    }

    /** Whether a line of the log is one that somebody should look at. */
    static boolean isComplaint(String line) {
        return line.matches(".*\\| (WARN |ERROR|FATAL) \\|.*");
    }

    /** Removes what is large; the logs stay. */
    @Override
    public void close() throws IOException {
        delete(home.directory().resolve("system"));
        delete(home.data().resolve("cache"));
        delete(home.data().resolve("postgresql"));
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + " is gone");
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
