package org.esbmt.message.security.internal.incoming;

import java.util.List;
import org.esbmt.message.security.internal.crypto.SignatureAlgorithm;

/** A Signature that follows the grammar. */
final class SignatureBlock {
    final SignatureAlgorithm algorithm;
    /** SignedInfo in canonical form: the bytes that are signed, and those that the references were read from. */
    final byte[] signedInfo;

    final List<SignedReference> references;
    final byte[] value;
    final CertificateSource certificate;

    SignatureBlock(
            SignatureAlgorithm algorithm,
            byte[] signedInfo,
            List<SignedReference> references,
            byte[] value,
            CertificateSource certificate) {
        this.algorithm = algorithm;
        this.signedInfo = signedInfo;
        this.references = references;
        this.value = value;
        this.certificate = certificate;
    }
}
