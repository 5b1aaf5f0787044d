package org.esbmt.administration.shell.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.karaf.shell.api.console.SessionFactory;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reopens the shell's SSH port. Karaf tries it once; if another process has the port then, Karaf gives up for good. The monitor
 * restarts Karaf's server as soon as the port is free. It also checks the commands of the bus in the shell.
 *
 * <p>Threads: one of its own checks the port.
 */
@Component(service = HealthSource.class, immediate = true)
public final class ShellPortMonitor implements HealthSource {
    static final String PID = "org.apache.karaf.shell";

    private static final Logger LOG = LoggerFactory.getLogger(ShellPortMonitor.class);
    private static final int LOOK_SECONDS = 3;
    /** The number of checks before the first attempt, since Karaf may be about to open the port itself. */
    private static final int LOOKS_BEFORE = 3;
    /** The number of checks between two attempts at a free port. */
    private static final int LOOKS_BETWEEN = 20;

    /** The configured port. */
    interface Port {
        /** Tells whether the configuration starts a shell over SSH. */
        boolean isWanted();

        boolean isOpen();

        /** The address, if another process listens at it. */
        Optional<String> taken() throws IOException;

        void open() throws IOException;
    }

    private final Port port;
    private final BooleanSupplier commands;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(ShellPortMonitor::thread);

    private volatile Optional<String> problem = Optional.empty();
    /** The following fields are confined to the thread. */
    private int closed;

    private int next = LOOKS_BEFORE;
    private boolean wasTaken;

    @Activate
    public ShellPortMonitor(
            @Reference ConfigurationAdmin configurations, @Reference SessionFactory sessions, BundleContext context) {
        this(
                new ShellPort(configurations, context),
                () -> sessions.getRegistry().getCommand("esbmt", "status") != null);
        Future<?> unused = looking.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A monitor without a timer. */
    ShellPortMonitor(Port port, BooleanSupplier commands) {
        this.port = requireNonNull(port, "port");
        this.commands = requireNonNull(commands, "commands");
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-shell-port");
        thread.setDaemon(true);
        return thread;
    }

    @Deactivate
    void close() {
        looking.shutdownNow();
    }

    @Override
    public Part part() {
        return Part.SHELL;
    }

    @Override
    public List<String> problems() {
        if (port.isWanted() && !port.isOpen()) {
            return List.of(problem.orElse("The SSH port of the shell is not open yet."));
        }
        return commands.getAsBoolean() ? List.of() : List.of("The commands esbmt:... are not there.");
    }

    void look() {
        try {
            if (!port.isWanted() || port.isOpen()) {
                opened();
            } else {
                closed();
            }
        } catch (IOException | RuntimeException e) {
            tell("The SSH port of the shell cannot be opened; see etc/" + PID + ".cfg: " + e.getMessage());
        }
    }

    private void opened() {
        if (problem.isPresent()) {
            LOG.info("The SSH port of the shell is open.");
        }
        problem = Optional.empty();
        begin();
    }

    private void begin() {
        closed = 0;
        next = LOOKS_BEFORE;
        wasTaken = false;
    }

    private void closed() throws IOException {
        Optional<String> taken = port.taken();
        closed++;
        if (taken.isPresent()) {
            wasTaken = true;
            if (closed >= LOOKS_BEFORE) {
                tell("Somebody else listens at " + taken.get()
                        + ", so nobody can log in to the shell over SSH. The port is opened as soon as it is free; see etc/"
                        + PID + ".cfg.");
            }
        } else if (wasTaken || closed >= next) {
            wasTaken = false;
            next = closed + LOOKS_BETWEEN;
            if (closed >= LOOKS_BEFORE) {
                port.open();
            }
        }
    }

    private void tell(String sentence) {
        if (!problem.equals(Optional.of(sentence))) {
            LOG.warn("{}", sentence);
        }
        problem = Optional.of(sentence);
    }
}
