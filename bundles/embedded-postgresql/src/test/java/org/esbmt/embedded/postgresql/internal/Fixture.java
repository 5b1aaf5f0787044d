package org.esbmt.embedded.postgresql.internal;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Directories that servers of all users can reach, programs unpacked once for all tests of a class, and JVMs with a
 * server that can be killed. It ends all processes of a test by number and deletes its files.
 */
final class Fixture implements AfterEachCallback, AfterAllCallback {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<Path> directories = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private Path installation;
    private Path used;

    static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    Path directory() throws IOException {
        Path directory = Files.createTempDirectory("esbmt-postgresql-test-");
        FileTrees.permit(directory, "rwxr-xr-x");
        directories.add(directory);
        return directory.resolve("a home");
    }

    /** A directory with data after a regular stop: a copy of one that was made once. */
    Path usedDirectory() throws Exception {
        if (used == null) {
            Path home = Files.createTempDirectory("esbmt-postgresql-test-");
            FileTrees.permit(home, "rwxr-xr-x");
            used = home.resolve("used");
            builder(used).start().close();
        }
        Path directory = directory();
        Command.Result result = Command.run(List.of("cp", "-a", used.toString(), directory.toString()), LIMIT);
        if (!result.succeeded()) {
            throw new IOException(result.output());
        }
        return directory;
    }

    Path installation() throws Exception {
        if (installation == null) {
            Path home = Files.createTempDirectory("esbmt-postgresql-test-");
            FileTrees.permit(home, "rwxr-xr-x");
            Binaries unpacked = Binaries.find(java.util.Optional.empty(), home, SystemUser.choose("nobody"));
            installation = unpacked.bin().resolve("..").normalize();
        }
        return installation;
    }

    EmbeddedPostgres.Builder builder(Path directory) throws Exception {
        return EmbeddedPostgres.builder(directory).binaries(installation());
    }

    /** A JVM that has a server there, or starts one; see {@link OwningJvm}. */
    Process jvm(List<String> prefix, String classPath, Path directory, Path programs, int orphanSeconds)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Files that the killed JVM leaves there are deleted with the directory.
                "-Djava.io.tmpdir=" + directory.getParent(),
                "-cp",
                classPath,
                OwningJvm.class.getName(),
                directory.toString(),
                programs.toString(),
                Integer.toString(orphanSeconds)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File("/"))
                .start();
        processes.add(process);
        return process;
    }

    Process jvm(Path directory, int orphanSeconds) throws Exception {
        return jvm(List.of(), System.getProperty("java.class.path"), directory, installation(), orphanSeconds);
    }

    /** The line that reports the running server: its process and its port. */
    static long[] up(Process jvm) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the JVM ended without a server");
        }
        int space = line.indexOf(' ');
        return new long[] {Long.parseLong(line.substring(0, space)), Long.parseLong(line.substring(space + 1))};
    }

    static void kill9(Process process) throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("process " + process.pid() + " does not end");
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (Process process : processes) {
            kill9(process);
        }
        processes.clear();
        for (Path directory : directories) {
            for (Path cluster : List.of(directory.resolve("a home/cluster"))) {
                var left = PostmasterFile.read(cluster);
                if (left.isPresent() && left.get().isServerOf(cluster)) {
                    ProcessHandle.of(left.get().pid()).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
            FileTrees.delete(directory);
        }
        directories.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (used != null) {
            FileTrees.delete(used.getParent());
        }
        if (installation != null) {
            FileTrees.delete(installation.resolve("..").normalize());
        }
    }
}
