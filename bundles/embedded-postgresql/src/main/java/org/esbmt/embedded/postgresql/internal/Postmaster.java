package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's process and its data directory: creates, starts, finds and stops them. {@code pg_ctl} puts the process
 * into a session of its own. It therefore survives the JVM, and a Ctrl-C for the JVM.
 *
 * <p>Not thread-safe: {@link EmbeddedPostgres} calls one method at a time. An interrupt ends every wait.
 */
final class Postmaster {

    /** The administrator of the server, and owner of the registries' databases and roles. */
    static final String ADMINISTRATOR = "esbmt";

    static final String HOST = "127.0.0.1";

    private static final Pattern COMPLAINT = Pattern.compile("could not|\\b(?:FATAL|PANIC|ERROR|HINT):");
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);

    private static final Duration INITDB_LIMIT = Duration.ofMinutes(3);
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int PORT_ATTEMPTS = 3;

    private static final String HOST_BASED_AUTHENTICATION = """
            # Written at each start: edits here are lost. One way in: over the loopback address, with a password.
            host all all 127.0.0.1/32 scram-sha-256
            """;

    private final ServerDirectory home;
    private final Binaries binaries;
    private final PostgresSettings settings;
    private final Path log;
    private final Path cluster;
    private int lastPort;

    Postmaster(ServerDirectory home, Binaries binaries, PostgresSettings settings, Path log) {
        this.home = home;
        this.binaries = binaries;
        this.settings = settings;
        this.log = log;
        this.cluster = home.cluster();
        this.lastPort = settings.port();
    }

    /**
     * Returns a server that accepts connections. A running server is taken over if it has the same settings. Otherwise
     * a new one starts, if possible on the port of the last one.
     */
    PostmasterFile ensureRunning() throws IOException, InterruptedException {
        initialize();
        boolean sameSettings = writeConfiguration();
        Optional<PostmasterFile> running = settled();
        if (running.isPresent()) {
            PostmasterFile server = running.get();
            boolean samePort = settings.port() == 0 || settings.port() == server.port();
            if (sameSettings && samePort && server.runsFrom(binaries.bin())) {
                lastPort = server.port();
                LOG.info(
                        "Took over the PostgreSQL server that runs as process {} on port {}.",
                        server.pid(),
                        server.port());
                return server;
            }
            LOG.info("The PostgreSQL server of process {} runs with other settings and is restarted.", server.pid());
            stop();
        }
        return start();
    }

    /** True if this process is alive, and still the server. */
    boolean isAlive(PostmasterFile server) throws IOException {
        return server.isServerOf(cluster);
    }

    /** Stops a running server in fast mode, which ends sessions; if that takes too long, in immediate mode. */
    void stop() throws IOException, InterruptedException {
        Optional<PostmasterFile> running = live();
        if (running.isEmpty()) {
            return;
        }
        for (String mode : List.of("fast", "immediate")) {
            Command.Result result = Command.run(
                    home.user()
                            .as(List.of(
                                    binaries.program("pg_ctl"),
                                    "stop",
                                    "-s",
                                    "-w",
                                    "-t",
                                    Long.toString(settings.stopLimit().toSeconds()),
                                    "-m",
                                    mode,
                                    "-D",
                                    cluster.toString())),
                    settings.stopLimit().plusSeconds(10));
            if (ends(running.get())) {
                return;
            }
            LOG.warn("The PostgreSQL server did not stop ({}): {}", mode, result.output());
        }
        throw new EmbeddedPostgresException("The PostgreSQL server of " + cluster + ", process "
                + running.get().pid() + ", does not stop: look into " + log + " and end the process.");
    }

    /** Waits for the end of the process: the server deletes its process file shortly before it. */
    private boolean ends(PostmasterFile server) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + EXIT_LIMIT.toNanos();
        while (server.isServerOf(cluster)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(PAUSE.toMillis());
        }
        return true;
    }

    private Optional<PostmasterFile> live() throws IOException {
        Optional<PostmasterFile> file = PostmasterFile.read(cluster);
        return file.isPresent() && file.get().isServerOf(cluster) ? file : Optional.empty();
    }

    /** Waits until a server of the data directory is ready or gone. */
    private Optional<PostmasterFile> settled() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + settings.startLimit().toNanos();
        Optional<PostmasterFile> running = live();
        while (running.isPresent() && !running.get().isReady()) {
            if (System.nanoTime() - deadline > 0) {
                if (running.get().isStopping()) {
                    stop();
                    return Optional.empty();
                }
                throw new EmbeddedPostgresException("The PostgreSQL server of process "
                        + running.get().pid() + " is not ready after "
                        + settings.startLimit().toSeconds() + " s: it may have much of its log to replay, see " + log
                        + "; start.timeout.seconds is how long it may take.");
            }
            Thread.sleep(PAUSE.toMillis());
            running = live();
        }
        if (running.isEmpty() && PostmasterFile.read(cluster).isPresent()) {
            // The server would replace the process file of a dead process. It would not do so if another process of the
            // same user has that number now. The removal is no race: only the holder of the home's lock starts a server
            // here.
            LOG.info("Removed the process file of a PostgreSQL server that does not run any more.");
            Files.deleteIfExists(PostmasterFile.file(cluster));
        }
        return running;
    }

    private PostmasterFile start() throws IOException, InterruptedException {
        EmbeddedPostgresException failure = null;
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = port(attempt);
            try {
                return start(port);
            } catch (EmbeddedPostgresException e) {
                failure = e;
                if (settings.port() != 0 || isFree(port)) {
                    // The port is free, so another one would not help.
                    throw e;
                }
            }
        }
        throw failure;
    }

    private int port(int attempt) throws IOException {
        if (settings.port() != 0 || (attempt == 0 && lastPort != 0)) {
            return lastPort;
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            return socket.getLocalPort();
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByAddress(LOOPBACK))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private PostmasterFile start(int port) throws IOException, InterruptedException {
        long began = System.nanoTime();
        long logged = openLog();
        Duration limit = settings.startLimit();
        int status = Command.run(
                home.user()
                        .as(List.of(
                                binaries.program("pg_ctl"),
                                "start",
                                "-s",
                                "-w",
                                "-t",
                                Long.toString(limit.toSeconds()),
                                "-D",
                                cluster.toString(),
                                "-o",
                                "-p " + port + " -c 'config_file=" + configurationFile() + "'")),
                limit.plusSeconds(10),
                log);
        Optional<PostmasterFile> running = live();
        if (status != 0 || running.isEmpty() || !running.get().isReady()) {
            String taken =
                    isFree(port) ? "" : "another process listens at " + HOST + ":" + port + ", see its key port; ";
            throw new EmbeddedPostgresException("The PostgreSQL server of " + cluster + " does not start: " + taken
                    + causes(Command.tail(log, logged)));
        }
        lastPort = running.get().port();
        LOG.info(
                "PostgreSQL {} takes connections on {}:{} as process {} of user '{}', {} ms after its start.",
                binaries.major(),
                HOST,
                lastPort,
                running.get().pid(),
                home.user().name(),
                (System.nanoTime() - began) / 1_000_000);
        return running.get();
    }

    /**
     * Joins the error lines of the server's output into one line, since log searches work on lines. Without error
     * lines, all lines are joined.
     */
    static String causes(String said) {
        List<String> lines =
                said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).find()).toList();
        return String.join("; ", complaints.isEmpty() ? lines : complaints);
    }

    private long openLog() throws IOException {
        Path directory = log.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        if (!Files.exists(log)) {
            Files.createFile(log);
            FileTrees.permit(log, "rw-r-----");
        }
        return Files.size(log);
    }

    private Path configurationFile() {
        return home.directory().resolve("postgresql.conf");
    }

    /** @return true if the files already had the required content */
    private boolean writeConfiguration() throws IOException {
        Path authentication = home.directory().resolve("pg_hba.conf");
        boolean same = write(authentication, HOST_BASED_AUTHENTICATION);
        return write(configurationFile(), settings.configuration(authentication)) && same;
    }

    private static boolean write(Path file, String content) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(content)) {
            return true;
        }
        FileTrees.write(file, content, "rw-r--r--");
        return false;
    }

    /** Creates the data directory if it is absent. */
    private void initialize() throws IOException, InterruptedException {
        if (Files.exists(cluster)) {
            checkVersion(cluster);
            return;
        }
        make((data, unfinished) -> {
            Path password = Files.createFile(unfinished.resolve("password"));
            FileTrees.permit(password, "rw-------");
            Files.writeString(password, home.password());
            home.user().own(password);
            home.user().own(data);
            Command.Result result = Command.run(home.user().as(initdb(data, password)), INITDB_LIMIT);
            if (!result.succeeded()) {
                throw new EmbeddedPostgresException(
                        "PostgreSQL's data directory " + cluster + " could not be made: " + result.output());
            }
        });
    }

    /** Creates the absent data directory from a base backup. */
    void initialize(Path baseBackup) throws IOException, InterruptedException {
        checkVersion(baseBackup);
        make((data, unfinished) -> FileTrees.copy(baseBackup, data, home.user()));
    }

    /** Fills a new data directory, in a temporary folder that is deleted. */
    @FunctionalInterface
    private interface Filling {
        void fill(Path data, Path unfinished) throws IOException, InterruptedException;
    }

    /**
     * Creates the data directory; it gets its name when it is complete and on the disk. Initdb and a copy force their
     * files, and the rename is forced here.
     */
    private void make(Filling filling) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Path unfinished = FileTrees.createUnfinished(home.directory());
        try {
            Path data = Files.createDirectory(unfinished.resolve(ServerDirectory.CLUSTER));
            FileTrees.permit(unfinished, "rwx--x--x");
            FileTrees.permit(data, "rwx------");
            filling.fill(data, unfinished);
            Files.move(data, cluster, StandardCopyOption.ATOMIC_MOVE);
            FileTrees.force(home.directory());
        } finally {
            FileTrees.delete(unfinished);
        }
        LOG.info(
                "Made the data directory {} of PostgreSQL {} in {} ms.",
                cluster,
                binaries.major(),
                (System.nanoTime() - began) / 1_000_000);
    }

    private List<String> initdb(Path data, Path password) {
        List<String> command = new ArrayList<>(List.of(
                binaries.program("initdb"),
                "-D",
                data.toString(),
                "-U",
                ADMINISTRATOR,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--data-checksums",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
        if (binaries.major() >= 16) {
            // Initdb's first server does not read our configuration file.
            command.add("--set=dynamic_shared_memory_type=" + PostgresSettings.DYNAMIC_SHARED_MEMORY);
        }
        if (binaries.major() >= 17) {
            // Case and character classes of Unicode, and the same order on every machine with any C library.
            command.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
        }
        return command;
    }

    private void checkVersion(Path data) throws IOException {
        Path version = data.resolve("PG_VERSION");
        try (DirectoryStream<Path> content = Files.newDirectoryStream(data)) {
            if (!content.iterator().hasNext() || !Files.exists(version)) {
                throw new EmbeddedPostgresException(data + " is not a data directory of PostgreSQL: move it away.");
            }
        }
        String found = Files.readString(version).strip();
        if (!found.equals(Integer.toString(binaries.major()))) {
            throw new EmbeddedPostgresException("The data in " + data + " are PostgreSQL " + found
                    + "'s, and the programs PostgreSQL " + binaries.major() + ": set 'binaries' to a PostgreSQL "
                    + found + ", or move the data over with its pg_dumpall.");
        }
    }
}
