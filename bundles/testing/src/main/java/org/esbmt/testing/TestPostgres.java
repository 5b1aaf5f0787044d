package org.esbmt.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.attribute.PosixFilePermissions.fromString;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * A real PostgreSQL for tests: on a free port of the loopback address, with passwords, without fsync. Tests can stop,
 * kill, freeze and restart it at the same port. {@link #close} deletes all its data. Linux on x86-64; in a root process
 * the server runs as {@code nobody}, since it refuses to run as root.
 */
public final class TestPostgres implements AutoCloseable {
    private static final String BINARIES = "/postgres-linux-x86_64.txz";
    private static final String PASSWORD = "the-tests-own-password";
    private static final String NOBODY = "65534";
    private static final int SECONDS = 60;

    private final Path home;
    private final int port;
    private final List<String> settings;
    private final Thread atExit = new Thread(this::removeEverything);

    private TestPostgres(Path home, int port, List<String> settings) {
        this.home = home;
        this.port = port;
        this.settings = settings;
    }

    /**
     * Unpacks, initializes and starts a new server.
     *
     * @param settings such as {@code max_prepared_transactions=0}, in addition to the settings for a registry
     */
    public static TestPostgres start(String... settings) throws IOException {
        Path home = Files.createTempDirectory("esbmt-postgres");
        int port = FreePorts.next();
        TestPostgres postgres = new TestPostgres(home, port, List.of(settings));
        Runtime.getRuntime().addShutdownHook(postgres.atExit);
        postgres.unpack();
        Path passwordFile = Files.writeString(home.resolve("password"), PASSWORD);
        Files.createDirectory(home.resolve("data"));
        if (asRoot()) {
            postgres.run(List.of("chown", "-R", NOBODY + ":" + NOBODY, home.toString()));
        }
        postgres.runAsServer(
                "initdb",
                "-D",
                "data",
                "-U",
                postgres.user(),
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
                "--pwfile=" + passwordFile);
        postgres.startAgain();
        return postgres;
    }

    /** Restarts the server after {@link #stop}. Returns when it accepts connections. */
    public void startAgain() throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "fsync=off",
                "max_prepared_transactions=16"));
        options.addAll(settings);
        StringBuilder line = new StringBuilder();
        options.forEach(option -> line.append(" -c ").append(option));
        runAsServer("pg_ctl", "-D", "data", "-l", "log", "-w", "-t", "60", "-o", line.toString(), "start");
    }

    /** Closes connections and rolls transactions back. */
    public void stop() throws IOException {
        runAsServer("pg_ctl", "-D", "data", "-w", "-m", "fast", "stop");
    }

    /** Like {@code kill -9} for all processes of the server at once; {@link #startAgain} makes it replay its log. */
    public void kill() throws IOException {
        freeze();
        ProcessHandle postmaster = running().orElseThrow();
        List<ProcessHandle> processes =
                Stream.concat(Stream.of(postmaster), postmaster.children()).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        try {
            CompletableFuture.allOf(
                            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was killed", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("PostgreSQL does not end, though killed", e);
        }
    }

    /** Suspends all processes of the server at any point: connections stay open and nothing answers. */
    public void freeze() throws IOException {
        signal("-STOP");
    }

    /** Resumes the server after {@link #freeze}. */
    public void thaw() throws IOException {
        signal("-CONT");
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    public String user() {
        return "postgres";
    }

    public char[] password() {
        return PASSWORD.toCharArray();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        removeEverything();
    }

    private void removeEverything() {
        try {
            if (running().isPresent()) {
                thaw();
                runAsServer("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop");
            }
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The postmaster; empty when none runs. */
    private Optional<ProcessHandle> running() throws IOException {
        Path file = home.resolve("data/postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).strip()))
                .filter(ProcessHandle::isAlive);
    }

    private void signal(String signal) throws IOException {
        ProcessHandle postmaster =
                running().orElseThrow(() -> new IOException("PostgreSQL in " + home + " does not run"));
        kill(signal, Long.toString(postmaster.pid()));
        for (ProcessHandle backend : postmaster.children().toList()) {
            try {
                kill(signal, Long.toString(backend.pid()));
            } catch (IOException e) {
                // a backend whose client has just left ends by itself, and may be gone by now
                if (backend.isAlive()) {
                    throw e;
                }
            }
        }
    }

    /** Uses the shell: a minimal Debian has no kill program. */
    private void kill(String signal, String process) throws IOException {
        run(List.of("sh", "-c", "kill " + signal + " " + process));
    }

    private void unpack() throws IOException {
        Files.setPosixFilePermissions(home, fromString("rwxr-xr-x"));
        try (InputStream in = TestPostgres.class.getResourceAsStream(BINARIES);
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = home.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(tar, file);
                    if ((entry.getMode() & 0100) != 0) {
                        Files.setPosixFilePermissions(file, fromString("rwxr-xr-x"));
                    }
                }
            }
        }
    }

    private void runAsServer(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (asRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        command.add(home.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command);
    }

    private void run(List<String> command) throws IOException {
        Path output = Files.createTempFile("esbmt-postgres", ".out");
        try {
            // No pipe: the server would keep it open.
            Process process = new ProcessBuilder(command)
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(command + " takes more than " + SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(command + " ended with " + process.exitValue() + ": "
                        + new String(Files.readAllBytes(output), UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command, e);
        } finally {
            Files.delete(output);
        }
    }

    private static boolean asRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
