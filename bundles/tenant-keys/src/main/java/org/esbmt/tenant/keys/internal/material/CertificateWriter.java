package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.esbmt.tenancy.api.KeyPurpose;

/** Writes certificates that sign themselves, and requests for certificates (PKCS#10, RFC 2986). */
final class CertificateWriter {
    private static final int SERIAL_BITS = 127;
    private static final int LONGEST_SUBJECT = 256;
    private static final int LINE = 64;

    private CertificateWriter() {}

    /**
     * Reads a name such as {@code CN=orders, O=Acme}.
     *
     * @throws IllegalArgumentException if it is none, or empty
     */
    static X500Principal subject(String text) {
        if (text.isBlank()
                || text.length() > LONGEST_SUBJECT
                || !text.codePoints().noneMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "a subject is a name such as CN=orders, O=Acme, of at most " + LONGEST_SUBJECT + " characters");
        }
        try {
            return new X500Principal(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a subject is a name such as CN=orders, O=Acme", e);
        }
    }

    static X509Certificate selfSigned(
            KeyPair pair, X500Principal subject, KeyPurpose purpose, Instant from, Instant until, SecureRandom random) {
        try {
            AlgorithmIdentifier algorithm = algorithm(pair.getPublic());
            X500Name name = X500Name.getInstance(subject.getEncoded());
            V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
            generator.setSerialNumber(new ASN1Integer(new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE)));
            generator.setSignature(algorithm);
            generator.setIssuer(name);
            generator.setSubject(name);
            generator.setStartDate(new Time(Date.from(from)));
            generator.setEndDate(new Time(Date.from(until)));
            generator.setSubjectPublicKeyInfo(info(pair.getPublic()));
            generator.setExtensions(extensions(pair.getPublic(), purpose).generate());
            TBSCertificate signed = generator.generateTBSCertificate();
            byte[] encoded = signed(signed, algorithm, pair.getPrivate(), pair.getPublic());
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a certificate could not be made", e);
        }
    }

    private static ExtensionsGenerator extensions(PublicKey key, KeyPurpose purpose)
            throws IOException, GeneralSecurityException {
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        int usage = purpose == KeyPurpose.DECRYPT ? KeyUsage.keyEncipherment : KeyUsage.digitalSignature;
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        if (purpose == KeyPurpose.TLS) {
            extensions.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
        }
        // RFC 5280, section 4.2.1.2, method 1
        byte[] identifier = MessageDigest.getInstance("SHA-1")
                .digest(info(key).getPublicKeyData().getBytes());
        extensions.addExtension(Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifier));
        return extensions;
    }

    /** A request for a certificate, in PEM. */
    static String request(X500Principal subject, PrivateKey privateKey, PublicKey publicKey) {
        try {
            CertificationRequestInfo info = new CertificationRequestInfo(
                    X500Name.getInstance(subject.getEncoded()), info(publicKey), new DERSet());
            return pem("CERTIFICATE REQUEST", signed(info, algorithm(publicKey), privateKey, publicKey));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a request for a certificate could not be made", e);
        }
    }

    private static byte[] signed(
            ASN1Encodable content, AlgorithmIdentifier algorithm, PrivateKey privateKey, PublicKey publicKey)
            throws GeneralSecurityException, IOException {
        Signature signer = Signature.getInstance(KeyRules.signature(publicKey));
        signer.initSign(privateKey);
        signer.update(content.toASN1Primitive().getEncoded(ASN1Encoding.DER));
        return new DERSequence(new ASN1Encodable[] {content, algorithm, new DERBitString(signer.sign())})
                .getEncoded(ASN1Encoding.DER);
    }

    private static SubjectPublicKeyInfo info(PublicKey key) {
        return SubjectPublicKeyInfo.getInstance(key.getEncoded());
    }

    private static AlgorithmIdentifier algorithm(PublicKey key) {
        return switch (KeyRules.signature(key)) {
            case "SHA256withRSA" ->
                new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption, DERNull.INSTANCE);
            case "SHA256withECDSA" -> new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
            default -> new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA384);
        };
    }

    private static String pem(String type, byte[] content) {
        String text = Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(content);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }
}
