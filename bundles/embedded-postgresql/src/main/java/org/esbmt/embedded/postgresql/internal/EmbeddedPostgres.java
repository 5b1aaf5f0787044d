package org.esbmt.embedded.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.esbmt.registry.api.DatabaseServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private PostgreSQL server that runs from {@link Builder#start()} to {@link #close()}, and restarts after a crash.
 * It works without OSGi.
 *
 * <p>A test with a real server depends on this module in scope {@code test}, and contains:
 *
 * <pre>{@code
 * private static EmbeddedPostgres server;
 *
 * @BeforeAll
 * static void start() throws Exception {
 *     server = EmbeddedPostgres.temporary(); // about 2 s: one for all of a class, or for all classes
 * }
 *
 * @AfterAll
 * static void stop() throws Exception {
 *     server.close(); // deletes the data as well
 * }
 * // jdbc:postgresql://127.0.0.1:{server.port()}/postgres, server.user(), new String(server.password())
 * }</pre>
 *
 * <p>It works without Docker and without an installed PostgreSQL, on Linux x86-64. In a root JVM the server runs as
 * {@code nobody}. Do not give it a {@code @TempDir}: only its owner has access to it, so that server cannot enter it.
 *
 * <p>A killed JVM leaves the server behind; the next one on the same directory takes it over.
 *
 * <p>Thread-safe. The listener is called by one thread at a time.
 */
public final class EmbeddedPostgres implements DatabaseServer, AutoCloseable {

    /** Receives changes of the server's availability. Called by the watching thread; returns soon. */
    public interface Listener {

        /** The server accepts connections at this port. The port is new, or the server was down before. */
        void up(int port);

        /** The server died and could not be restarted at once; attempts continue. */
        void down();
    }

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LOG_LOOK = Duration.ofSeconds(30);
    private static final long LOG_LIMIT = 10L * 1024 * 1024;

    private final ServerDirectory home;
    private final Postmaster postmaster;
    private final OrphanWatchdog watchdog;

    private final LogFile log;
    private final String password;
    private final Listener listener;
    private final boolean deleteAtClose;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread watch = new Thread(this::watch, "esbmt-embedded-postgresql");

    private volatile PostmasterFile server;
    private boolean closed;

    private EmbeddedPostgres(
            ServerDirectory home,
            Postmaster postmaster,
            PostmasterFile server,
            OrphanWatchdog watchdog,
            String password,
            Builder builder) {
        this.watchdog = watchdog;
        this.home = home;
        this.postmaster = postmaster;
        this.server = server;
        this.password = password;
        this.log = new LogFile(builder.log(), LOG_LIMIT);
        this.listener = builder.listener;
        this.deleteAtClose = builder.deleteAtClose;
    }

    /**
     * A server that is not started yet.
     *
     * @param directory the directory of all its files; created if it is absent
     */
    public static Builder builder(Path directory) {
        return new Builder(directory);
    }

    /** A new, empty server below the directory for temporary files, which {@link #close()} deletes. */
    public static EmbeddedPostgres temporary() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("esbmt-postgresql-");
        try {
            // In a root JVM the server's user has to enter it; secret files in it have their own permissions.
            FileTrees.permit(directory, "rwx--x--x");
            return builder(directory).deleteAtClose().start();
        } catch (IOException | InterruptedException | RuntimeException e) {
            FileTrees.delete(directory);
            throw e;
        }
    }

    /** A base backup of another server, with that server's administrator password. Its text does not show the password. */
    private record BaseBackup(Path cluster, String password) {
        BaseBackup {
            requireNonNull(cluster, "cluster");
            requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return cluster.toString();
        }
    }

    /**
     * The server that accepts connections for a directory now, started by any process.
     *
     * @param directory the argument of {@link #builder}
     */
    public static Optional<DatabaseServer> running(Path directory) throws IOException {
        Path home = home(directory);
        Path cluster = home.resolve(ServerDirectory.CLUSTER);
        Optional<PostmasterFile> file = PostmasterFile.read(cluster);
        if (file.isEmpty() || !file.get().isReady() || !file.get().isServerOf(cluster)) {
            return Optional.empty();
        }
        return Optional.of(new RunningServer(
                file.get().port(),
                Files.readString(home.resolve(ServerDirectory.PASSWORD)).strip()));
    }

    /** The directory of a server's data: the given one, or the reachable one that replaces it in a root JVM. */
    public static Path home(Path directory) throws IOException {
        return ServerDirectory.located(directory).orElse(directory);
    }

    /** A server started by any process. Its text does not show the password. */
    private record RunningServer(int port, String secret) implements DatabaseServer {
        @Override
        public String host() {
            return Postmaster.HOST;
        }

        @Override
        public String user() {
            return Postmaster.ADMINISTRATOR;
        }

        @Override
        public char[] password() {
            return secret.toCharArray();
        }

        @Override
        public String toString() {
            return "embedded PostgreSQL on " + host() + ":" + port;
        }
    }

    /** The settings of a server; the defaults are those of {@code org.esbmt.embedded.postgresql.cfg}. */
    public static final class Builder {

        private final Path directory;
        private PostgresSettings settings = PostgresSettings.defaults();
        private Optional<Path> fallback = Optional.empty();
        private Optional<String> systemUser = Optional.empty();
        private Optional<Path> binaries = Optional.empty();
        private Optional<Path> log = Optional.empty();
        private boolean deleteAtClose;
        private Optional<BaseBackup> baseBackup = Optional.empty();
        private Listener listener = new Listener() {
            @Override
            public void up(int port) {}

            @Override
            public void down() {}
        };

        private Builder(Path directory) {
            this.directory = requireNonNull(directory, "directory").toAbsolutePath();
        }

        Builder settings(PostgresSettings newSettings) {
            this.settings = requireNonNull(newSettings, "settings");
            return this;
        }

        /** The port, or 0 for any free one. */
        public Builder port(int port) {
            return settings(new PostgresSettings(
                    port,
                    settings.maxConnections(),
                    settings.sharedBuffers(),
                    settings.startLimit(),
                    settings.stopLimit(),
                    settings.orphanLimit()));
        }

        /** The directory for a root JVM if the server's user cannot reach the wanted one. */
        public Builder fallback(Path directoryOfLastResort) {
            this.fallback = Optional.of(directoryOfLastResort);
            return this;
        }

        /** The user of the server in a root JVM; by default the owner of the data, or nobody. */
        public Builder systemUser(String name) {
            this.systemUser = Optional.of(name);
            return this;
        }

        /** An installation or an archive in place of the programs in this bundle. */
        public Builder binaries(Path installationOrJar) {
            this.binaries = Optional.of(installationOrJar);
            return this;
        }

        /** The server's log; otherwise {@code postgresql.log} in the directory. */
        public Builder log(Path file) {
            this.log = Optional.of(file.toAbsolutePath());
            return this;
        }

        Builder listener(Listener newListener) {
            this.listener = requireNonNull(newListener, "listener");
            return this;
        }

        /** {@link EmbeddedPostgres#close} deletes all files of the server. */
        public Builder deleteAtClose() {
            this.deleteAtClose = true;
            return this;
        }

        /**
         * Starts with the data of another server instead of an empty one. The start fails if the directory has data
         * already.
         *
         * @param cluster a base backup of a data directory, with the necessary log and its {@code backup_label}; it is
         * copied
         * @param password of that server's administrator
         */
        public Builder baseBackup(Path cluster, String password) {
            this.baseBackup = Optional.of(new BaseBackup(cluster, password));
            return this;
        }

        private Path log() {
            return log.orElse(directory.resolve("postgresql.log"));
        }

        /**
         * Returns when the server accepts connections; the first start in a directory takes some two seconds.
         *
         * @throws EmbeddedPostgresException when it cannot run here, with a sentence about the reason; no process is
         * left running
         * @throws InterruptedException no process is left running
         */
        public EmbeddedPostgres start() throws IOException, InterruptedException {
            ServerDirectory home = ServerDirectory.open(directory, fallback, systemUser);
            Postmaster postmaster = null;
            try {
                Binaries found = Binaries.find(binaries, home.directory(), home.user());
                postmaster = new Postmaster(home, found, settings, log());
                if (baseBackup.isPresent()) {
                    home.keep(baseBackup.get().password());
                    postmaster.initialize(baseBackup.get().cluster());
                }
                String password = home.password();
                PostmasterFile server = postmaster.ensureRunning();
                OrphanWatchdog watchdog = OrphanWatchdog.start(home, found, settings.orphanLimit());
                EmbeddedPostgres started = new EmbeddedPostgres(home, postmaster, server, watchdog, password, this);
                started.watch.setDaemon(true);
                started.watch.start();
                return started;
            } catch (IOException | InterruptedException | RuntimeException e) {
                release(home, postmaster, e);
                throw e;
            }
        }

        private static void release(ServerDirectory home, Postmaster postmaster, Exception cause) {
            try (home) {
                if (postmaster != null) {
                    stopUninterruptibly(postmaster);
                }
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    @Override
    public String host() {
        return Postmaster.HOST;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public String user() {
        return Postmaster.ADMINISTRATOR;
    }

    @Override
    public char[] password() {
        return password.toCharArray();
    }

    /** The server's process. */
    public long pid() {
        return server.pid();
    }

    /** The directory of the data. It differs from the wanted one if the server of a root JVM could not reach that. */
    Path directory() {
        return home.directory();
    }

    /**
     * Stops the server and waits for its end; its sessions are ended. A second call does nothing.
     *
     * @throws EmbeddedPostgresException when it does not stop within twice the stop limit
     */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        watch.interrupt();
        joinUninterruptibly(watch);
        try (home;
                watchdog) {
            stopUninterruptibly(postmaster);
            LOG.info("The PostgreSQL server stopped.");
        }
        if (deleteAtClose) {
            FileTrees.delete(home.directory());
        }
    }

    /** Waits for the end of a stopping thread. Restores an interrupt afterwards. */
    static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the server despite an interrupt, and restores the interrupt afterwards. The wait has its own limit. */
    private static void stopUninterruptibly(Postmaster postmaster) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    postmaster.stop();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void watch() {
        Backoff backoff = new Backoff();
        boolean up = true;
        long logLooked = System.nanoTime();
        try {
            while (!pause(up ? LOOK : backoff.next())) {
                try {
                    if (System.nanoTime() - logLooked > LOG_LOOK.toNanos()) {
                        logLooked = System.nanoTime();
                        log.bound();
                    }
                    if (up && postmaster.isAlive(server)) {
                        backoff.ran();
                        continue;
                    }
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                    if (up) {
                        LOG.warn("The PostgreSQL server, process {}, is gone; it is started again.", server.pid());
                    }
                    int port = server.port();
                    if (up && backoff.isGrowing() && pause(backoff.next())) {
                        return;
                    }
                    server = postmaster.ensureRunning();
                    if (!up || server.port() != port) {
                        listener.up(server.port());
                    }
                    backoff.started();
                    up = true;
                } catch (IOException | RuntimeException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        // An interrupted write fails with an IOException: the server is being closed.
                        return;
                    }
                    if (up) {
                        listener.down();
                    }
                    up = false;
                    LOG.error("The embedded PostgreSQL is down: {}", e.getMessage(), e);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Watching ends, since the server is closed.", e);
        }
    }

    /** @return true if the server was closed meanwhile */
    private boolean pause(Duration time) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = time.toNanos();
            while (!closed && left > 0) {
                left = closing.awaitNanos(left);
            }
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
