package org.esbmt.message.security.api;

import java.security.PublicKey;
import java.util.Optional;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.SamlAssertion;

/** A message whose Security block follows the grammar. Its sender is a claim that {@link #open} proves. */
public interface SecuredMessage {

    /**
     * The certificate whose key the message claims to be signed with.
     *
     * @throws IllegalStateException if the message is signed under a session, which only profiles with {@link
     * SecurityProfile#sessions()} let pass
     */
    CertificateDigest certificate();

    /**
     * The assertion that the message claims to prove its sender with. Its holder has {@link #certificate()}, which then
     * need not be registered. Empty for a message without one.
     */
    Optional<SamlAssertion> assertion();

    /** The token of the session under which the message claims to be signed; empty for one with a certificate. */
    Optional<SessionToken> session();

    /** True if a part of the message is encrypted, so that {@link #open} needs a private key. */
    boolean encrypted();

    /**
     * Verifies the signature, decrypts, and compares the digests of all signed parts. Decryption takes up to a
     * millisecond, so no event loop may call it. Call it once.
     *
     * @param sender the public key of {@link #certificate()}, from the sender's registration or a verified assertion,
     * and never from the message alone
     * @param keys the keys of the tenant for which the message is
     * @throws IllegalStateException if the message is signed under a session
     * @throws SecurityRefusedException {@code EXPIRED} if the sender's signature is good, and its time is over or has not
     * begun; {@code INVALID} in all other cases
     */
    OpenedMessage open(PublicKey sender, DecryptionKeys keys) throws SecurityRefusedException;

    /**
     * The same for a message of a session: its signature is verified and its parts are decrypted by keys that are derived
     * from the session's key, without RSA. The caller has compared tenant, user and certificate with the registry.
     *
     * @param of the session of {@link #session()}
     */
    OpenedMessage open(Session of) throws SecurityRefusedException;
}
