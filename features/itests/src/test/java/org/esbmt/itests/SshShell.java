package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ChannelShell;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.esbmt.harness.BusHome;

/** A session of an SSH client with the shell. One thread. */
final class SshShell implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(3);

    private final SshClient client;
    private final ClientSession session;

    /** The exit status of a command, and its standard output and error together. */
    record Result(int status, String output) {}

    private SshShell(SshClient client, ClientSession session) {
        this.client = client;
        this.session = session;
    }

    /** @throws IOException if the bus refuses the login */
    static SshShell logIn(BusHome home, BusHome.Credentials credentials) throws IOException {
        return logIn(home, credentials, InetAddress.getLoopbackAddress());
    }

    /**
     * Logs in from an address of this machine.
     *
     * @throws IOException if the bus refuses the login
     */
    static SshShell logIn(BusHome home, BusHome.Credentials credentials, InetAddress from) throws IOException {
        return logIn(home, credentials.login(), from, Optional.of(credentials.password()), Optional.empty());
    }

    /** @throws IOException if the bus refuses the login */
    static SshShell logIn(BusHome home, String login, KeyPair key) throws IOException {
        return logIn(home, login, InetAddress.getLoopbackAddress(), Optional.empty(), Optional.of(key));
    }

    private static SshShell logIn(
            BusHome home, String login, InetAddress from, Optional<String> password, Optional<KeyPair> key)
            throws IOException {
        SshClient client = SshClient.setUpDefaultClient();
        // Without the keys, known hosts and configuration of the user who runs the tests.
        client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.start();
        try {
            ClientSession session = client.connect(
                            login,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), home.sshPort()),
                            new InetSocketAddress(from, 0))
                    .verify(SOON)
                    .getSession();
            password.ifPresent(session::addPasswordIdentity);
            key.ifPresent(session::addPublicKeyIdentity);
            session.auth().verify(SOON);
            return new SshShell(client, session);
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Runs a command. Call once: Karaf ends the session with its first command. */
    Result run(String command) throws IOException {
        return run(command, new byte[0]);
    }

    /** As {@link #run(String)}, with an input for the command. */
    Result run(String command, byte[] input) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ChannelExec channel = session.createExecChannel(command)) {
            channel.setIn(new ByteArrayInputStream(input));
            channel.setOut(output);
            channel.setErr(output);
            channel.open().verify(SOON);
            if (channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), SOON).contains(ClientChannelEvent.TIMEOUT)) {
                throw new IOException(command + " has not ended; it said: " + output.toString(UTF_8));
            }
            Integer status = channel.getExitStatus();
            return new Result(status == null ? -1 : status, output.toString(UTF_8));
        }
    }

    /** The text before the first prompt. */
    String welcome() throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ChannelShell channel = session.createShellChannel()) {
            channel.setOut(output);
            channel.setErr(output);
            channel.open().verify(SOON);
            await().atMost(SOON).until(() -> output.toString(UTF_8).contains("@esbmt()>"));
            return output.toString(UTF_8);
        }
    }

    @Override
    public void close() throws IOException {
        session.close();
        client.close();
    }
}
