package org.esbmt.testing;

import static java.nio.file.attribute.PosixFilePermissions.fromString;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A real PostgreSQL for tests: on a free port of the loopback address, with passwords, without fsync. Tests can stop,
 * kill, freeze and restart it at the same port. {@link #close} deletes all its data. Linux on x86-64; in a root process
 * the server runs as {@code nobody}, since it refuses to run as root. Servers of one JVM share the programs and begin
 * with copies of one cluster, so they have the same system identifier.
 */
public final class TestPostgres implements AutoCloseable {
    private static final int SECONDS = 60;

    private final PostgresPrograms programs;
    private final Path home;
    private final int port;
    private final List<String> settings;

    private TestPostgres(PostgresPrograms programs, Path home, int port, List<String> settings) {
        this.programs = programs;
        this.home = home;
        this.port = port;
        this.settings = settings;
    }

    /**
     * Starts a server with a new cluster.
     *
     * @param settings such as {@code max_prepared_transactions=0}, in addition to the settings for a registry
     */
    public static TestPostgres start(String... settings) throws IOException {
        PostgresPrograms programs = PostgresPrograms.ofThisJvm();
        TestPostgres postgres = new TestPostgres(
                programs, Files.createTempDirectory("esbmt-postgres"), FreePorts.next(), List.of(settings));
        programs.opened(postgres);
        Files.setPosixFilePermissions(postgres.home, fromString("rwxr-xr-x"));
        programs.copyCluster(postgres.home.resolve("data"));
        postgres.startAgain();
        return postgres;
    }

    /** The programs of PostgreSQL for a server that something else starts. They are deleted with this JVM. */
    public static Path programs() throws IOException {
        return PostgresPrograms.ofThisJvm().directory();
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
        runAsServer("pg_ctl", "-D", "data", "-l", "data/log", "-w", "-t", "60", "-o", line.toString(), "start");
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
        return PostgresPrograms.USER;
    }

    public char[] password() {
        return PostgresPrograms.PASSWORD.toCharArray();
    }

    @Override
    public void close() {
        programs.closed(this);
        removeEverything();
    }

    void removeEverything() {
        try {
            if (running().isPresent()) {
                thaw();
                runAsServer("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop");
            }
            PostgresPrograms.delete(home);
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
        PostgresPrograms.execute(home, List.of("sh", "-c", "kill " + signal + " " + process));
    }

    private void runAsServer(String program, String... arguments) throws IOException {
        programs.run(home, program, arguments);
    }
}
