package org.esbmt.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.esbmt.harness.BusHome;
import org.esbmt.testing.TestPostgres;

/** The archive of the build, unpacked for one test class, with free ports. */
final class Distribution implements AutoCloseable {
    /** Lines of a complaint with its stack trace. */
    private static final int TRACE_LINES = 12;

    private static final Pattern KARAFS_SECOND_OPENING =
            Pattern.compile("org\\.apache\\.karaf\\.management\\.server - \\S+ \\| Error starting activator\n"
                    + "java\\.rmi\\.server\\.ExportException: Port already in use");

    /** The date at the beginning of an entry; the lines of a stack trace have none. */
    private static final Pattern BEGIN = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T");

    private final Path directory;
    private final BusHome home;

    private Distribution(Path directory, BusHome home) {
        this.directory = directory;
        this.home = home;
    }

    /**
     * Unpacks below target/, so that the logs of a failed test stay until the next build. The embedded PostgreSQL has the
     * programs that this JVM has unpacked for all: a bus forces a thousand files to the disk for its own.
     */
    static Distribution unpack(Class<?> test) throws IOException, InterruptedException {
        return unpack(test, "");
    }

    /** As {@link #unpack(Class)}, for a test with several distributions. */
    static Distribution unpack(Class<?> test, String name) throws IOException, InterruptedException {
        Distribution distribution = asDelivered(test, name);
        distribution
                .home()
                .set(
                        "org.esbmt.embedded.postgresql.cfg",
                        "binaries",
                        TestPostgres.programs().toString());
        return distribution;
    }

    /** As {@link #unpack(Class, String)}, with the release's own configuration but for the ports. */
    static Distribution asDelivered(Class<?> test, String name) throws IOException, InterruptedException {
        Path directory = Path.of("target", test.getSimpleName(), name).toAbsolutePath();
        delete(directory);
        BusHome home = UnpackedRelease.get().copyTo(directory);
        home.useFreePorts();
        return new Distribution(directory, home);
    }

    BusHome home() {
        return home;
    }

    /** The directory around the bus, for copies and the output of back ends. */
    Path directory() {
        return directory;
    }

    /** Simulates a lost disk. */
    void deleteEverythingOfTheBus() throws IOException {
        Path elsewhere = home.data().resolve("postgresql/location");
        if (Files.exists(elsewhere)) {
            delete(Path.of(Files.readString(elsewhere).strip()));
        }
        delete(home.directory());
    }

    /** The warnings and errors of a log, each with its stack trace, {@link #withoutKarafsSecondOpening}. */
    static List<String> complaints(List<String> log) {
        List<String> rest = withoutKarafsSecondOpening(log);
        return IntStream.range(0, rest.size())
                .filter(i -> rest.get(i).matches(".*\\| (WARN |ERROR|FATAL) \\|.*"))
                .mapToObj(i -> String.join("\n", rest.subList(i, Math.min(rest.size(), i + TRACE_LINES))))
                .toList();
    }

    /**
     * A log without the traces of one event. Karaf may open its JMX port twice in a row at a start, and the second attempt finds the
     * port taken. The bus then says so, and opens it anew (LifeCycleIT). A port that stays closed fails each test that connects to it.
     */
    static List<String> withoutKarafsSecondOpening(List<String> log) {
        List<String> rest = new ArrayList<>();
        boolean happened = false;
        boolean left = false;
        for (int i = 0; i < log.size(); i++) {
            String line = log.get(i);
            if (BEGIN.matcher(line).lookingAt()) {
                String two = String.join("\n", log.subList(i, Math.min(log.size(), i + 2)));
                boolean karafs = KARAFS_SECOND_OPENING.matcher(two).find();
                happened |= karafs;
                left = karafs || (happened && line.contains("The container's JMX port is not open"));
            }
            if (!left) {
                rest.add(line);
            }
        }
        return rest;
    }

    /** Removes large directories; the logs stay. */
    @Override
    public void close() throws IOException {
        delete(home.directory().resolve("system"));
        delete(home.data().resolve("cache"));
        delete(home.data().resolve("postgresql"));
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + " is gone");
        }
    }

    static void delete(Path tree) throws IOException {
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
