package org.esbmt.message.security.internal.incoming;

import java.util.List;
import org.esbmt.message.security.internal.crypto.SignatureAlgorithm;

/** A Signature that follows the grammar. */
final class SignatureBlock {
    /** Null for HMAC-SHA256 under a session. */
    final SignatureAlgorithm algorithm;
    /** SignedInfo in canonical form: the bytes that are signed, and those that the references were read from. */
    final byte[] signedInfo;

    final List<SignedReference> references;
    final byte[] value;
    /** Null for HMAC-SHA256. */
    final CertificateSource certificate;
    /** The identifier of the DerivedKeyToken of HMAC-SHA256; null for the key of a certificate. */
    final byte[] derivedKey;

    SignatureBlock(
            SignatureAlgorithm algorithm,
            byte[] signedInfo,
            List<SignedReference> references,
            byte[] value,
            CertificateSource certificate,
            byte[] derivedKey) {
        this.algorithm = algorithm;
        this.signedInfo = signedInfo;
        this.references = references;
        this.value = value;
        this.certificate = certificate;
        this.derivedKey = derivedKey;
    }
}
