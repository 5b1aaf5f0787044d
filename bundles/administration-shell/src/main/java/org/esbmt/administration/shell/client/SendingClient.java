package org.esbmt.administration.shell.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.karaf.client.ClientConfig;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.io.output.NoCloseOutputStream;

/** Runs one command of the shell and sends this process's standard input to it. Karaf's client cannot do that. */
final class SendingClient {
    private static final Duration CONNECT = Duration.ofSeconds(30);
    /** A login after wrong passwords is delayed for some seconds. */
    private static final Duration LOG_IN = Duration.ofSeconds(60);

    private SendingClient() {}

    /**
     * Runs the command.
     *
     * @param key the key of the server, compared before any data is sent; empty for any server
     * @return the command's status, or 1 if there is no session
     */
    static int run(ClientConfig config, Optional<HostKey> key) {
        try (SshClient client = SshClient.setUpDefaultClient()) {
            // Without the user's own keys and configuration.
            client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
            client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
            client.setServerKeyVerifier((session, address, shown) ->
                    key.map(expected -> expected.isThis(shown)).orElse(true));
            client.start();
            try (ClientSession session = client.connect(config.getUser(), config.getHost(), config.getPort())
                    .verify(CONNECT)
                    .getSession()) {
                if (config.getPassword() != null) {
                    session.addPasswordIdentity(config.getPassword());
                }
                session.auth().verify(LOG_IN);
                return send(session, config.getCommand());
            }
        } catch (SshException e) {
            System.err.println(e.getMessage());
        } catch (IOException e) {
            System.err.println("Failed to get the session. " + e.getMessage());
        }
        return 1;
    }

    private static int send(ClientSession session, String command) throws IOException {
        try (ChannelExec channel = session.createExecChannel(command)) {
            channel.setIn(new Unclosed(System.in));
            channel.setOut(new NoCloseOutputStream(System.out));
            channel.setErr(new NoCloseOutputStream(System.err));
            channel.open().verify(CONNECT);
            channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), 0);
            Integer status = channel.getExitStatus();
            return status == null ? 1 : status;
        }
    }

    /** Standard input that is never closed, so that the client does not wait for its end after an early refusal. */
    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // The stream ends with the process.
        }
    }
}
