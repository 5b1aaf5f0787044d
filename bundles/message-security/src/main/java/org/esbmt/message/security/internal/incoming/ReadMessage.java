package org.esbmt.message.security.internal.incoming;

import static java.util.Objects.requireNonNull;

import java.security.PublicKey;
import java.time.Clock;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.tenancy.api.CertificateDigest;

/** A received message that follows the grammar, with the tools to open it. */
public final class ReadMessage implements SecuredMessage {
    private final MessageReader read;
    private final CertificateDigest certificate;
    private final OperationsPool pool;
    private final KeptKeys keptKeys;
    private final Clock clock;

    private ReadMessage(MessageReader read, OperationsPool pool, KeptKeys keptKeys, Clock clock)
            throws SecurityRefusedException {
        this.read = read;
        this.certificate = read.security.certificate();
        this.pool = pool;
        this.keptKeys = keptKeys;
        this.clock = clock;
    }

    /** Reads a message. */
    public static ReadMessage of(
            byte[] message, SecurityProfile profile, OperationsPool pool, KeptKeys keptKeys, Clock clock)
            throws SecurityRefusedException {
        MessageReader reader = new MessageReader(message, profile);
        reader.read();
        return new ReadMessage(reader, pool, keptKeys, clock);
    }

    @Override
    public CertificateDigest certificate() {
        return certificate;
    }

    @Override
    public boolean encrypted() {
        return !read.encrypted.isEmpty();
    }

    @Override
    public OpenedMessage open(PublicKey sender, DecryptionKeys keys) throws SecurityRefusedException {
        requireNonNull(sender, "sender");
        requireNonNull(keys, "keys");
        Operations operations = pool.take();
        try {
            return new Opening(read, certificate, operations, keptKeys, clock.millis()).open(sender, keys);
        } finally {
            pool.giveBack(operations);
        }
    }
}
