package org.esbmt.embedded.postgresql.internal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A data directory's {@code postmaster.pid}: line 1 is the server's process, line 4 its port, line 8 its state (see
 * {@code pidfile.h} of PostgreSQL). The server writes it line by line, so the later lines may be missing.
 *
 * @param port 0 while it is unknown
 * @param state "starting", "standby", "ready", "stopping", or empty while it is unknown
 */
record PostmasterFile(long pid, int port, String state) {

    static Optional<PostmasterFile> read(Path cluster) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file(cluster), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        try {
            long pid =
                    lines.isEmpty() ? 0 : Math.abs(Long.parseLong(lines.get(0).strip()));
            int port = lines.size() < 4 ? 0 : Integer.parseInt(lines.get(3).strip());
            String state = lines.size() < 8 ? "" : lines.get(7).strip();
            return Optional.of(new PostmasterFile(pid, port, state));
        } catch (NumberFormatException e) {
            return Optional.of(new PostmasterFile(0, 0, ""));
        }
    }

    static Path file(Path cluster) {
        return cluster.resolve("postmaster.pid");
    }

    /**
     * True if the process is alive and is the server of this data directory. After a reboot, or in a new container,
     * another process may have the number. A zombie is dead; it has no command line.
     */
    boolean isServerOf(Path cluster) throws IOException {
        List<String> arguments = arguments();
        int option = arguments.indexOf("-D");
        if (!program(arguments).endsWith("postgres") || option < 0 || option + 1 >= arguments.size()) {
            return false;
        }
        Path directory = Path.of(arguments.get(option + 1));
        if (directory.equals(cluster)) {
            return true;
        }
        if (!Files.exists(directory)) {
            throw new EmbeddedPostgresException("Process " + pid + " is a PostgreSQL server started for " + directory
                    + ", which is no more: if " + cluster + " is that directory under a new name, stop the process.");
        }
        return Files.isSameFile(directory, cluster);
    }

    /** True if the server runs from this directory of programs, and not from another version's. */
    boolean runsFrom(Path bin) throws IOException {
        return program(arguments()).equals(bin.resolve("postgres").toString());
    }

    boolean isReady() {
        return state.equals("ready");
    }

    boolean isStopping() {
        return state.equals("stopping");
    }

    private static String program(List<String> arguments) {
        return arguments.isEmpty() ? "" : arguments.get(0);
    }

    private List<String> arguments() throws IOException {
        if (pid <= 0) {
            return List.of();
        }
        // Not /proc/PID/exe: the root user of a container may not be allowed to read it for another user's process.
        Path commandLine = Path.of("/proc", Long.toString(pid), "cmdline");
        if (Files.exists(Path.of("/proc/self/cmdline"))) {
            // Not a channel, since an interrupt closes it: this check also runs while the bus stops.
            try (InputStream in = new FileInputStream(commandLine.toFile())) {
                return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\0", -1));
            } catch (IOException e) {
                if (Files.isReadable(commandLine)) {
                    throw e; // perhaps no file can be opened now: this is no evidence about the process
                }
                return List.of();
            }
        }
        return ProcessHandle.of(pid)
                .map(ProcessHandle::info)
                .flatMap(info -> info.command().map(command -> {
                    var all = new java.util.ArrayList<String>(List.of(command));
                    info.arguments().ifPresent(arguments -> all.addAll(List.of(arguments)));
                    return List.<String>copyOf(all);
                }))
                .orElse(List.of());
    }
}
