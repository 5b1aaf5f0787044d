package org.esbmt.testing.x509;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A list of revocations, of now for a week, whose parts a test changes before it is signed. */
public final class TestCrl {
    private static final byte[] TRUE = Der.value(0x01, new byte[] {(byte) 0xff});

    private final KeyPair key;
    private String issuer;
    private String signature = "SHA256withECDSA";
    private Instant thisUpdate = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private Optional<Instant> nextUpdate = Optional.of(thisUpdate.plus(Duration.ofDays(7)));
    private Optional<BigInteger> number = Optional.of(BigInteger.ONE);
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
    private final ByteArrayOutputStream extensions = new ByteArrayOutputStream();

    private TestCrl(KeyPair key, String issuer) {
        this.key = key;
        this.issuer = issuer;
    }

    /** An empty list with the number 1. */
    public static TestCrl of(TestAuthority authority) {
        return new TestCrl(authority.key(), authority.name());
    }

    /** The same for a key of another kind. */
    public static TestCrl of(KeyPair key, String issuer, String signature) {
        TestCrl crl = new TestCrl(key, issuer);
        crl.signature = signature;
        return crl;
    }

    public TestCrl issuer(String other) {
        issuer = other;
        return this;
    }

    public TestCrl number(BigInteger other) {
        number = Optional.of(other);
        return this;
    }

    public TestCrl number(long other) {
        return number(BigInteger.valueOf(other));
    }

    public TestCrl withoutNumber() {
        number = Optional.empty();
        return this;
    }

    public TestCrl updates(Instant current, Instant next) {
        thisUpdate = current;
        nextUpdate = Optional.of(next);
        return this;
    }

    public TestCrl withoutNextUpdate() {
        nextUpdate = Optional.empty();
        return this;
    }

    public TestCrl revoke(BigInteger serial) {
        entries.writeBytes(Der.sequence(Der.integer(serial), Der.time(thisUpdate)));
        return this;
    }

    /**
     * An entry with a reason.
     *
     * @param reason of RFC 5280, section 5.3.1
     */
    public TestCrl revoke(BigInteger serial, int reason) {
        return revoke(serial, "2.5.29.21", false, Der.value(0x0a, new byte[] {(byte) reason}));
    }

    /** An entry with an extension. */
    public TestCrl revoke(BigInteger serial, String oid, boolean critical, byte[] value) {
        entries.writeBytes(
                Der.sequence(Der.integer(serial), Der.time(thisUpdate), Der.sequence(extension(oid, critical, value))));
        return this;
    }

    public TestCrl extended(String oid, boolean critical, byte[] value) {
        extensions.writeBytes(extension(oid, critical, value));
        return this;
    }

    private static byte[] extension(String oid, boolean critical, byte[] value) {
        return Der.sequence(Der.oid(oid), critical ? TRUE : new byte[0], Der.value(0x04, value));
    }

    public byte[] der() throws GeneralSecurityException {
        byte[] all = Der.value(
                0x30,
                number.map(n -> extension("2.5.29.20", false, Der.integer(n))).orElse(new byte[0]),
                extensions.toByteArray());
        byte[] content = Der.sequence(
                Der.integer(BigInteger.ONE),
                TestCertificate.ALGORITHMS.get(signature),
                Der.commonName(issuer),
                Der.time(thisUpdate),
                nextUpdate.map(Der::time).orElse(new byte[0]),
                entries.size() == 0 ? new byte[0] : Der.sequence(entries.toByteArray()),
                number.isEmpty() && extensions.size() == 0 ? new byte[0] : Der.value(0xa0, all));
        return TestCertificate.signed(key, signature, content);
    }

    public String pem() throws GeneralSecurityException {
        return TestCertificate.pem("X509 CRL", der());
    }
}
