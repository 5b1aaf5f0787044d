package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.Revocations;
import org.esbmt.testing.x509.Der;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.esbmt.testing.x509.TestCrl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists of OpenSSL, which {@code crl/make.sh} made, and lists that break one rule each. */
class RevocationListsTest {
    private static final Instant MADE = Instant.parse("2026-11-26T10:00:00Z");
    private static final BigInteger SERIAL = BigInteger.valueOf(0x1001);
    private static final byte[] NOTHING = Der.sequence();

    private static TestAuthority authority;
    private static TestAuthority impostor;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @BeforeAll
    static void makeAuthorities() throws Exception {
        authority = TestAuthority.make("Lists");
        impostor = TestAuthority.make("Lists");
    }

    private static byte[] file(String name) throws Exception {
        try (InputStream in = RevocationListsTest.class.getResourceAsStream("/crl/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] der(String name) throws Exception {
        String pem = new String(file(name), US_ASCII);
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z0-9 ]+-----", ""));
    }

    private static X509Certificate certificate(String name) throws Exception {
        return CertificateChain.read(file(name)).get(0);
    }

    private Revocations read(TestCrl crl) throws Exception {
        return RevocationLists.read(authority.certificate(), crl.der(), now);
    }

    private void refused(String words, TestCrl crl) throws Exception {
        refused(words, authority.certificate(), crl.der(), now);
    }

    private static void refused(String words, X509Certificate signer, byte[] file, Instant at) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RevocationLists.read(signer, file, at))
                .withMessageContaining(words);
    }

    private static TestCrl crl() {
        return TestCrl.of(authority);
    }

    @Test
    void listsOfOpensslAreReadInBothForms() throws Exception {
        X509Certificate signer = certificate("authority.pem");
        Revocations read = RevocationLists.read(signer, file("list.pem"), MADE);
        assertThat(read.number()).isEqualTo(BigInteger.TEN);
        assertThat(read.serials().size()).isEqualTo(2);
        assertThat(read.thisUpdate()).isBefore(MADE);
        assertThat(read.nextUpdate()).isAfter(MADE.plus(Duration.ofDays(3_600)));
        assertThat(RevocationLists.read(signer, der("list.pem"), MADE)).isEqualTo(read);
        refused("SHA-256", signer, file("sha1.pem"), MADE);
    }

    @Test
    void aRevokedAndAHeldCertificateAreSelected() throws Exception {
        X509Certificate signer = certificate("authority.pem");
        Revocations read = RevocationLists.read(signer, file("list.pem"), MADE);
        List<EncodedCertificate> all = List.of(encoded("kept.pem"), encoded("stolen.pem"), encoded("held.pem"));
        assertThat(RevocationLists.revoked(signer, read.serials(), all)).containsExactly(all.get(1), all.get(2));
    }

    private static EncodedCertificate encoded(String name) throws Exception {
        return EncodedCertificate.of(certificate(name).getEncoded());
    }

    @Test
    void aCertificateOfAnotherSignerWithTheSameNamesIsNotSelected() throws Exception {
        Revocations read = read(crl().revoke(SERIAL));
        TestCertificate own = authority.issue("sender", SERIAL);
        TestCertificate foreign = impostor.issue("sender", SERIAL);
        List<EncodedCertificate> both = List.of(EncodedCertificate.of(own.der()), EncodedCertificate.of(foreign.der()));
        assertThat(RevocationLists.revoked(authority.certificate(), read.serials(), both))
                .containsExactly(both.get(0));
        TestAuthority renamed = new TestAuthority("Other", authority.key(), authority.certificate());
        EncodedCertificate otherName =
                EncodedCertificate.of(renamed.issue("sender", SERIAL).der());
        assertThat(RevocationLists.revoked(authority.certificate(), read.serials(), List.of(otherName)))
                .isEmpty();
        assertThat(RevocationLists.revoked(
                        authority.certificate(), read.serials(), List.of(EncodedCertificate.of(new byte[] {1}))))
                .isEmpty();
    }

    @Test
    void aListNeedsTheSignatureOfTheAuthority() throws Exception {
        refused("has not signed", authority.certificate(), TestCrl.of(impostor).der(), now);
        refused("not the subject", crl().issuer("Other"));
        byte[] changed = crl().revoke(SERIAL).der();
        changed[changed.length / 3] ^= 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RevocationLists.read(authority.certificate(), changed, now));
    }

    @Test
    void aWeakSignatureIsRefused() throws Exception {
        KeyPair rsa = Issued.rsa();
        X509Certificate signer = TestCertificate.Content.of(rsa, "SHA256withRSA")
                .usage(0x06)
                .authority(true)
                .make()
                .certificate();
        for (String weak : List.of("SHA1withRSA", "MD5withRSA")) {
            refused("SHA-256", signer, TestCrl.of(rsa, "sender", weak).der(), now);
        }
        refused(
                "SHA-256",
                authority.certificate(),
                TestCrl.of(authority.key(), "Lists", "SHA1withECDSA").der(),
                now);
        assertThat(RevocationLists.read(
                                signer,
                                TestCrl.of(rsa, "sender", "SHA512withRSA").der(),
                                now)
                        .serials()
                        .size())
                .isZero();
    }

    @Test
    void theAuthoritySignsListsAndIsValid() throws Exception {
        KeyPair key = authority.key();
        TestCertificate.Content content =
                TestCertificate.Content.of(key, "SHA256withECDSA").authority(true);
        byte[] list = TestCrl.of(key, "sender", "SHA256withECDSA").der();
        refused("cRLSign", content.usage(0x04).make().certificate(), list, now);
        refused("cRLSign", content.make().certificate(), list, now);
        Instant past = now.minusSeconds(1);
        refused(
                "not now",
                content.usage(0x06).validity(past.minusSeconds(60), past).make().certificate(),
                list,
                now);
        RevocationLists.read(content.usage(0x06).make().certificate(), list, now);
    }

    @Test
    void theUpdatesAreOfNow() throws Exception {
        read(crl().updates(now.plusSeconds(60), now.plusSeconds(120)));
        refused("of the future", crl().updates(now.plusSeconds(61), now.plusSeconds(120)));
        refused("too old", crl().updates(now.minusSeconds(60), now));
        refused("too old", crl().updates(now.plusSeconds(50), now.plusSeconds(50)));
        refused("has a next update", crl().withoutNextUpdate());
    }

    @Test
    void theNumberIsRequiredAndHasABound() throws Exception {
        BigInteger largest = BigInteger.ONE.shiftLeft(159).subtract(BigInteger.ONE);
        assertThat(read(crl().number(largest)).number()).isEqualTo(largest);
        refused("has a number", crl().withoutNumber());
        refused("at most 20 bytes", crl().number(largest.add(BigInteger.ONE)));
        refused("no sign", crl().number(-1));
    }

    @Test
    void partialDeltaAndIndirectListsAreRefused() throws Exception {
        refused("delta", crl().extended("2.5.29.27", true, Der.integer(BigInteger.ONE)));
        refused("delta", crl().extended("2.5.29.27", false, Der.integer(BigInteger.ONE)));
        byte[] indirect = Der.sequence(Der.value(0x84, new byte[] {(byte) 0xff}));
        refused("indirect", crl().extended("2.5.29.28", true, indirect));
        refused("indirect", crl().extended("2.5.29.28", false, NOTHING));
        byte[] issuer = Der.sequence(Der.value(0xa4, Der.commonName("Other")));
        refused("other issuers", crl().revoke(SERIAL, "2.5.29.29", true, issuer));
        refused("other issuers", crl().revoke(SERIAL, "2.5.29.29", false, issuer));
    }

    @Test
    void anUnknownCriticalExtensionIsRefused() throws Exception {
        read(crl().extended("1.3.6.1.4.1.99999.1", false, NOTHING));
        refused("critical", crl().extended("1.3.6.1.4.1.99999.1", true, NOTHING));
        read(crl().revoke(SERIAL, "1.3.6.1.4.1.99999.1", false, NOTHING));
        refused("critical", crl().revoke(SERIAL, "1.3.6.1.4.1.99999.1", true, NOTHING));
    }

    @Test
    void everyReasonRevokesExceptTheEndOfARevocation() throws Exception {
        for (int reason : List.of(0, 1, 2, 3, 4, 5, 6, 9, 10)) {
            assertThat(read(crl().revoke(SERIAL, reason)).serials().contains(SERIAL))
                    .as("reason " + reason)
                    .isTrue();
        }
        refused("removeFromCRL", crl().revoke(SERIAL, 8));
    }

    @Test
    void sizesHaveBounds() throws Exception {
        TestCrl most = crl();
        for (int i = 1; i <= RevocationList.MOST_ENTRIES; i++) {
            most.revoke(BigInteger.valueOf(i));
        }
        assertThat(read(most).serials().size()).isEqualTo(RevocationList.MOST_ENTRIES);
        refused("at most 20000 entries", most.revoke(BigInteger.ZERO));
        BigInteger longest = BigInteger.ONE.shiftLeft(159).subtract(BigInteger.ONE);
        assertThat(read(crl().revoke(longest)).serials().contains(longest)).isTrue();
        refused("at most 20 bytes", crl().revoke(longest.add(BigInteger.ONE)));
        byte[] large = new byte[TenantKeyMaterial.MOST_LIST_BYTES + 1];
        refused("1048576 bytes", authority.certificate(), large, now);
        refused("1048576 bytes", authority.certificate(), new byte[0], now);
    }

    @Test
    void otherFilesAreRefused() throws Exception {
        byte[] list = crl().revoke(SERIAL).der();
        String pem = crl().pem();
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(list);
        two.writeBytes(list);
        for (byte[] file : List.of(
                two.toByteArray(),
                Arrays.copyOf(list, list.length - 1),
                Arrays.copyOf(list, list.length + 1),
                authority.certificate().getEncoded(),
                "no list".getBytes(US_ASCII),
                (pem + pem).getBytes(US_ASCII),
                pem.substring(0, 80).getBytes(US_ASCII),
                nested(10_000))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RevocationLists.read(authority.certificate(), file, now))
                    .withMessageContaining("X");
        }
        RevocationLists.read(authority.certificate(), pem.getBytes(US_ASCII), now);
    }

    /** Sequences in sequences, of no stated length. */
    private static byte[] nested(int depth) {
        byte[] nested = new byte[2 * depth];
        for (int i = 0; i < depth; i++) {
            nested[2 * i] = 0x30;
            nested[2 * i + 1] = (byte) 0x80;
        }
        return nested;
    }

    @Test
    void anAuthorityHasTheConstraintAndTheUsageOfOne() throws Exception {
        KeyPair key = authority.key();
        TestCertificate.Content content = TestCertificate.Content.of(key, "SHA256withECDSA");
        CertificateChain.authority(List.of(authority.certificate()), now);
        CertificateChain.authority(
                List.of(content.usage(0x04).authority(true).make().certificate()), now);
        for (TestCertificate.Content wrong : List.of(
                content.usage(0x06),
                content.usage(0x06).authority(false),
                content.authority(true),
                content.usage(0x80).authority(true),
                content.usage(0x02).authority(true))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            CertificateChain.authority(List.of(wrong.make().certificate()), now))
                    .withMessageContaining("keyCertSign");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CertificateChain.authority(List.of(authority.certificate(), impostor.certificate()), now))
                .withMessageContaining("one certificate");
        Instant past = now.minusSeconds(1);
        TestCertificate.Content ended = content.usage(0x06).authority(true).validity(past.minusSeconds(60), past);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CertificateChain.authority(List.of(ended.make().certificate()), now))
                .withMessageContaining("not now");
    }

    @Test
    void aWeakAuthorityIsRefused() throws Exception {
        for (KeyPair weak : List.of(Issued.rsa(1_024, 65_537), Issued.rsa(2_048, 3), TestCertificate.ec("secp521r1"))) {
            String signature = weak.getPublic().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
            TestCertificate made = TestCertificate.Content.of(weak, signature)
                    .usage(0x06)
                    .authority(true)
                    .make();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CertificateChain.authority(List.of(made.certificate()), now));
        }
        TestCertificate sha1 = TestCertificate.Content.of(Issued.rsa(), "SHA1withRSA")
                .usage(0x06)
                .authority(true)
                .make();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CertificateChain.authority(List.of(sha1.certificate()), now))
                .withMessageContaining("SHA-256");
    }
}
