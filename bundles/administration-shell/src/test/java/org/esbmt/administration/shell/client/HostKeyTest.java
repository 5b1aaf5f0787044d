package org.esbmt.administration.shell.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.SshServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests use real servers. */
class HostKeyTest {
    private static final String HOST = "127.0.0.1";

    private static KeyPair ours;
    private static KeyPair anothers;

    @TempDir
    Path etc;

    private final Queue<String> logins = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> broken = new ConcurrentLinkedQueue<>();
    private Path file;

    @BeforeAll
    static void generate() throws GeneralSecurityException {
        ours = pair();
        anothers = pair();
    }

    @BeforeEach
    void create() {
        file = etc.resolve("host.key.pub");
    }

    @Test
    void theServerWithTheKeyIsTheBus() throws Exception {
        write();
        try (SshServer server = server(ours)) {
            assertThat(new HostKey(file).isProvenBy(HOST, server.getPort())).isTrue();
        }
        assertThat(logins).as("nobody logs in for it").isEmpty();
    }

    /** The bus logs a broken connection as a warning. It is a race, so the test connects several times. */
    @Test
    void theServerSeesAnOrderlyEnd() throws Exception {
        write();
        try (SshServer server = server(ours)) {
            for (int i = 0; i < 20; i++) {
                assertThat(new HostKey(file).isProvenBy(HOST, server.getPort())).isTrue();
            }
            await().until(() -> server.getActiveSessions().isEmpty());
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void aServerWithAnotherKeyIsRefused() throws Exception {
        write();
        try (SshServer server = server(anothers)) {
            assertThatThrownBy(() -> new HostKey(file).isProvenBy(HOST, server.getPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not prove to be this bus")
                    .hasMessageContaining(file.toString());
        }
        assertThat(logins).isEmpty();
    }

    @Test
    void withoutTheFileEveryServerIsRefused() throws Exception {
        try (SshServer server = server(ours)) {
            assertThatThrownBy(() -> new HostKey(file).isProvenBy(HOST, server.getPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("which cannot be read");
        }
    }

    @Test
    void aClosedPortHasNoServer() throws Exception {
        write();
        // A socket that does not listen keeps the port from other processes.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertThat(new HostKey(file).isProvenBy(HOST, bound.getLocalPort())).isFalse();
        }
    }

    private SshServer server(KeyPair key) throws IOException {
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost(HOST);
        server.setPort(0);
        server.setKeyPairProvider(KeyPairProvider.wrap(key));
        server.setPasswordAuthenticator((user, password, session) -> logins.add(user));
        server.addSessionListener(new SessionListener() {
            @Override
            public void sessionException(Session session, Throwable problem) {
                broken.add(problem);
            }
        });
        server.start();
        return server;
    }

    private static KeyPair pair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    /** Writes the key in the same form as Karaf. */
    private void write() throws IOException {
        Files.writeString(
                file,
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(ours.getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
    }
}
