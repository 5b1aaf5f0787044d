package org.esbmt.harness;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.rmi.NoSuchObjectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.naming.NamingException;

/**
 * A running bus in a process of its own. Its own scripts start and stop it. Closing stops it, with the PostgreSQL that it started.
 * One thread at a time.
 */
public final class BusProcess implements AutoCloseable {
    /** The status of bin/start if the bus takes messages, but a part of it does not work. */
    private static final int DEGRADED = 4;

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(1);
    /** The time of a script in addition to its own limit. */
    private static final Duration SLACK = Duration.ofSeconds(20);
    /** If the container fails to open its JMX port, the bus opens it within some ten seconds. */
    private static final Duration OPEN = Duration.ofSeconds(40);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final BusHome home;
    private final ProcessHandle process;
    private final String output;

    private BusProcess(BusHome home, ProcessHandle process, String output) {
        this.home = home;
        this.process = process;
        this.output = output;
    }

    /**
     * Starts the bus; returns when it takes messages. The bus may be degraded, see {@link #output}.
     *
     * @throws IOException if the bus does not start, with the output of bin/start; the bus is stopped then
     */
    public static BusProcess start(BusHome home) throws IOException, InterruptedException {
        return start(home, Map.of());
    }

    /**
     * As {@link #start(BusHome)}.
     *
     * @param environment variables that differ from this process's own, such as JAVA_HOME
     */
    public static BusProcess start(BusHome home, Map<String, String> environment)
            throws IOException, InterruptedException {
        try {
            Script.Result result = script(home, "bin/start", environment, START);
            Optional<BusProcess> bus = find(home, result.output());
            if ((result.status() == 0 || result.status() == DEGRADED) && bus.isPresent()) {
                return bus.get();
            }
            throw new IOException("bin/start ended with status " + result.status() + ": " + result.output());
        } catch (IOException e) {
            script(home, "bin/stop", Map.of(), STOP);
            throw e;
        }
    }

    /** Finds the running bus of a directory, started by this process or by another one. */
    public static Optional<BusProcess> find(BusHome home) throws IOException {
        return find(home, "");
    }

    private static Optional<BusProcess> find(BusHome home, String output) throws IOException {
        var file = home.data().resolve("karaf.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(file).trim()))
                .filter(ProcessHandle::isAlive)
                .map(process -> new BusProcess(home, process, output));
    }

    public BusHome home() {
        return home;
    }

    /** The JVM of the bus. PostgreSQL is among its descendants only if this JVM started it. */
    public ProcessHandle process() {
        return process;
    }

    /** The output of bin/start. */
    public String output() {
        return output;
    }

    /** The output of bin/status, and its exit status. */
    public Script.Result status() throws IOException, InterruptedException {
        return script(home, "bin/status", Map.of(), SLACK);
    }

    /**
     * Connects as an administrator, as soon as the container's JMX port is open. After a start the port may open some seconds after
     * the bus takes messages. The caller closes the connection.
     *
     * @throws SecurityException if login or password are wrong
     * @throws IOException if the port stays closed, or the bus has ended
     */
    public JMXConnector connect(BusHome.Credentials administrator) throws IOException {
        return connect(home.jmxUrl(), administrator);
    }

    /**
     * As {@link #connect(BusHome.Credentials)}, at the tenants' JMX port, for an administrator with limited roles.
     *
     * @throws SecurityException if login or password are wrong
     * @throws IOException if the port stays closed, or the bus has ended
     */
    public JMXConnector connectOperator(BusHome.Credentials operator) throws IOException {
        return connect(home.operatorsJmxUrl(), operator);
    }

    private JMXConnector connect(String url, BusHome.Credentials who) throws IOException {
        long end = System.nanoTime() + OPEN.toNanos();
        while (true) {
            try {
                return connectAtOnce(url, who);
            } catch (IOException e) {
                if (!isClosed(e) || !process.isAlive() || System.nanoTime() - end > 0) {
                    throw e;
                }
                pause();
            }
        }
    }

    /** True if the port is closed, or its RMI registry has no connector yet. */
    private static boolean isClosed(IOException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(e -> e instanceof NamingException
                        || e instanceof ConnectException
                        || e instanceof NoSuchObjectException);
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the JMX port was not open");
        }
    }

    /**
     * Connects without waiting for an open port.
     *
     * @param url of JMX, such as {@link BusHome#jmxUrl}
     * @throws SecurityException if login or password are wrong
     * @throws IOException if the port is closed
     */
    @SuppressWarnings("BanJNDI") // the URL of JMX over RMI, on this machine
    public static JMXConnector connectAtOnce(String url, BusHome.Credentials who) throws IOException {
        requireNonNull(who, "who");
        return JMXConnectorFactory.connect(
                new JMXServiceURL(url), Map.of(JMXConnector.CREDENTIALS, new String[] {who.login(), who.password()}));
    }

    /** Kills the JVM as {@code kill -9} does; returns when it has ended. PostgreSQL goes on. */
    public void kill() throws IOException, InterruptedException {
        if (!process.destroyForcibly()) {
            throw new IOException("Process " + process.pid() + " cannot be killed");
        }
        try {
            process.onExit().get(STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Process " + process.pid() + " does not end, though killed", e);
        }
    }

    /**
     * Stops the bus by bin/stop, including processes left by a killed bus.
     *
     * @throws IOException if a process still runs afterwards
     */
    public void stop() throws IOException, InterruptedException {
        stop(home);
    }

    /** As {@link #stop()}, for a bus that may not run. */
    public static void stop(BusHome home) throws IOException, InterruptedException {
        Script.Result result = script(home, "bin/stop", Map.of(), STOP);
        if (result.status() != 0) {
            throw new IOException("bin/stop ended with status " + result.status() + ": " + result.output());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static Script.Result script(BusHome home, String script, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        return Script.run(home.directory(), List.of(script), environment, limit.plus(SLACK));
    }
}
