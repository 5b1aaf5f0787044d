package org.esbmt.tenant.keys.internal.material;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.TenantKeyMaterial.Certificates;
import org.esbmt.tenancy.api.KeyPurpose;

/** The certificate of a key and those of its issuers, in this order, each checked. */
public final class CertificateChain {
    private static final int MOST = 8;
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int NON_REPUDIATION = 1;
    private static final int KEY_ENCIPHERMENT = 2;
    private static final int SIGNS_CERTIFICATES = 5;
    private static final Set<String> SIGNATURES = Set.of(
            "1.2.840.113549.1.1.11", // SHA-256 with RSA
            "1.2.840.113549.1.1.12", // SHA-384 with RSA
            "1.2.840.113549.1.1.13", // SHA-512 with RSA
            "1.2.840.10045.4.3.2", // ECDSA with SHA-256
            "1.2.840.10045.4.3.3", // ECDSA with SHA-384
            "1.2.840.10045.4.3.4"); // ECDSA with SHA-512

    private final List<X509Certificate> certificates;

    private CertificateChain(List<X509Certificate> certificates) {
        this.certificates = List.copyOf(certificates);
    }

    /**
     * Puts certificates in order and checks them.
     *
     * @param key the key of the first one
     * @throws IllegalArgumentException naming the rule that they break
     */
    static CertificateChain of(
            Collection<X509Certificate> certificates, PublicKey key, KeyPurpose purpose, Instant now) {
        if (certificates.isEmpty() || certificates.size() > MOST) {
            throw new IllegalArgumentException("a chain has 1 to " + MOST + " certificates");
        }
        List<X509Certificate> left = new ArrayList<>(certificates);
        List<X509Certificate> ordered = new ArrayList<>();
        X509Certificate next = take(left, one -> sameKey(one.getPublicKey(), key))
                .orElseThrow(() -> new IllegalArgumentException("no certificate is of the key"));
        checkUsage(next, purpose);
        while (true) {
            check(next, now);
            ordered.add(next);
            X509Certificate signed = next;
            Optional<X509Certificate> issuer = take(left, one -> isSigned(signed, one));
            if (issuer.isEmpty()) {
                break;
            }
            next = issuer.get();
            if (next.getBasicConstraints() < 0) {
                throw new IllegalArgumentException("an issuer in the chain is no certificate authority");
            }
        }
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("a certificate is not part of the chain of the key");
        }
        return new CertificateChain(ordered);
    }

    /**
     * Checks the certificate of a partner, which another authority than the tenant's may have signed.
     *
     * @throws IllegalArgumentException naming the rule that it breaks
     */
    static X509Certificate partner(List<X509Certificate> certificates, Instant now) {
        if (certificates.size() != 1) {
            throw new IllegalArgumentException("a partner has one certificate, but there are " + certificates.size());
        }
        check(certificates.get(0), now);
        return certificates.get(0);
    }

    /**
     * Checks the certificate of an authority. Another authority may have signed it.
     *
     * @throws IllegalArgumentException naming the rule that it breaks
     */
    static X509Certificate authority(List<X509Certificate> certificates, Instant now) {
        if (certificates.size() != 1) {
            throw new IllegalArgumentException(
                    "an authority has one certificate, but there are " + certificates.size());
        }
        X509Certificate certificate = certificates.get(0);
        check(certificate, now);
        boolean[] usage = certificate.getKeyUsage();
        if (certificate.getBasicConstraints() < 0 || usage == null || !usage[SIGNS_CERTIFICATES]) {
            throw new IllegalArgumentException(
                    "the certificate of an authority has the basic constraint CA and the key usage keyCertSign");
        }
        if (certificate.hasUnsupportedCriticalExtension()) {
            throw new IllegalArgumentException("a critical extension of the certificate is unknown");
        }
        return certificate;
    }

    private static Optional<X509Certificate> take(
            List<X509Certificate> left, java.util.function.Predicate<X509Certificate> which) {
        Optional<X509Certificate> found = left.stream().filter(which).findFirst();
        found.ifPresent(left::remove);
        return found;
    }

    private static boolean sameKey(PublicKey one, PublicKey other) {
        return java.util.Arrays.equals(one.getEncoded(), other.getEncoded());
    }

    private static boolean isSigned(X509Certificate signed, X509Certificate issuer) {
        if (!signed.getIssuerX500Principal().equals(issuer.getSubjectX500Principal()) || signed.equals(issuer)) {
            return false;
        }
        try {
            KeyRules.checkIssuer(issuer.getPublicKey());
            signed.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void check(X509Certificate certificate, Instant now) {
        checkSignature("a certificate", certificate.getSigAlgOID(), certificate.getSigAlgName());
        KeyRules.checkIssuer(certificate.getPublicKey());
        checkValidity(certificate, now);
        if (certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            checkOwnSignature(certificate);
        }
    }

    /** @param signed with its article, for the refusal */
    static void checkSignature(String signed, String algorithm, String name) {
        if (!SIGNATURES.contains(algorithm)) {
            throw new IllegalArgumentException(
                    signed + " is signed by RSA or ECDSA with SHA-256, SHA-384 or SHA-512, but this one by " + name);
        }
    }

    static void checkValidity(X509Certificate certificate, Instant now) {
        if (now.isBefore(certificate.getNotBefore().toInstant())
                || now.isAfter(certificate.getNotAfter().toInstant())) {
            throw new IllegalArgumentException("a certificate is valid from "
                    + certificate.getNotBefore().toInstant() + " to "
                    + certificate.getNotAfter().toInstant() + ", not now");
        }
    }

    private static void checkOwnSignature(X509Certificate certificate) {
        try {
            certificate.verify(certificate.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the signature of a certificate is wrong", e);
        }
    }

    private static void checkUsage(X509Certificate certificate, KeyPurpose purpose) {
        boolean[] usage = certificate.getKeyUsage();
        if (usage == null) {
            return;
        }
        boolean permitted =
                switch (purpose) {
                    case DECRYPT -> usage[KEY_ENCIPHERMENT];
                    case SIGN -> usage[DIGITAL_SIGNATURE] || usage[NON_REPUDIATION];
                    case TLS -> usage[DIGITAL_SIGNATURE];
                };
        if (!permitted) {
            throw new IllegalArgumentException("the key usage of the certificate does not permit " + purpose);
        }
    }

    /**
     * Reads certificates in PEM or DER, one behind the other, without checks.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static List<X509Certificate> read(byte[] bytes) {
        try {
            List<X509Certificate> read = new ArrayList<>();
            for (Certificate one :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                read.add((X509Certificate) one);
            }
            if (read.isEmpty()) {
                throw new IllegalArgumentException("there is no certificate");
            }
            return read;
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the content is no X.509 certificate in PEM or DER", e);
        }
    }

    X509Certificate certificate() {
        return certificates.get(0);
    }

    /** The form for the registry. */
    Certificates encoded() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (X509Certificate one : certificates) {
                bytes.writeBytes(one.getEncoded());
            }
            return new Certificates(
                    OpaqueBytes.of(bytes.toByteArray()),
                    moment(certificate().getNotBefore()),
                    moment(certificate().getNotAfter()));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("a certificate cannot be encoded", e);
        }
    }

    static Instant moment(Date date) {
        return date.toInstant().truncatedTo(ChronoUnit.MILLIS);
    }
}
