package org.esbmt.message.security.internal.incoming;

import static java.util.Objects.requireNonNull;

import java.security.PublicKey;
import java.time.Clock;
import java.util.Optional;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.SamlAssertion;

/** A received message that follows the grammar, with the tools to open it. */
public final class ReadMessage implements SecuredMessage {
    private final MessageReader read;
    /** Null for a message of a session. */
    private final CertificateDigest certificate;

    private final OperationsPool pool;
    private final KeptKeys keptKeys;
    private final Clock clock;

    private ReadMessage(MessageReader read, OperationsPool pool, KeptKeys keptKeys, Clock clock)
            throws SecurityRefusedException {
        this.read = read;
        this.certificate = read.security.session == null ? read.security.certificate() : null;
        this.pool = pool;
        this.keptKeys = keptKeys;
        this.clock = clock;
    }

    /** Reads a message. */
    public static ReadMessage of(
            byte[] message, SecurityProfile profile, OperationsPool pool, KeptKeys keptKeys, Clock clock)
            throws SecurityRefusedException {
        return of(new MessageReader(message, profile), pool, keptKeys, clock);
    }

    /** Reads the answer to the request with this signature. */
    public static ReadMessage ofAnswer(
            byte[] answer,
            SecurityProfile profile,
            byte[] signature,
            OperationsPool pool,
            KeptKeys keptKeys,
            Clock clock)
            throws SecurityRefusedException {
        return of(MessageReader.ofAnswer(answer, profile, signature), pool, keptKeys, clock);
    }

    private static ReadMessage of(MessageReader reader, OperationsPool pool, KeptKeys keptKeys, Clock clock)
            throws SecurityRefusedException {
        reader.read();
        return new ReadMessage(reader, pool, keptKeys, clock);
    }

    @Override
    public CertificateDigest certificate() {
        checkSession(false);
        return certificate;
    }

    private void checkSession(boolean expected) {
        if (expected != (certificate == null)) {
            throw new IllegalStateException(
                    expected ? "the message is signed with a certificate" : "the message is signed under a session");
        }
    }

    @Override
    public Optional<SamlAssertion> assertion() {
        return Optional.ofNullable(read.security.assertion).map(found -> found.claims);
    }

    @Override
    public Optional<SessionToken> session() {
        if (certificate != null) {
            return Optional.empty();
        }
        SessionBlock session = read.security.session;
        DerivedKey forContent = read.security.derivedForContent();
        return Optional.of(new SessionToken(
                session.identifier,
                session.version.version(),
                read.security.derivedForSignature().length,
                forContent == null ? ContentCipher.AES_128_GCM.keyBytes() : forContent.length));
    }

    @Override
    public boolean encrypted() {
        return !read.encrypted.isEmpty();
    }

    @Override
    public OpenedMessage open(PublicKey sender, DecryptionKeys keys) throws SecurityRefusedException {
        requireNonNull(sender, "sender");
        requireNonNull(keys, "keys");
        checkSession(false);
        Operations operations = pool.take();
        try {
            return new Opening(read, certificate, operations, keptKeys, clock.millis()).open(sender, keys);
        } finally {
            pool.giveBack(operations);
        }
    }

    @Override
    public OpenedMessage open(Session of) throws SecurityRefusedException {
        requireNonNull(of, "of");
        checkSession(true);
        Operations operations = pool.take();
        try {
            return new Opening(read, of.certificate(), operations, keptKeys, clock.millis()).open(of);
        } finally {
            pool.giveBack(operations);
        }
    }
}
