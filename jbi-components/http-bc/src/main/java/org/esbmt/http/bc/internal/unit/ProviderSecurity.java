package org.esbmt.http.bc.internal.unit;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.message.security.api.Tolerance;

/**
 * The proof of identity that a tenant's provider gives to its back end, and the proof that it asks of the answers. Names
 * are those of the tenant's keys, secrets, partners and authorities; values are in no assembly.
 *
 * @param credential the secret for {@code basic}, {@code bearer} and {@code username-token}; the key for signatures,
 * empty for the current one
 * @param recipient the partner for whom requests are encrypted; present for {@code signed-encrypted} alone
 * @param expect the protection of answers; only for signed requests, whose signature the answer confirms
 * @param partner the signer of the answers; present if there is an {@code expect}
 * @param tolerate practices of older back ends, for answers with a signature
 * @param clientCertificate the key for TLS
 * @param authority the authority that alone verifies the back end of TLS
 */
public record ProviderSecurity(
        Secure secure,
        Optional<String> credential,
        Optional<String> recipient,
        Protection expect,
        Optional<String> partner,
        Set<Tolerance> tolerate,
        Optional<String> clientCertificate,
        Optional<String> authority) {
    /** No proof in either direction. */
    public static final ProviderSecurity NONE = new ProviderSecurity(
            Secure.NONE,
            Optional.empty(),
            Optional.empty(),
            Protection.NONE,
            Optional.empty(),
            Set.of(),
            Optional.empty(),
            Optional.empty());

    public ProviderSecurity {
        requireNonNull(secure, "secure");
        requireNonNull(credential, "credential");
        requireNonNull(recipient, "recipient");
        requireNonNull(expect, "expect");
        requireNonNull(partner, "partner");
        tolerate = Set.copyOf(tolerate);
        requireNonNull(clientCertificate, "clientCertificate");
        requireNonNull(authority, "authority");
    }

    /** The kinds of proof, and the protection of requests. */
    public enum Secure {
        NONE,
        /** A name and a password in the HTTP head (RFC 7617). */
        BASIC,
        /** A token in the HTTP head (RFC 6750). */
        BEARER,
        /** A name and a password in the SOAP header (WSS UsernameToken Profile 1.1.1, PasswordText). */
        USERNAME_TOKEN,
        /** An X.509 signature over Timestamp, Body, and the WS-Addressing blocks that are there. */
        SIGNED,
        /** The same, and an encrypted Body. */
        SIGNED_ENCRYPTED;

        /** Returns true if the proof is a secret of the tenant, which its receiver could use as well. */
        public boolean isSecret() {
            return this == BASIC || this == BEARER || this == USERNAME_TOKEN;
        }

        public boolean isSigned() {
            return this == SIGNED || this == SIGNED_ENCRYPTED;
        }

        /** Returns true for a Security block in the message. */
        public boolean isInMessage() {
            return this == USERNAME_TOKEN || isSigned();
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns true for a provider that needs nothing of the tenant's keys. */
    public boolean isNone() {
        return secure == Secure.NONE && !hasOwnTls();
    }

    /** Returns true for connections that no other provider shares. */
    public boolean hasOwnTls() {
        return clientCertificate.isPresent() || authority.isPresent();
    }
}
