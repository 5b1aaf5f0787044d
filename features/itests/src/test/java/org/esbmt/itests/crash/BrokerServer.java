package org.esbmt.itests.crash;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.esbmt.embedded.broker.internal.BrokerMain;

/** The bus's own broker, in a process of its own. One thread at a time. */
final class BrokerServer implements AutoCloseable {
    static final String USER = "esbmt";

    private static final Duration START = Duration.ofSeconds(60);
    private static final int CONNECT_MILLIS = 5000;

    private final Path directory;
    private final int port;
    private Process process;

    private BrokerServer(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    static BrokerServer start(Path directory, int port) throws IOException, InterruptedException {
        BrokerServer broker = new BrokerServer(directory, port);
        broker.startAgain();
        return broker;
    }

    /** Starts the process; returns when the broker takes connections. */
    void startAgain() throws IOException, InterruptedException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerMain.class.getName(),
                        directory.toString(),
                        Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolveSibling("broker.log").toFile()))
                .start();
        long end = System.nanoTime() + START.toNanos();
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("the broker does not start; see " + directory.resolveSibling("broker.log"));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    Path passwordFile() {
        return directory.resolve("password");
    }

    /** The number of prepared transactions in the broker. */
    int prepared() throws IOException {
        ActiveMQXAConnectionFactory factory =
                new ActiveMQXAConnectionFactory("tcp://127.0.0.1:" + port + "?connectionTimeout=" + CONNECT_MILLIS);
        factory.setUserName(USER);
        factory.setPassword(Files.readString(passwordFile()).strip());
        factory.setWatchTopicAdvisories(false);
        factory.setConnectResponseTimeout(CONNECT_MILLIS);
        factory.setCloseTimeout(CONNECT_MILLIS);
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession()) {
            return session.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
        } catch (JMSException | XAException e) {
            throw new IOException("the broker cannot be asked", e);
        }
    }

    /** Kills the process as {@code kill -9} does; returns when the process has ended. */
    void kill() throws IOException, InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("the broker does not end, though killed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
