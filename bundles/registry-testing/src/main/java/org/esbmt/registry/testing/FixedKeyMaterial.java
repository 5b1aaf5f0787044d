package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;

/** Makes no keys: each has the same certificate, and a sealed form that contains nothing of it. */
public final class FixedKeyMaterial implements TenantKeyMaterial {
    /** The certificate of each key. */
    public static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBdTCCARugAwIBAgIUcxVg3L+tfpGfXg1rXINWUfzc9A4wCgYIKoZIzj0EAwIw
            EDEOMAwGA1UEAwwFZml4ZWQwHhcNMjYxMTI2MDMxMDQ5WhcNNDYxMTIxMDMxMDQ5
            WjAQMQ4wDAYDVQQDDAVmaXhlZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKoS
            9mFrg867qGtApQz/DRzYknnJzxLyp1JsCo/i8tLut5ANGZI5AySHdlAygkCbYhQN
            cb3atjLJSxc7AMwVoL+jUzBRMB0GA1UdDgQWBBS34PRkvvK7fj9hHjK+SDsrDiEb
            jTAfBgNVHSMEGDAWgBS34PRkvvK7fj9hHjK+SDsrDiEbjTAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDEmU7aEjMYQrYXoJcvZPO/fbEZptU5hwFA
            CbQ6E4tMbwIgJmNjzQs+ZmWayssYsbJ/BbW4S2rfiShAt67uYq42WJc=
            -----END CERTIFICATE-----
            """;

    private static final int LIST_WORDS = 2;

    /** A content that {@link #readPkcs12} and {@link #readPem} refuse. */
    public static final String REFUSED = "refused";

    private static final Certificates CERTIFICATES = new Certificates(
            OpaqueBytes.of(der()), Instant.parse("2026-11-26T03:10:49Z"), Instant.parse("2046-11-21T03:10:49Z"));
    private static final SealedValue SEALED = new SealedValue(1, OpaqueBytes.of("sealed".getBytes(US_ASCII)));
    private static final SealedKey KEY = new SealedKey(SEALED, CERTIFICATES);

    private static byte[] der() {
        return der(CERTIFICATE.getBytes(US_ASCII));
    }

    private static byte[] der(byte[] pem) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem))
                    .getEncoded();
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public SealedKey generate(Owner owner, KeyAlgorithm algorithm, String subject, Duration validity) {
        checkSubject(subject);
        return KEY;
    }

    private static void checkSubject(String subject) {
        try {
            new X500Principal(subject).getEncoded();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a subject is a name such as CN=orders, O=Acme", e);
        }
    }

    @Override
    public SealedKey readPkcs12(Owner owner, byte[] file, char[] password) {
        return read(file);
    }

    @Override
    public SealedKey readPem(Owner owner, byte[] text, Optional<char[]> password) {
        return read(text);
    }

    private static SealedKey read(byte[] file) {
        if (new String(file, US_ASCII).equals(REFUSED)) {
            throw new IllegalArgumentException("the file does not open with this password");
        }
        return KEY;
    }

    @Override
    public String request(TenantKey key, Optional<String> subject) {
        subject.ifPresent(FixedKeyMaterial::checkSubject);
        return "-----BEGIN CERTIFICATE REQUEST-----\n";
    }

    @Override
    public Certificates certify(TenantKey key, byte[] text) {
        return CERTIFICATES;
    }

    @Override
    public SealedValue seal(TenantId tenant, KeyName secret, SecretUse use, byte[] value) {
        return SEALED;
    }

    @Override
    public Partner partner(byte[] text) {
        if (new String(text, US_ASCII).equals(REFUSED)) {
            throw new IllegalArgumentException("the content is no X.509 certificate in PEM or DER");
        }
        byte[] certificate = new String(text, US_ASCII).startsWith("-----BEGIN CERTIFICATE") ? der(text) : der();
        return new Partner(EncodedCertificate.of(certificate), CERTIFICATES.notBefore(), CERTIFICATES.notAfter());
    }

    @Override
    public Partner authority(byte[] text) {
        return partner(text);
    }

    /** Reads the text that {@link #revocations(long, Instant, BigInteger...)} writes. Nobody signs it. */
    @Override
    public Revocations revocations(EncodedCertificate authority, byte[] file) {
        String[] words = new String(file, US_ASCII).split(" ", -1);
        if (words.length < LIST_WORDS || !words[0].chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException("the file is no X.509 CRL in PEM or DER");
        }
        Instant thisUpdate = Instant.parse(words[1]);
        List<BigInteger> serials =
                Arrays.stream(words).skip(LIST_WORDS).map(BigInteger::new).toList();
        return new Revocations(
                new BigInteger(words[0]),
                thisUpdate,
                thisUpdate.plus(Duration.ofDays(7)),
                OpaqueBytes.of(EncodedCertificate.of(file).digest().sha256()),
                RevokedSerials.of(serials));
    }

    /** A list that {@link #revocations(EncodedCertificate, byte[])} reads; its next update is a week later. */
    public static byte[] revocations(long number, Instant thisUpdate, BigInteger... serials) {
        StringBuilder text = new StringBuilder().append(number).append(' ').append(thisUpdate);
        for (BigInteger serial : serials) {
            text.append(' ').append(serial);
        }
        return text.toString().getBytes(US_ASCII);
    }

    @Override
    public List<EncodedCertificate> revoked(
            EncodedCertificate authority, RevokedSerials serials, List<EncodedCertificate> certificates) {
        return certificates.stream()
                .filter(one -> isRevoked(authority, serials, one))
                .toList();
    }

    private static boolean isRevoked(
            EncodedCertificate authority, RevokedSerials serials, EncodedCertificate certificate) {
        try {
            X509Certificate issuer = authority.read();
            X509Certificate read = certificate.read();
            read.verify(issuer.getPublicKey());
            return serials.contains(read.getSerialNumber())
                    && read.getIssuerX500Principal().equals(issuer.getSubjectX500Principal());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    @Override
    public TokenKeys tokenKeys(String jwkSet, Set<TokenAlgorithm> algorithms) {
        if (jwkSet.equals(REFUSED)) {
            throw new IllegalArgumentException("the file is no JWK set");
        }
        return new TokenKeys(jwkSet, List.of("first"));
    }
}
