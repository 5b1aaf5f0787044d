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
 * A PostgreSQL server of one's own that runs from {@link Builder#start()} to {@link #close()}, and is started again when
 * it dies in between. Needs nothing of OSGi.
 *
 * <p>Tests that need a real server say, with this module as a dependency of scope {@code test}:
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
 * <p>It works as root too (the server then runs as {@code nobody}), without a Docker or an installed PostgreSQL, on Linux
 * x86-64. Do not give it a {@code @TempDir}: these are closed to all but their owner, so root's server cannot get there.
 *
 * <p>A JVM that is killed leaves the server behind; the next one on the same directory takes it over.
 *
 * <p>Thread-safe. The listener is called by one thread at a time.
 */
public final class EmbeddedPostgres implements DatabaseServer, AutoCloseable {

    /** Told when clients should look for the server anew. Called by the watching thread; returns soon. */
    public interface Listener {

        /** It takes connections at this port, which is another than before or was given up before. */
        void up(int port);

        /** It died and could not be started again at once; attempts go on. */
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
     * A server that is yet to be started.
     *
     * @param directory where it keeps everything; made when it is not there
     */
    public static Builder builder(Path directory) {
        return new Builder(directory);
    }

    /** A new, empty server below the directory for temporary files, which {@link #close()} deletes. */
    public static EmbeddedPostgres temporary() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("esbmt-postgresql-");
        try {
            // Root's server has to get in; what is secret in there is closed by itself.
            FileTrees.permit(directory, "rwx--x--x");
            return builder(directory).deleteAtClose().start();
        } catch (IOException | InterruptedException | RuntimeException e) {
            FileTrees.delete(directory);
            throw e;
        }
    }

    /** Of a server, with its administrator's password. Its text does not show the password. */
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
     * The server that takes connections for a directory now, whichever process has started it.
     *
     * @param directory as a {@link #builder} is given it
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

    /** The directory of a server's data: the given one, or, for root's server, the reachable one that replaces it. */
    public static Path home(Path directory) throws IOException {
        return ServerDirectory.located(directory).orElse(directory);
    }

    /** Of whichever process. Its text does not show the password. */
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

        /** The directory of root's server if its user cannot reach the wanted one. */
        public Builder fallback(Path directoryOfLastResort) {
            this.fallback = Optional.of(directoryOfLastResort);
            return this;
        }

        /** The user of root's server; by default the owner of the data, or nobody. */
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

        /** {@link EmbeddedPostgres#close} deletes everything that the server has kept. */
        public Builder deleteAtClose() {
            this.deleteAtClose = true;
            return this;
        }

        /**
         * Begins with the data of another server in place of an empty one. The directory has no data yet, or the start fails.
         *
         * @param cluster a base backup of a data directory, with the log that it needs and its {@code backup_label}; it is copied
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
         * Returns when the server takes connections; the first start in a directory takes some two seconds.
         *
         * @throws EmbeddedPostgresException when it cannot run here, with a sentence that says why; nothing is left running
         * @throws InterruptedException nothing is left running
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

    /** The directory of the data. It differs from the wanted one if root's server could not reach that. */
    Path directory() {
        return home.directory();
    }

    /**
     * Stops the server and waits for it; its sessions are ended. The second call does nothing.
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

    /** Waits for a thread that has been told to end, and does so soon. An interrupt is kept for later. */
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

    /** An interrupt must not leave a server behind: it is kept for later. The wait has its own limit. */
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
                        // An interrupted write fails as one: the server is being closed.
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

    /** @return whether the server was closed meanwhile */
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
