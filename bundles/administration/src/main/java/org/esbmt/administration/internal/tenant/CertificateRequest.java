package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Map.entry;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.esbmt.administration.api.command.Content;
import org.esbmt.tenancy.api.UserId;

/**
 * A request of PKCS#10 (RFC 2986), as the proof that somebody has the private key of a certificate. Its attributes are
 * not read.
 */
final class CertificateRequest {
    private static final Pattern PEM = Pattern.compile(
            "\\s*+-----BEGIN (NEW )?CERTIFICATE REQUEST-----\\s([A-Za-z0-9+/=\\s]++)-----END (NEW )?CERTIFICATE REQUEST-----\\s*+");
    /** The content of an object identifier in hexadecimal, and the algorithm of the JDK. */
    private static final Map<String, String> ALGORITHMS = Map.ofEntries(
            entry("2a864886f70d01010b", "SHA256withRSA"),
            entry("2a864886f70d01010c", "SHA384withRSA"),
            entry("2a864886f70d01010d", "SHA512withRSA"),
            entry("2a8648ce3d040302", "SHA256withECDSA"),
            entry("2a8648ce3d040303", "SHA384withECDSA"),
            entry("2a8648ce3d040304", "SHA512withECDSA"),
            entry("2b6570", "Ed25519"));

    private final byte[] signed;
    private final X500Principal subject;
    private final byte[] key;
    private final String algorithm;
    private final byte[] signature;

    private CertificateRequest(byte[] der) {
        DerReader request = new DerReader(der).last(DerReader.SEQUENCE).reader();
        DerReader.Value content = request.next(DerReader.SEQUENCE);
        this.signed = content.whole();
        DerReader identifier = request.next(DerReader.SEQUENCE).reader();
        String oid = HexFormat.of()
                .formatHex(identifier.next(DerReader.OBJECT_IDENTIFIER).content());
        this.algorithm = ALGORITHMS.getOrDefault(oid, "");
        byte[] bits = request.last(DerReader.BIT_STRING).content();
        if (bits.length < 2 || bits[0] != 0) {
            throw DerReader.malformed();
        }
        this.signature = Arrays.copyOfRange(bits, 1, bits.length);

        DerReader fields = content.reader();
        if (!Arrays.equals(fields.next(DerReader.INTEGER).content(), new byte[] {0})) {
            throw DerReader.malformed();
        }
        this.subject = new X500Principal(fields.next(DerReader.SEQUENCE).whole());
        this.key = fields.next(DerReader.SEQUENCE).whole();
        if (!fields.atEnd()) {
            fields.last(DerReader.CONTEXT_0);
        }
    }

    /**
     * Reads a request in PEM or DER.
     *
     * @throws IllegalArgumentException if it is none
     */
    static CertificateRequest of(Content content) {
        byte[] bytes = SenderCertificate.bytes(content, "a request");
        Matcher pem = PEM.matcher(new String(bytes, ISO_8859_1));
        try {
            return new CertificateRequest(
                    pem.matches() ? Base64.getMimeDecoder().decode(pem.group(2)) : bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the request is not one request of PKCS#10 in PEM or DER", e);
        }
    }

    /**
     * Checks that the key of the certificate signed this request for this user.
     *
     * @throws IllegalArgumentException naming what the request lacks
     */
    void check(X509Certificate certificate, UserId user) {
        if (!subject.getName().equals("CN=" + user)) {
            throw new IllegalArgumentException(
                    "the subject of the request is the user's identifier as its only common name: /CN=" + user);
        }
        if (algorithm.isEmpty()) {
            throw new IllegalArgumentException(
                    "the request is signed by RSA (PKCS#1 v1.5) or ECDSA with SHA-256, SHA-384 or SHA-512, or by Ed25519");
        }
        if (!isSignedBy(certificate.getPublicKey())) {
            throw new IllegalArgumentException("the request is not signed by the key of the certificate");
        }
    }

    private boolean isSignedBy(PublicKey of) {
        try {
            PublicKey own = KeyFactory.getInstance(of.getAlgorithm()).generatePublic(new X509EncodedKeySpec(key));
            if (!own.equals(of)) {
                return false;
            }
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(of);
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            // A key or a signature of another algorithm.
            return false;
        }
    }
}
