package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.tenancy.api.CertificateDigest;

/** The content of a Security block, while it is read and afterwards. */
final class SecurityBlock {
    int from;
    int to;
    SignatureBlock signature;
    TimestampBlock timestamp;
    /** Null if nothing is encrypted. */
    WrappedKey key;
    /** The BinarySecurityToken's identifier and content; null if there is none. */
    byte[] tokenIdentifier;

    byte[] token;
    /** The identifiers of the encrypted parts. */
    final List<byte[]> listed = new ArrayList<>();

    /** The digest of the signer's certificate. */
    CertificateDigest certificate() throws SecurityRefusedException {
        CertificateSource source = signature.certificate;
        if (source.der != null) {
            return CertificateDigest.of(source.der);
        }
        invalidIf(
                token == null || !Arrays.equals(source.token, tokenIdentifier), "The signer's certificate is missing.");
        return CertificateDigest.of(token);
    }
}
