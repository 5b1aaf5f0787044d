package org.esbmt.administration.shell.client;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.future.ConnectFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSession.ClientSessionEvent;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.buffer.Buffer;

/** The public host key of a bus, X.509 in PEM as Karaf writes it. */
final class HostKey {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path file;

    /** @param file may be missing: the bus creates it at the first connection */
    HostKey(Path file) {
        this.file = requireNonNull(file, "file");
    }

    /**
     * Connects, lets the server prove its key, and disconnects before any login.
     *
     * @return false if no process listens there
     * @throws IOException if a server with another key, or with none, listens there; the message is for the user
     */
    boolean isProvenBy(String host, int port) throws IOException {
        CompletableFuture<Boolean> proven = new CompletableFuture<>();
        try (SshClient client = SshClient.setUpDefaultClient()) {
            // Without the user's own keys and configuration.
            client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
            client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
            // Called with a key that has signed this exchange.
            client.setServerKeyVerifier((session, address, key) -> {
                boolean same = isThis(key);
                proven.complete(same);
                return same;
            });
            client.start();
            ConnectFuture connecting = client.connect("nobody", host, port);
            connecting.await(LIMIT);
            if (!connecting.isConnected()) {
                return false;
            }
            connecting.getSession().addCloseFutureListener(closed -> proven.complete(false));
            proven.completeOnTimeout(false, LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (proven.join()) {
                disconnect(connecting.getSession());
                return true;
            }
        }
        throw new IOException(
                "The process that listens at " + host + ":" + port + " does not prove to be this bus by the key in "
                        + file + (Files.isReadable(file) ? "" : ", which cannot be read")
                        + ", so nothing is sent to it. See which process has that port, and bin/status.");
    }

    /** Ends the session as SSH does it, since the bus logs a broken connection as a warning. */
    private static void disconnect(ClientSession session) throws IOException {
        session.waitFor(EnumSet.of(ClientSessionEvent.WAIT_AUTH, ClientSessionEvent.CLOSED), LIMIT);
        Buffer buffer = session.createBuffer(SshConstants.SSH_MSG_DISCONNECT);
        buffer.putUInt(SshConstants.SSH2_DISCONNECT_BY_APPLICATION);
        buffer.putString("");
        buffer.putString("");
        session.writePacket(buffer);
        session.waitFor(EnumSet.of(ClientSessionEvent.CLOSED), LIMIT);
    }

    /** Compares a key. False, too, if the file cannot be read. */
    boolean isThis(PublicKey key) {
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII).replaceAll("-----[A-Z ]+-----", "");
            return MessageDigest.isEqual(
                    key.getEncoded(), Base64.getMimeDecoder().decode(text));
        } catch (IOException | IllegalArgumentException e) {
            // Without the file no key can be verified.
            return false;
        }
    }
}
