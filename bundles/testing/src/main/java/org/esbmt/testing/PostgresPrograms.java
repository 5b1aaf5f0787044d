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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * The programs of PostgreSQL and an empty cluster, for all {@link TestPostgres servers} of this JVM. Unpacking them and
 * creating a cluster takes seconds, a copy of the cluster a tenth of one. They are deleted with the JVM.
 */
final class PostgresPrograms {
    static final String USER = "postgres";
    static final String PASSWORD = "the-tests-own-password";

    private static final String BINARIES = "/postgres-linux-x86_64.txz";
    private static final String NOBODY = "65534";
    private static final int SECONDS = 60;

    private static PostgresPrograms shared;

    private final Path directory;
    private final Set<TestPostgres> open = ConcurrentHashMap.newKeySet();

    private PostgresPrograms(Path directory) {
        this.directory = directory;
    }

    static synchronized PostgresPrograms ofThisJvm() throws IOException {
        if (shared == null) {
            PostgresPrograms programs = new PostgresPrograms(Files.createTempDirectory("esbmt-postgres-programs"));
            Runtime.getRuntime().addShutdownHook(new Thread(programs::removeEverything));
            programs.unpack();
            shared = programs;
        }
        return shared;
    }

    /** The server ends with this JVM, unless it is closed before. */
    void opened(TestPostgres server) {
        open.add(server);
    }

    void closed(TestPostgres server) {
        open.remove(server);
    }

    private void removeEverything() {
        open.forEach(TestPostgres::removeEverything);
        try {
            delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return directory;
    }

    /** Copies the empty cluster, with its owner and rights. The first copy creates it. */
    synchronized void copyCluster(Path to) throws IOException {
        if (!Files.exists(cluster())) {
            createCluster();
        }
        execute(directory, List.of("cp", "-a", cluster().toString(), to.toString()));
    }

    private Path cluster() {
        return directory.resolve("cluster");
    }

    /** Runs a program as the user of the servers. */
    void run(Path in, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (asRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        command.add(directory.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        execute(in, command);
    }

    private void unpack() throws IOException {
        Files.setPosixFilePermissions(directory, fromString("rwxr-xr-x"));
        try (InputStream in = PostgresPrograms.class.getResourceAsStream(BINARIES);
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = directory.resolve(entry.getName()).normalize();
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
        if (asRoot()) {
            execute(directory, List.of("chown", "-R", NOBODY + ":" + NOBODY, directory.toString()));
        }
    }

    /** Creates the cluster. One iteration of its passwords' hashes is enough: clients would compute 4,096 for each connection. */
    private void createCluster() throws IOException {
        Path passwordFile = Files.writeString(directory.resolve("password"), PASSWORD);
        Files.createDirectory(cluster());
        if (asRoot()) {
            execute(
                    directory,
                    List.of(
                            "chown",
                            NOBODY + ":" + NOBODY,
                            passwordFile.toString(),
                            cluster().toString()));
        }
        run(
                directory,
                "initdb",
                "-D",
                "cluster",
                "-U",
                USER,
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
                "--set=scram_iterations=1",
                "--pwfile=" + passwordFile);
    }

    /** Runs a command to its end; returns if it succeeds. */
    static void execute(Path in, List<String> command) throws IOException {
        Path output = Files.createTempFile("esbmt-postgres", ".out");
        try {
            // No pipe: the server would keep it open.
            Process process = new ProcessBuilder(command)
                    .directory(in.toFile())
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

    static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean asRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
