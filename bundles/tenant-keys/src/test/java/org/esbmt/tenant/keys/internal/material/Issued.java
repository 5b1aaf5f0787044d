package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

/** Pairs of keys, certificates and files that no rule restricts. */
final class Issued {
    static final String SHA256 = "1.2.840.113549.1.1.11";
    static final String SHA1 = "1.2.840.113549.1.1.5";

    private Issued() {}

    static KeyPair rsa(int bits, long exponent) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(new RSAKeyGenParameterSpec(bits, BigInteger.valueOf(exponent)));
        return generator.generateKeyPair();
    }

    static KeyPair rsa() throws Exception {
        return rsa(2_048, 65_537);
    }

    /** A certificate that is valid now. */
    static X509Certificate certificate(String subject, PublicKey key, String issuer, KeyPair by) throws Exception {
        Instant now = Instant.now();
        return certificate(subject, key, issuer, by, SHA256, now.minusSeconds(60), now.plus(Duration.ofDays(90)));
    }

    static X509Certificate certificate(
            String subject, PublicKey key, String issuer, KeyPair by, String algorithm, Instant from, Instant until)
            throws Exception {
        AlgorithmIdentifier identifier = new AlgorithmIdentifier(new ASN1ObjectIdentifier(algorithm));
        V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
        generator.setSerialNumber(new ASN1Integer(new BigInteger(64, new SecureRandom())));
        generator.setSignature(identifier);
        generator.setIssuer(new X500Name(issuer));
        generator.setSubject(new X500Name(subject));
        generator.setStartDate(new Time(Date.from(from)));
        generator.setEndDate(new Time(Date.from(until)));
        generator.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(key.getEncoded()));
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(!subject.contains("leaf")));
        generator.setExtensions(extensions.generate());
        TBSCertificate content = generator.generateTBSCertificate();
        Signature signer = Signature.getInstance(algorithm.equals(SHA1) ? "SHA1withRSA" : "SHA256withRSA");
        signer.initSign(by.getPrivate());
        signer.update(content.getEncoded("DER"));
        byte[] encoded = new DERSequence(new ASN1Encodable[] {content, identifier, new DERBitString(signer.sign())})
                .getEncoded();
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    static byte[] pkcs12(KeyPair pair, String password, Certificate... chain) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("key", pair.getPrivate(), password.toCharArray(), chain);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        store.store(file, password.toCharArray());
        return file.toByteArray();
    }

    static String pem(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content) + "\n-----END " + type
                + "-----\n";
    }
}
