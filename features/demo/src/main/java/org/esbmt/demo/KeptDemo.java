package org.esbmt.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;

/** The processes of {@code ./demo --keep}, and the files that record them. */
final class KeptDemo {
    private static final Duration END = Duration.ofSeconds(10);

    private final Path directory;

    KeptDemo(Path directory) {
        this.directory = directory;
    }

    Path description() {
        return directory.resolve("bus.json");
    }

    private Path processes() {
        return directory.resolve("processes.txt");
    }

    /** Records a back end at once, so that {@code ./demo --stop} can stop it after any failure. */
    void remember(BackEndProcess backEnd) throws IOException {
        Instant since = ProcessHandle.of(backEnd.pid())
                .flatMap(p -> p.info().startInstant())
                .orElse(Instant.EPOCH);
        Files.writeString(
                processes(),
                backEnd.pid() + " " + since.toEpochMilli() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Writes the description, which contains passwords and is for the owner only. */
    void describe(String json) throws IOException {
        Files.deleteIfExists(description());
        Files.createFile(
                description(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(description(), json, StandardCharsets.UTF_8);
    }

    boolean runs() throws IOException {
        Optional<BusHome> home = home();
        boolean bus = home.isPresent() && BusProcess.find(home.get()).isPresent();
        return bus || !backEnds().isEmpty();
    }

    /**
     * Stops the processes that still run.
     *
     * @return true if there was such a process
     */
    boolean stop() throws IOException, InterruptedException {
        boolean any = false;
        Optional<BusHome> home = home();
        if (home.isPresent()) {
            Optional<BusProcess> bus = BusProcess.find(home.get());
            if (bus.isPresent()) {
                bus.get().stop();
                any = true;
            }
        }
        for (ProcessHandle backEnd : backEnds()) {
            backEnd.destroy();
            awaitEnd(backEnd);
            any = true;
        }
        Files.deleteIfExists(processes());
        Files.deleteIfExists(description());
        return any;
    }

    /** Kills a process that does not end by itself. */
    private static void awaitEnd(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(END.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            process.onExit().join();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<BusHome> home() throws IOException {
        Path bus = directory.resolve("bus");
        if (!Files.isDirectory(bus)) {
            return Optional.empty();
        }
        try (var children = Files.list(bus)) {
            return children.filter(p -> Files.isExecutable(p.resolve("bin/start")))
                    .findFirst()
                    .map(BusHome::new);
        }
    }

    /** The running back ends. A reused process number has another start time. */
    private List<ProcessHandle> backEnds() throws IOException {
        List<ProcessHandle> alive = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(processes())) {
                List<String> fields = List.of(line.split(" ", -1));
                Instant since = Instant.ofEpochMilli(Long.parseLong(fields.get(1)));
                ProcessHandle.of(Long.parseLong(fields.get(0)))
                        .filter(p -> p.info()
                                .startInstant()
                                .filter(s -> Duration.between(s, since).abs().toMillis() < 1000)
                                .isPresent())
                        .ifPresent(alive::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return alive;
    }
}
