package org.esbmt.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Script;

/**
 * The archive of the build, unpacked once for all test classes of this JVM. Copies share the files of its system folder, which no bus
 * changes; unpacking these for each bus takes a second, and writes 100 MB. Deleted at the end of the JVM.
 */
final class UnpackedRelease {
    private static final String SHARED = "system";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static UnpackedRelease ofThisJvm;

    private final Path home;

    private UnpackedRelease(Path home) {
        this.home = home;
    }

    static synchronized UnpackedRelease get() throws IOException, InterruptedException {
        if (ofThisJvm == null) {
            Path directory = Path.of(
                            "target", "release-" + ProcessHandle.current().pid())
                    .toAbsolutePath();
            Distribution.delete(directory);
            BusHome home = BusHome.unpack(Path.of(System.getProperty("distribution")), directory);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            ofThisJvm = new UnpackedRelease(home.directory());
        }
        return ofThisJvm;
    }

    private static void delete(Path directory) {
        try {
            Distribution.delete(directory);
        } catch (IOException e) {
            System.err.println(directory + " cannot be deleted: " + e);
        }
    }

    /** A copy in a directory, which is created if it does not exist. */
    BusHome copyTo(Path directory) throws IOException, InterruptedException {
        Path copy = Files.createDirectories(directory.resolve(home.getFileName()));
        List<String> own = new ArrayList<>(List.of("cp", "-a"));
        try (Stream<Path> parts = Files.list(home)) {
            parts.filter(part -> !part.endsWith(SHARED)).map(Path::toString).forEach(own::add);
        }
        own.add(copy.toString());
        run(own);
        run(List.of("cp", "-al", home.resolve(SHARED).toString(), copy.toString()));
        return new BusHome(copy);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Script.Result result = Script.run(Path.of("/"), command, LIMIT);
        if (result.status() != 0) {
            throw new IOException(command + ": " + result.output());
        }
    }
}
