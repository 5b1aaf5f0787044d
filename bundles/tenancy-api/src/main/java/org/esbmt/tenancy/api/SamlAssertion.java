package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A SAML 2.0 assertion as read from a message. Its form is checked, and its content has the digest that its signature
 * names. The signature itself is not verified, so each value is a claim.
 *
 * @param subject the Issuer, and the NameID of the Subject
 * @param audiences at least one restriction; each of them must name the receiver
 * @param notBefore the first moment of its validity by the issuer's clock
 * @param notOnOrAfter the moment at which its validity has ended
 * @param recipient the URL of the only receiver, if there is one
 * @param holder the DER encoding of the certificate whose key the sender must have (holder-of-key), not a copy; empty for
 * an assertion whose bearer is taken for its subject
 */
public record SamlAssertion(
        TokenSubject subject,
        List<Set<String>> audiences,
        Instant notBefore,
        Instant notOnOrAfter,
        Optional<String> recipient,
        Optional<byte[]> holder,
        Signature signature) {

    public SamlAssertion {
        requireNonNull(subject, "subject");
        audiences = List.copyOf(audiences);
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notOnOrAfter, "notOnOrAfter");
        requireNonNull(recipient, "recipient");
        requireNonNull(holder, "holder");
        requireNonNull(signature, "signature");
        if (audiences.isEmpty()) {
            throw new IllegalArgumentException("an assertion has an audience");
        }
    }

    /** The signature of the issuer. No array is copied. */
    public static final class Signature {
        private final TokenAlgorithm algorithm;
        private final byte[] signed;
        private final byte[] value;
        private final Optional<byte[]> certificate;

        /**
         * @param algorithm of the same operation as the one that SignatureMethod names
         * @param signed SignedInfo in canonical form
         * @param certificate the DER encoding of a certificate beside the signature: a hint for the choice among the
         * issuer's keys, and never a key itself
         */
        public Signature(TokenAlgorithm algorithm, byte[] signed, byte[] value, Optional<byte[]> certificate) {
            this.algorithm = requireNonNull(algorithm, "algorithm");
            this.signed = requireNonNull(signed, "signed");
            this.value = requireNonNull(value, "value");
            this.certificate = requireNonNull(certificate, "certificate");
        }

        public TokenAlgorithm algorithm() {
            return algorithm;
        }

        public byte[] signed() {
            return signed;
        }

        public byte[] value() {
            return value;
        }

        public Optional<byte[]> certificate() {
            return certificate;
        }
    }

    /** Never shows the assertion: its bearer is taken for its subject. */
    @Override
    public String toString() {
        return "SAML assertion";
    }
}
