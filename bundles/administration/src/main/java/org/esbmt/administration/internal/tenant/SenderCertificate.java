package org.esbmt.administration.internal.tenant;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.command.Content;
import org.esbmt.registry.api.EncodedCertificate;

/**
 * The rules for certificates of senders. The issuer is not checked: the registration itself makes a certificate trusted,
 * and its end revokes it.
 */
final class SenderCertificate {
    /** Of PEM with its comments. */
    private static final int MOST_BYTES = 32 << 10;

    private static final int LEAST_RSA_BITS = 2048;
    private static final int MOST_RSA_BITS = 4096;
    private static final BigInteger RSA_EXPONENT = BigInteger.valueOf(65_537);
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int SHOWN = 200;

    private static final String PSS = "1.2.840.113549.1.1.10";
    private static final Set<String> HASHES = Set.of("SHA-256", "SHA-384", "SHA-512");
    private static final Set<String> SIGNATURES = Set.of(
            "1.2.840.113549.1.1.11",
            "1.2.840.113549.1.1.12",
            "1.2.840.113549.1.1.13",
            "1.2.840.10045.4.3.2",
            "1.2.840.10045.4.3.3",
            "1.2.840.10045.4.3.4",
            "1.3.101.112",
            "1.3.101.113");

    private SenderCertificate() {}

    /**
     * Reads one certificate in PEM or DER that senders may use.
     *
     * @throws IllegalArgumentException naming the rule that it breaks
     */
    static X509Certificate read(Content content, Instant now) {
        X509Certificate certificate = only(bytes(content, "a certificate"));
        checkKey(certificate.getPublicKey());
        checkSignature(certificate);
        checkUse(certificate);
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isAfter(end)) {
            throw new IllegalArgumentException("the certificate ended at " + end);
        }
        if (end.isBefore(certificate.getNotBefore().toInstant())) {
            throw new IllegalArgumentException("the certificate ends before it begins");
        }
        return certificate;
    }

    /** The form that the registry keeps. */
    static EncodedCertificate encoded(X509Certificate certificate) {
        try {
            return EncodedCertificate.of(certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the certificate has no DER form", e);
        }
    }

    /** @param what with its article, for the refusal */
    static byte[] bytes(Content content, String what) {
        try {
            // Not closed: the stream is the caller's.
            InputStream stream = content.open();
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException(what + " has at most " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException(what + " could not be read to its end", e);
        }
    }

    private static X509Certificate only(byte[] bytes) {
        try {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes));
            if (all.size() == 1 && all.iterator().next() instanceof X509Certificate only) {
                return only;
            }
            throw new IllegalArgumentException("the content has " + all.size() + " certificates, not one");
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the content is not one X.509 certificate in PEM or DER", e);
        }
    }

    private static void checkKey(PublicKey key) {
        if (key instanceof RSAPublicKey rsa && key.getAlgorithm().equals("RSA")) {
            int bits = rsa.getModulus().bitLength();
            if (bits < LEAST_RSA_BITS
                    || bits > MOST_RSA_BITS
                    || !rsa.getPublicExponent().equals(RSA_EXPONENT)) {
                throw new IllegalArgumentException("an RSA key has " + LEAST_RSA_BITS + " to " + MOST_RSA_BITS
                        + " bits and the exponent 65537, but the certificate's has " + bits + " bits and "
                        + shortened(rsa.getPublicExponent().toString()));
            }
            return;
        }
        if (name(key).isEmpty()) {
            throw new IllegalArgumentException("a certificate's key is RSA, EC on P-256 or P-384, or Ed25519");
        }
    }

    /** The algorithm and size of a key. */
    static String describe(PublicKey key) {
        return key instanceof RSAPublicKey rsa ? "RSA " + rsa.getModulus().bitLength() : name(key);
    }

    /** Empty for a key that no sender uses. */
    private static String name(PublicKey key) {
        if (key instanceof ECPublicKey ec) {
            return List.of("P-256", "P-384").stream()
                    .filter(curve -> isOn(ec, curve.equals("P-256") ? "secp256r1" : "secp384r1"))
                    .map(curve -> "EC " + curve)
                    .findFirst()
                    .orElse("");
        }
        return key instanceof EdECPublicKey ed && ed.getParams().getName().equals("Ed25519") ? "Ed25519" : "";
    }

    private static boolean isOn(ECPublicKey key, String curve) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(curve));
            ECParameterSpec standard = parameters.getParameterSpec(ECParameterSpec.class);
            ECParameterSpec own = key.getParams();
            return own.getCurve().equals(standard.getCurve())
                    && own.getGenerator().equals(standard.getGenerator())
                    && own.getOrder().equals(standard.getOrder())
                    && own.getCofactor() == standard.getCofactor();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + curve, e);
        }
    }

    private static void checkSignature(X509Certificate certificate) {
        String oid = certificate.getSigAlgOID();
        if (!SIGNATURES.contains(oid) && !(oid.equals(PSS) && isStrongPss(certificate))) {
            throw new IllegalArgumentException("the certificate is signed by " + shortened(certificate.getSigAlgName())
                    + "; RSA and ECDSA with SHA-256, SHA-384 or SHA-512, Ed25519 and Ed448 are accepted");
        }
    }

    private static boolean isStrongPss(X509Certificate certificate) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("RSASSA-PSS");
            byte[] encoded = certificate.getSigAlgParams();
            if (encoded == null) {
                return false;
            }
            parameters.init(encoded);
            return HASHES.contains(
                    parameters.getParameterSpec(PSSParameterSpec.class).getDigestAlgorithm());
        } catch (GeneralSecurityException | IOException e) {
            return false;
        }
    }

    private static void checkUse(X509Certificate certificate) {
        boolean[] usage = certificate.getKeyUsage();
        if (usage != null && !usage[DIGITAL_SIGNATURE]) {
            throw new IllegalArgumentException("the key usage of the certificate does not have digitalSignature");
        }
        if (usage == null && certificate.getBasicConstraints() >= 0) {
            throw new IllegalArgumentException(
                    "the certificate is one of an authority (CA:TRUE) without the key usage digitalSignature");
        }
        if (certificate.hasUnsupportedCriticalExtension()) {
            throw new IllegalArgumentException("the certificate has a critical extension that the bus does not know");
        }
    }

    /** The subject for people. Its author chose the text, so only visible characters of it are shown. */
    static String subject(X509Certificate certificate) {
        return shortened(certificate.getSubjectX500Principal().getName());
    }

    private static String shortened(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .map(c -> c == ' ' || isVisible(c) ? c : '?')
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
