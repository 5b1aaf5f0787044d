package org.esbmt.administration.http.internal.settings;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * A new key on P-256 with a certificate that it signs itself (RFC 5280). It is no authority for other certificates, so
 * that clients can trust it without a risk for other names.
 */
record SelfSignedCertificate(KeyPair key, X509Certificate certificate) {
    /** Browsers refuse a longer one. */
    static final Duration VALID = Duration.ofDays(825);

    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|.*:.*");
    private static final int SERIAL_BITS = 159;

    SelfSignedCertificate {
        requireNonNull(key, "key");
        requireNonNull(certificate, "certificate");
    }

    /** @param names host names and addresses of the server */
    static SelfSignedCertificate of(Collection<String> names) throws GeneralSecurityException, IOException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
        keys.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair key = keys.generateKeyPair();
        AlgorithmIdentifier algorithm = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
        TBSCertificate content = content(key, algorithm, names);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key.getPrivate());
        signature.update(content.getEncoded("DER"));
        byte[] encoded = new DERSequence(new ASN1Encodable[] {content, algorithm, new DERBitString(signature.sign())})
                .getEncoded("DER");
        CertificateFactory reader = CertificateFactory.getInstance("X.509");
        return new SelfSignedCertificate(
                key, (X509Certificate) reader.generateCertificate(new ByteArrayInputStream(encoded)));
    }

    private static TBSCertificate content(KeyPair key, AlgorithmIdentifier algorithm, Collection<String> names)
            throws IOException {
        Instant now = Instant.now();
        X500Name name = new X500Name("CN=ESB-MT administration");
        V3TBSCertificateGenerator content = new V3TBSCertificateGenerator();
        content.setSerialNumber(new ASN1Integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)));
        content.setSignature(algorithm);
        content.setIssuer(name);
        content.setSubject(name);
        content.setStartDate(new Time(Date.from(now.minus(Duration.ofMinutes(5)))));
        content.setEndDate(new Time(Date.from(now.plus(VALID).minus(Duration.ofDays(1)))));
        content.setSubjectPublicKeyInfo(
                SubjectPublicKeyInfo.getInstance(key.getPublic().getEncoded()));
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        extensions.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(
                        names.stream().map(SelfSignedCertificate::generalName).toArray(GeneralName[]::new)));
        content.setExtensions(extensions.generate());
        return content.generateTBSCertificate();
    }

    private static GeneralName generalName(String name) {
        int type = ADDRESS.matcher(name).matches() ? GeneralName.iPAddress : GeneralName.dNSName;
        return new GeneralName(type, name);
    }
}
