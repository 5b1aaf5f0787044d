package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.transaction.xa.XAResource;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.SslContext;
import org.esbmt.embedded.broker.internal.BrokerSettings.External;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An external broker, which stops and restarts, and must prove its identity. */
class ExternalBrokerTest {
    private static final String QUEUE = "esbmt.management.reply.test";
    private static final String STORE_PASSWORD = "changeit";
    private static final Duration CONNECT = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> started = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : started) {
            each.close();
        }
    }

    @Test
    void theBusWorksWithTheSecondAddressWhenTheFirstDoesNotAnswer() throws Exception {
        EmbeddedBroker server = server();
        ExternalBroker broker =
                external(List.of(local(freePort()), local(server.port().orElseThrow())), serversPassword());
        TestBroker.awaitUp(broker);
        TestBroker.send(broker, QUEUE, "one");
        assertThat(TestBroker.drain(server, QUEUE)).containsExactly("one");
        try (var connection = broker.xaConnectionFactory().createXAConnection();
                var session = connection.createXASession()) {
            assertThat(session.getXAResource().recover(XAResource.TMSTARTRSCAN)).isEmpty();
        }
    }

    @Test
    void aWrongPasswordIsLoggedOnceAndACorrectedFileSuffices() throws Exception {
        EmbeddedBroker server = server();
        Path file = Files.writeString(folder.resolve("password"), "wrong");
        Address address = local(server.port().orElseThrow());
        try (CapturedLog log = new CapturedLog()) {
            ExternalBroker broker = external(List.of(address), file);
            String sentence = "The broker at " + address + " does not accept the user 'esbmt' with the password in "
                    + file + ": The user or the password is wrong (SecurityException).";
            awaitProblem(broker, sentence);
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> TestBroker.send(broker, QUEUE, "refused"));

            Files.copy(serversPassword(), file, StandardCopyOption.REPLACE_EXISTING);
            TestBroker.awaitUp(broker);
            assertThat(log.linesWith("does not accept")).isNotEmpty();
            List<String> lines = log.linesWith("The broker at");
            for (int i = 1; i < lines.size(); i++) {
                assertThat(lines.get(i)).isNotEqualTo(lines.get(i - 1));
            }
        }
    }

    @Test
    void aMissingFileIsNamed() throws Exception {
        Path file = folder.resolve("none");
        ExternalBroker broker = external(List.of(local(freePort())), file);
        awaitProblem(broker, "password.file " + file + " cannot be read: there is no such file (NoSuchFileException).");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> broker.connectionFactory().createConnection())
                .withMessageContaining("cannot be read");
    }

    @Test
    void aBrokerThatIsAwayIsUsedWhenItComesAndWhenItComesBack() throws Exception {
        int port = freePort();
        Path directory = folder.resolve("server");
        Path password = Files.writeString(folder.resolve("password"), "not yet known");
        ExternalBroker broker = external(List.of(local(port)), password);
        awaitProblem(
                broker,
                "The broker at tcp://127.0.0.1:" + port + " cannot be reached: Connection refused"
                        + " (ConnectException).");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> broker.connectionFactory().createConnection());
        for (int i = 0; i < 2; i++) {
            try (EmbeddedBroker server = TestBroker.started(directory, OptionalInt.of(port), TestBroker.limits())) {
                Files.writeString(password, Files.readString(directory.resolve("password")));
                TestBroker.awaitUp(broker);
                TestBroker.send(broker, QUEUE, "while it is there");
                assertThat(server.state().isUp()).isTrue();
            }
            await().atMost(TestBroker.LIMIT).until(() -> !broker.state().isUp());
        }
    }

    @Test
    void anUnknownHostIsNamed() throws Exception {
        Address nowhere = new Address(true, "broker.invalid", 61_617);
        ExternalBroker broker = external(List.of(nowhere), Files.writeString(folder.resolve("password"), "any"));
        awaitProblem(
                broker,
                "The broker at ssl://broker.invalid:61617 cannot be reached: no such host"
                        + " (UnknownHostException).");
    }

    @Test
    void aBrokerThatProvesToBeTheOneIsUsedOverTls() throws Exception {
        KeyStore keys = keys("server");
        int port = tlsServer(keys);
        ExternalBroker broker = tls("localhost", port, Optional.of(pem(keys, "server")));
        TestBroker.awaitUp(broker);
        TestBroker.send(broker, QUEUE, "one");
        assertThat(TestBroker.drain(broker, QUEUE)).containsExactly("one");
        try (var connection = broker.xaConnectionFactory().createXAConnection()) {
            connection.start();
        }
    }

    @Test
    void anotherAuthorityOrAnotherHostIsNotTrusted() throws Exception {
        KeyStore keys = keys("server");
        int port = tlsServer(keys);
        Path another = pem(keys("another"), "another");
        awaitProblem(
                tls("localhost", port, Optional.of(another)),
                "The broker at ssl://localhost:" + port
                        + " has a certificate that is not signed by an authority of the file " + another
                        + " (authorities.file).");
        awaitProblem(
                tls("localhost", port, Optional.empty()),
                "The broker at ssl://localhost:" + port
                        + " has a certificate that is not signed by an authority that Java"
                        + " trusts: set authorities.file to the file of its own.");
        awaitProblem(
                tls("127.0.0.1", port, Optional.of(pem(keys, "server"))),
                "The broker at ssl://127.0.0.1:" + port
                        + " has a certificate that is not taken: No subject alternative names"
                        + " matching IP address 127.0.0.1 found (CertificateException).");
    }

    @Test
    void aFileWithoutCertificatesIsNamed() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        awaitProblem(
                tls("localhost", freePort(), Optional.of(empty)),
                "authorities.file " + empty + " has no certificate in it.");
    }

    @Test
    void anObjectOfABrokerThatTakesThemIsNotMade() throws Exception {
        KeyStore keys = keys("server");
        ExternalBroker broker = tls("localhost", tlsServer(keys), Optional.of(pem(keys, "server")));
        TestBroker.awaitUp(broker);
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            var queue = session.createQueue(QUEUE);
            session.createProducer(queue).send(session.createObjectMessage(new ArrayList<>(List.of("gadget"))));
            connection.start();
            ObjectMessage message =
                    (ObjectMessage) session.createConsumer(queue).receive(TestBroker.RECEIVE);
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(message::getObject)
                    .withMessageContaining("Forbidden class java.util.ArrayList");
        }
    }

    private EmbeddedBroker server() {
        EmbeddedBroker server = TestBroker.started(folder.resolve("server"));
        started.add(server);
        return server;
    }

    private Path serversPassword() {
        return folder.resolve("server/password");
    }

    private static Address local(int port) {
        return new Address(false, "127.0.0.1", port);
    }

    private ExternalBroker external(List<Address> addresses, Path password) {
        return started(new External(addresses, Login.BUS_USER, password, Optional.empty(), CONNECT));
    }

    private ExternalBroker tls(String host, int port, Optional<Path> authorities) throws IOException {
        Path password = Files.writeString(folder.resolve("bus"), "secret");
        return started(new External(List.of(new Address(true, host, port)), "bus", password, authorities, CONNECT));
    }

    private ExternalBroker started(External external) {
        ExternalBroker broker = new ExternalBroker(external);
        started.add(0, broker);
        broker.start();
        return broker;
    }

    private static void awaitProblem(ExternalBroker broker, String sentence) {
        await().atMost(TestBroker.LIMIT)
                .untilAsserted(() -> assertThat(broker.state().problem()).contains(sentence));
    }

    /** A port of this test alone without a listener, until the test starts a broker on it. */
    private int freePort() throws IOException {
        Socket held = new Socket();
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        started.add(held);
        return held.getLocalPort();
    }

    /** An ActiveMQ with a common setup, which accepts objects, too. Its certificate is for localhost. */
    private int tlsServer(KeyStore keys) throws Exception {
        BrokerService server = new BrokerService();
        server.setBrokerName("tls");
        server.setPersistent(false);
        server.setUseJmx(false);
        server.setAdvisorySupport(false);
        server.setUseShutdownHook(false);
        server.setSchedulerSupport(false);
        server.setPlugins(
                new BrokerPlugin[] {next -> new BrokerAuthorization(next, List.of(new Login("bus", "secret", Role.BUS)))
                });
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, STORE_PASSWORD.toCharArray());
        server.setSslContext(new SslContext(managers.getKeyManagers(), null, null));
        server.addConnector("ssl://127.0.0.1:0");
        started.add(server::stop);
        server.start();
        server.waitUntilStarted();
        return server.getTransportConnectors().get(0).getConnectUri().getPort();
    }

    private static String certificate(byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    }

    private Path pem(KeyStore keys, String name) throws Exception {
        byte[] bytes = keys.getCertificate(name).getEncoded();
        return Files.writeString(folder.resolve(name + ".pem"), certificate(bytes), US_ASCII);
    }

    private KeyStore keys(String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor(TestBroker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(keytool.exitValue()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, STORE_PASSWORD.toCharArray());
        }
        return keys;
    }
}
