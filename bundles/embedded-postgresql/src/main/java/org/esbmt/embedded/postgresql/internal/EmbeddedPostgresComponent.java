package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.registry.api.DatabaseServer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server as a component of the bus. It starts in a thread of its own, since the first start takes seconds. It is
 * registered as {@link DatabaseServer} once it accepts connections. The component is disabled until
 * {@link ServerChoice} finds that the registries use it.
 */
@Component(
        name = EmbeddedPostgresComponent.NAME,
        configurationPid = "org.esbmt.embedded.postgresql",
        service = HealthSource.class,
        immediate = true,
        enabled = false)
@Designate(ocd = EmbeddedPostgresComponent.Configuration.class)
public final class EmbeddedPostgresComponent implements HealthSource {

    static final String NAME = "org.esbmt.embedded.postgresql";

    /** {@code etc/org.esbmt.embedded.postgresql.cfg}. */
    @ObjectClassDefinition(
            name = "ESB-MT embedded PostgreSQL",
            description = "The registries' PostgreSQL server on this machine, when none is configured.")
    @interface Configuration {

        @AttributeDefinition(description = "Directory of the server; empty: postgresql in Karaf's data directory")
        String directory() default "";

        @AttributeDefinition(description = "TCP port on 127.0.0.1; 0: a free one at each start of the bus")
        int port() default 0;

        @AttributeDefinition(
                description = "User of the server's processes when the bus runs as root;"
                        + " empty: the owner of the data, or nobody")
        String system_user() default "";

        @AttributeDefinition(
                description = "A PostgreSQL installation or a jar of PostgreSQL binaries; empty: those inside")
        String binaries() default "";

        @AttributeDefinition(description = "Connections at the same time, from 20 to 10000")
        int max_connections() default 100;

        @AttributeDefinition(description = "Page cache of the server, such as 32MB")
        String shared_buffers() default "32MB";

        @AttributeDefinition(description = "The server's log; empty: postgresql.log in Karaf's log directory")
        String log_file() default "";

        @AttributeDefinition(description = "The longest duration of a start; the server may have to replay its log")
        int start_timeout_seconds() default 120;

        @AttributeDefinition(description = "The longest duration of a stop, before sessions are cut off")
        int stop_timeout_seconds() default 20;

        @AttributeDefinition(description = "The time that the server runs on after a kill of the bus")
        int orphan_timeout_seconds() default 600;
    }

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgresComponent.class);

    private static final Path LAST_RESORT = Path.of("/var/lib/esbmt");

    private final BundleContext context;
    private final Registration registration;
    private final EmbeddedPostgres.Builder builder;
    private final Thread starter = new Thread(this::start, "esbmt-embedded-postgresql-start");

    private volatile Optional<String> problem = Optional.empty();
    /** Written by the starter thread alone, read after its end. */
    private EmbeddedPostgres server;

    @Activate
    public EmbeddedPostgresComponent(BundleContext context, Configuration configuration) {
        this.context = context;
        this.registration = new Registration(context);
        this.builder = builder(configuration);
        starter.setDaemon(true);
        starter.start();
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return problem.stream().toList();
    }

    @Deactivate
    void stop() {
        registration.close();
        starter.interrupt();
        EmbeddedPostgres.joinUninterruptibly(starter);
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            LOG.error("The embedded PostgreSQL was not stopped in order: {}", e.getMessage(), e);
        }
    }

    private void start() {
        Backoff backoff = new Backoff();
        try {
            while (server == null) {
                try {
                    server = builder.start();
                    registration.open(server);
                    problem = Optional.empty();
                } catch (IOException | RuntimeException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        // An interrupted write fails with an IOException: the bundle stops.
                        return;
                    }
                    Duration delay = backoff.next();
                    String cause = cause(e);
                    problem = Optional.of("The embedded PostgreSQL does not start. " + cause);
                    LOG.error(
                            "The embedded PostgreSQL does not start, the next attempt is in {} s. {}",
                            delay.toSeconds(),
                            cause,
                            e);
                    Thread.sleep(delay.toMillis());
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Starting ends, since the bundle stops.", e);
        }
    }

    /** Of a failure of the file system the message is often nothing but the name of a file. */
    static String cause(Exception failure) {
        String file = "etc/" + NAME + ".cfg";
        return failure instanceof EmbeddedPostgresException
                ? failure.getMessage() + " See " + file + "."
                : "directory, binaries or log.file of " + file + " cannot be used: " + failure;
    }

    private EmbeddedPostgres.Builder builder(Configuration configuration) {
        Path directory = configured(configuration.directory())
                .or(() -> property("karaf.data").map(data -> data.resolve("postgresql")))
                .orElseGet(() -> context.getDataFile("postgresql").toPath());
        EmbeddedPostgres.Builder result = EmbeddedPostgres.builder(directory)
                .settings(new PostgresSettings(
                        configuration.port(),
                        configuration.max_connections(),
                        configuration.shared_buffers(),
                        Duration.ofSeconds(configuration.start_timeout_seconds()),
                        Duration.ofSeconds(configuration.stop_timeout_seconds()),
                        Duration.ofSeconds(configuration.orphan_timeout_seconds())))
                .fallback(LAST_RESORT)
                .listener(registration);
        if (!configuration.system_user().isBlank()) {
            result.systemUser(configuration.system_user().strip());
        }
        configured(configuration.binaries()).ifPresent(result::binaries);
        configured(configuration.log_file())
                .or(() -> property("karaf.log").map(log -> log.resolve("postgresql.log")))
                .ifPresent(result::log);
        return result;
    }

    private static Optional<Path> configured(String path) {
        return path.isBlank() ? Optional.empty() : Optional.of(Path.of(path.strip()));
    }

    private Optional<Path> property(String name) {
        return Optional.ofNullable(context.getProperty(name)).map(Path::of);
    }

    /** The service registration: present while the server accepts connections, and renewed when its port changes. */
    private static final class Registration implements EmbeddedPostgres.Listener {

        private final BundleContext context;
        private EmbeddedPostgres server;
        private ServiceRegistration<DatabaseServer> registered;
        private boolean closed;

        Registration(BundleContext context) {
            this.context = context;
        }

        synchronized void open(EmbeddedPostgres started) {
            server = started;
            register();
        }

        @Override
        public synchronized void up(int port) {
            // Before open, the starter does not have the server yet, and registers its state afterwards.
            if (server != null) {
                withdraw();
                register();
            }
        }

        @Override
        public synchronized void down() {
            withdraw();
        }

        synchronized void close() {
            closed = true;
            withdraw();
        }

        private void register() {
            if (!closed && registered == null) {
                // The port of a service object is fixed: its clients must not see it change.
                registered =
                        context.registerService(DatabaseServer.class, new RunningServer(server, server.port()), null);
            }
        }

        private void withdraw() {
            if (registered != null) {
                registered.unregister();
                registered = null;
            }
        }
    }

    private record RunningServer(EmbeddedPostgres server, int port) implements DatabaseServer {

        @Override
        public String host() {
            return server.host();
        }

        @Override
        public String user() {
            return server.user();
        }

        @Override
        public char[] password() {
            return server.password();
        }

        @Override
        public String toString() {
            return "embedded PostgreSQL on " + host() + ":" + port;
        }
    }
}
