package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.xml.Markup;
import org.esbmt.tenancy.api.CertificateDigest;

/** The content of a Security block, while it is read and afterwards. */
final class SecurityBlock {
    int from;
    int to;
    SignatureBlock signature;
    TimestampBlock timestamp;
    /** The confirmation of the request's signature; null if there is none. */
    Markup confirmation;
    /** Null if there is none. */
    ReadAssertion assertion;
    /** Null if nothing is encrypted, or under a session. */
    WrappedKey key;
    /** Null if the signature is that of a certificate's key. */
    SessionBlock session;
    /** Derived keys of the session: that of the signature, and one for content. */
    final List<DerivedKey> derived = new ArrayList<>();
    /** The BinarySecurityToken's identifier and content; null if there is none. */
    byte[] tokenIdentifier;

    byte[] token;
    /** The next token of each is the start tag of a token, which a signature may cover. */
    final List<Markup> tokens = new ArrayList<>();
    /** The identifiers of the encrypted parts. */
    final List<byte[]> listed = new ArrayList<>();

    /** The identifier of the key that content is encrypted with; null if there is none. */
    byte[] contentKey() {
        if (key != null) {
            return key.identifier;
        }
        DerivedKey forContent = derivedForContent();
        return forContent == null ? null : forContent.place;
    }

    boolean decrypts() {
        return key != null || derivedForContent() != null;
    }

    /** The derived key that the signature names. */
    DerivedKey derivedForSignature() {
        return derived.get(isForSignature(derived.get(0)) ? 0 : 1);
    }

    /** The derived key that the signature does not name; null if there is none. */
    DerivedKey derivedForContent() {
        return derived.size() < 2 ? null : derived.get(isForSignature(derived.get(0)) ? 1 : 0);
    }

    private boolean isForSignature(DerivedKey one) {
        return Arrays.equals(one.place, signature.derivedKey);
    }

    /** A session has its token and its keys, and nothing of a certificate. A certificate has nothing of a session. */
    void checkKind() throws SecurityRefusedException {
        if (signature.derivedKey == null) {
            invalidIf(session != null || !derived.isEmpty(), "A signature with a certificate has a session, too.");
            return;
        }
        invalidIf(session == null, "A signature by HMAC has no session.");
        invalidIf(token != null || key != null, "A message of a session has a certificate or an encrypted key, too.");
        invalidIf(assertion != null, "A message of a session has an assertion, too.");
        int forSignature = 0;
        for (DerivedKey one : derived) {
            invalidIf(
                    one.version != session.version || !Arrays.equals(one.token, session.place),
                    "A key is derived from another token than the session's.");
            forSignature += isForSignature(one) ? 1 : 0;
        }
        invalidIf(forSignature != 1, "The signature names no derived key, or two.");
    }

    /** The digest of the signer's certificate, which is that of the holder if there is an assertion. */
    CertificateDigest certificate() throws SecurityRefusedException {
        byte[] certificate = signerCertificate();
        if (assertion != null) {
            Optional<byte[]> holder = assertion.claims.holder();
            invalidIf(holder.isEmpty(), "A signed message has an assertion that names no holder.");
            invalidIf(!Arrays.equals(certificate, holder.get()), "The signer is not the holder of the assertion.");
        }
        return CertificateDigest.of(certificate);
    }

    private byte[] signerCertificate() throws SecurityRefusedException {
        CertificateSource source = signature.certificate;
        if (source.der != null) {
            return source.der;
        }
        if (source.assertion != null) {
            invalidIf(
                    assertion == null || !Arrays.equals(source.assertion, assertion.identifier),
                    "The signer's assertion is missing.");
            return assertion.claims.holder().orElse(null);
        }
        invalidIf(
                token == null || !Arrays.equals(source.token, tokenIdentifier), "The signer's certificate is missing.");
        return token;
    }
}
