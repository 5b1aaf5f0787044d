package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * The protection of a message that leaves the bus.
 *
 * @param signer signs the message; empty for no signature
 * @param recipient the certificate to whose RSA key the Body is encrypted; empty for no encryption
 * @param keepKey uses one EncryptedKey for the messages of some minutes to the same recipient, so that neither side
 * needs RSA for each of them. The recipient can then link these messages, and nobody can read more of them
 */
public record OutgoingSecurity(Optional<Signer> signer, Optional<X509Certificate> recipient, boolean keepKey) {

    public OutgoingSecurity {
        requireNonNull(signer, "signer");
        requireNonNull(recipient, "recipient");
        if (signer.isEmpty() && recipient.isEmpty()) {
            throw new IllegalArgumentException("a message is signed or encrypted, or both");
        }
    }

    public static OutgoingSecurity signed(PrivateKey key, X509Certificate certificate) {
        return new OutgoingSecurity(Optional.of(new Signer(key, certificate)), Optional.empty(), false);
    }

    public static OutgoingSecurity signedAndEncrypted(
            PrivateKey key, X509Certificate certificate, X509Certificate recipient) {
        return new OutgoingSecurity(Optional.of(new Signer(key, certificate)), Optional.of(recipient), false);
    }

    /**
     * The key of a signature: RSA of 2,048 to 4,096 bits, EC on P-256 or P-384, or Ed25519.
     *
     * @param certificate goes along with the message
     */
    public record Signer(PrivateKey key, X509Certificate certificate) {
        public Signer {
            requireNonNull(key, "key");
            requireNonNull(certificate, "certificate");
        }
    }
}
