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
 * @param confirmed the value of the signature of the request, in Base64; only with a signer, for an answer that confirms it
 * (WSS SOAP Message Security 1.1.1, section 8.5)
 * @param usernameToken names a user with a password; only without signature and encryption, so for TLS
 */
public record OutgoingSecurity(
        Optional<Signer> signer,
        Optional<X509Certificate> recipient,
        boolean keepKey,
        Optional<String> confirmed,
        Optional<UsernameToken> usernameToken) {

    public OutgoingSecurity {
        requireNonNull(signer, "signer");
        requireNonNull(recipient, "recipient");
        requireNonNull(confirmed, "confirmed");
        requireNonNull(usernameToken, "usernameToken");
        boolean protectedByKeys = signer.isPresent() || recipient.isPresent();
        if (protectedByKeys == usernameToken.isPresent()) {
            throw new IllegalArgumentException("a message is signed or encrypted, or both, or has a UsernameToken");
        }
        if (confirmed.isPresent() && signer.isEmpty()) {
            throw new IllegalArgumentException("a message without a signature confirms none");
        }
    }

    /** A message without a UsernameToken. */
    public OutgoingSecurity(Optional<Signer> signer, Optional<X509Certificate> recipient, boolean keepKey) {
        this(signer, recipient, keepKey, Optional.empty(), Optional.empty());
    }

    public static OutgoingSecurity named(String user, String password) {
        return new OutgoingSecurity(
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.of(new UsernameToken(user, password)));
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
    /**
     * A user's name and password in the clear (WSS UsernameToken Profile 1.1.1, PasswordText), with a new Nonce and the
     * present as Created. {@link #toString} shows no password.
     *
     * @param user without characters that XML does not have, as the password
     */
    public record UsernameToken(String user, String password) {
        public UsernameToken {
            requireNonNull(user, "user");
            requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return "UsernameToken of " + user;
        }
    }
}
