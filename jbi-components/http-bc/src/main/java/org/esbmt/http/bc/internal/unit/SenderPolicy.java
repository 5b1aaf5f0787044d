package org.esbmt.http.bc.internal.unit;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.esbmt.message.security.api.Tolerance;

/**
 * The proofs of identity that a tenant's consumer accepts, and the protection of its messages and answers. A message
 * with another proof or less protection is refused, so the removal of a security header gains nothing.
 *
 * @param accept at least one
 * @param protect for messages with a signature
 * @param answer for answers of the service; the bus's own faults are never signed
 * @param tolerate practices of older clients, for messages with a signature
 */
public record SenderPolicy(Set<Proof> accept, Protection protect, Protection answer, Set<Tolerance> tolerate) {
    /** A password in the TenantContext. */
    public static final SenderPolicy PASSWORD =
            new SenderPolicy(EnumSet.of(Proof.PASSWORD), Protection.NONE, Protection.NONE, Set.of());

    private static final Set<Proof> CERTIFIED = EnumSet.of(
            Proof.SIGNATURE, Proof.SESSION, Proof.TIMESTAMP_SIGNATURE, Proof.SAML_KEY, Proof.CLIENT_CERTIFICATE);

    public SenderPolicy {
        accept = Set.copyOf(accept);
        tolerate = Set.copyOf(tolerate);
    }

    /** The kinds of proof, the first that a message carries first. */
    public enum Proof {
        /** The password of the TenantContext. */
        PASSWORD,
        /** An X.509 signature (WS-Security X.509 Token Profile 1.1.1) by a certificate of the user. */
        SIGNATURE,
        /** A signature under a session of WS-SecureConversation that began with a signature of the first kind. */
        SESSION,
        /** A signature of the first kind over the Timestamp alone, in a message over TLS. */
        TIMESTAMP_SIGNATURE,
        /**
         * A signature by the key of a certificate that a SAML 2.0 assertion names as its holder's (holder-of-key), and that
         * assertion.
         */
        SAML_KEY,
        /** A UsernameToken with the password in the clear, in a message over TLS. */
        USERNAME_TOKEN,
        /** A SAML 2.0 assertion for its bearer, in a message over TLS. */
        SAML,
        /** A JSON Web Token in the field Authorization, in a request over TLS. */
        BEARER,
        /** The client certificate of TLS. */
        CLIENT_CERTIFICATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The protection of a message by WS-Security 1.1.1. */
    public enum Protection {
        NONE,
        /** A signature over Timestamp, Body, and the TenantContext and WS-Addressing blocks that are there. */
        SIGNED,
        /** The same, and an encrypted Body. */
        SIGNED_ENCRYPTED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns true for a policy whose messages are read or secured by the services of WS-Security. */
    public boolean needsMessageSecurity() {
        return hasSignatures() || accept.contains(Proof.SAML);
    }

    /** Returns true for a policy with signatures of senders or of the bus. */
    boolean hasSignatures() {
        return signsWhole() || accept.contains(Proof.TIMESTAMP_SIGNATURE) || answer != Protection.NONE;
    }

    /** Returns true if there are senders who sign the Body. */
    boolean signsWhole() {
        return accept.contains(Proof.SIGNATURE) || accept.contains(Proof.SAML_KEY);
    }

    /** Returns true for a policy that takes messages over TLS alone. */
    public boolean needsTls() {
        return !accept.contains(Proof.PASSWORD) && !signsWhole();
    }

    /** Returns true for a policy that is not that of every endpoint without a tenant. */
    boolean asksForTenant() {
        return needsMessageSecurity() || !accept.equals(PASSWORD.accept);
    }

    /** Returns true if every sender has a certificate. */
    boolean certified() {
        return CERTIFIED.containsAll(accept);
    }
}
