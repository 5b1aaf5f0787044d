package org.esbmt.testing.x509;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/** A certificate authority on P-256, valid since yesterday for a year. */
public record TestAuthority(String name, KeyPair key, X509Certificate certificate) {
    /** The usages keyCertSign and cRLSign. */
    private static final int SIGNS_BOTH = 0x06;

    private static final int DIGITAL_SIGNATURE = 0x80;
    private static final int IP = 0x87;

    /** An authority that signs itself. */
    public static TestAuthority make(String name) throws GeneralSecurityException {
        KeyPair key = TestCertificate.ec("secp256r1");
        TestCertificate own = new TestCertificate.Content(
                        key,
                        name,
                        "SHA256withECDSA",
                        yesterday(),
                        yesterday().plus(Duration.ofDays(366)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .usage(SIGNS_BOTH)
                .authority(true)
                .make();
        return new TestAuthority(name, key, own.certificate());
    }

    /** An authority that signs itself, for servers at addresses from 10.0.0.0 to 10.255.255.255 alone. */
    public static TestAuthority constrained(String name) throws GeneralSecurityException {
        return constrained(name, 1);
    }

    /** As {@link #constrained(String)}, with this number of constraints. */
    public static TestAuthority constrained(String name, int constraints) throws GeneralSecurityException {
        KeyPair key = TestCertificate.ec("secp256r1");
        byte[] ten = Der.sequence(Der.value(IP, new byte[] {10, 0, 0, 0, (byte) 255, 0, 0, 0}));
        byte[][] all = new byte[constraints][];
        Arrays.fill(all, ten);
        byte[] content = Der.sequence(
                Der.value(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(BigInteger.ONE),
                TestCertificate.ALGORITHMS.get("SHA256withECDSA"),
                Der.commonName(name),
                Der.sequence(Der.time(yesterday()), Der.time(yesterday().plus(Duration.ofDays(366)))),
                Der.commonName(name),
                key.getPublic().getEncoded(),
                Der.value(
                        0xa3,
                        Der.sequence(
                                extension("2.5.29.15", Der.value(0x03, new byte[] {0, SIGNS_BOTH})),
                                extension("2.5.29.19", Der.sequence(Der.value(0x01, new byte[] {(byte) 0xff}))),
                                extension("2.5.29.30", Der.sequence(Der.value(0xa0, all))))));
        byte[] der = TestCertificate.signed(key, "SHA256withECDSA", content);
        return new TestAuthority(name, key, (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der)));
    }

    private static Instant yesterday() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(1));
    }

    public String pem() throws GeneralSecurityException {
        return TestCertificate.pem("CERTIFICATE", certificate.getEncoded());
    }

    /** Issues the certificate of a sender or partner with a new key. */
    public TestCertificate issue(String subject) throws GeneralSecurityException {
        return issue(subject, new BigInteger(120, new SecureRandom()).add(BigInteger.ONE));
    }

    /** Issues a certificate with this serial number. */
    public TestCertificate issue(String subject, BigInteger serial) throws GeneralSecurityException {
        return issue(
                subject, serial, extension("2.5.29.15", Der.value(0x03, new byte[] {0, (byte) DIGITAL_SIGNATURE})));
    }

    /** Issues the certificate of a server at an address of IPv4. */
    public TestCertificate server(String subject, byte[] address) throws GeneralSecurityException {
        byte[] names = Der.value(0x04, Der.sequence(Der.value(IP, address)));
        return issue(subject, BigInteger.TWO, Der.sequence(Der.oid("2.5.29.17"), names));
    }

    private TestCertificate issue(String subject, BigInteger serial, byte[] extension) throws GeneralSecurityException {
        KeyPair own = TestCertificate.ec("secp256r1");
        byte[] content = Der.sequence(
                Der.value(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(serial),
                TestCertificate.ALGORITHMS.get("SHA256withECDSA"),
                Der.commonName(name),
                Der.sequence(Der.time(yesterday()), Der.time(yesterday().plus(Duration.ofDays(100)))),
                Der.commonName(subject),
                own.getPublic().getEncoded(),
                Der.value(0xa3, Der.sequence(extension)));
        byte[] der = TestCertificate.signed(key, "SHA256withECDSA", content);
        return new TestCertificate(own, (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der)));
    }

    private static byte[] extension(String oid, byte[] value) {
        return Der.sequence(Der.oid(oid), Der.value(0x01, new byte[] {(byte) 0xff}), Der.value(0x04, value));
    }
}
