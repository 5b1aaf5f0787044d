package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.EncryptionScheme;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantKeyMaterial.SealedKey;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenant.keys.internal.seal.SealedPlace;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.TestSealers;
import org.esbmt.testing.x509.TestCertificate;
import org.esbmt.testing.x509.TestCertificate.Content;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SealedKeyMaterialTest {
    private static final Destination BACK_END = new Destination("orders.example.com", 443);
    private static final SecretUse LOGIN = new SecretUse(SecretKind.PASSWORD, Optional.of("orders"), BACK_END);
    private static final SecretUse BEARER = new SecretUse(SecretKind.BEARER, Optional.empty(), BACK_END);

    private static final char[] PASSWORD = "opens it".toCharArray();
    private static final Optional<char[]> NONE = Optional.empty();

    private static KeyPair pair;
    private static KeyPair authority;
    private static X509Certificate root;
    private static X509Certificate leaf;

    private final Sealer sealer = TestSealers.one();
    private final DearWork dear = new DearWork();
    private final SealedKeyMaterial material = new SealedKeyMaterial(() -> sealer, InstantSource.system(), dear);
    private final Owner owner = owner(KeyPurpose.DECRYPT);

    @BeforeAll
    static void issue() throws Exception {
        pair = Issued.rsa();
        authority = Issued.rsa();
        root = Issued.certificate("CN=root", authority.getPublic(), "CN=root", authority);
        leaf = Issued.certificate("CN=leaf", pair.getPublic(), "CN=root", authority);
    }

    @AfterEach
    void close() {
        dear.close();
    }

    private static Owner owner(KeyPurpose purpose) {
        return new Owner(new TenantId(UUID.randomUUID()), new TenantKeyId(UUID.randomUUID()), purpose);
    }

    private PrivateKey opened(Owner of, SealedKey made) throws Exception {
        return ReadKey.privateKey(sealer.open(SealedPlace.of(of), made.sealed()));
    }

    private static X509Certificate certificate(SealedKey made) {
        return CertificateChain.read(made.certificates().chain().bytes()).get(0);
    }

    private static TenantKey stored(Owner of, SealedKey made) {
        return new TenantKey(
                of.key(),
                of.tenant(),
                new KeyName("in"),
                of.purpose(),
                KeyState.CURRENT,
                made.certificates().chain(),
                Optional.of(made.sealed()),
                made.certificates().notBefore(),
                made.certificates().notAfter(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
    }

    private static String plain(KeyPair of) {
        return Issued.pem("PRIVATE KEY", of.getPrivate().getEncoded());
    }

    private static String pem(X509Certificate of) throws Exception {
        return Issued.pem("CERTIFICATE", of.getEncoded());
    }

    private void refusedPem(String text, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.readPem(owner, text.getBytes(US_ASCII), NONE))
                .withMessageContaining(rule)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    private void refusedPkcs12(byte[] file, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.readPkcs12(owner, file, PASSWORD))
                .withMessageContaining(rule);
    }

    @Test
    void eachAlgorithmMakesAPairWhoseCertificateSignsItself() throws Exception {
        for (KeyAlgorithm algorithm : KeyAlgorithm.values()) {
            if (algorithm == KeyAlgorithm.RSA_3072 || algorithm == KeyAlgorithm.RSA_4096) {
                continue; // they differ from RSA_2048 by a number, and take seconds
            }
            Owner of = owner(KeyPurpose.SIGN);
            SealedKey made = material.generate(of, algorithm, "CN=orders, O=Acme", Duration.ofDays(10));
            X509Certificate certificate = certificate(made);
            certificate.verify(certificate.getPublicKey());
            assertThat(KeyRules.isPair(opened(of, made), certificate.getPublicKey()))
                    .as(algorithm.name())
                    .isTrue();
            assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=orders,O=Acme");
            assertThat(certificate.getBasicConstraints()).isNegative();
            assertThat(certificate.getKeyUsage()[0]).isTrue();
            assertThat(Duration.between(
                            certificate.getNotBefore().toInstant(),
                            certificate.getNotAfter().toInstant()))
                    .isEqualTo(Duration.ofDays(10));
        }
    }

    @Test
    void aKeyForDecryptionIsRsaWithItsUsage() throws Exception {
        SealedKey made = material.generate(owner, KeyAlgorithm.RSA_2048, "CN=in", Duration.ofDays(1));
        assertThat(((RSAPublicKey) certificate(made).getPublicKey())
                        .getModulus()
                        .bitLength())
                .isEqualTo(2_048);
        assertThat(certificate(made).getKeyUsage()).startsWith(false, false, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.generate(owner, KeyAlgorithm.EC_P256, "CN=in", Duration.ofDays(1)))
                .withMessage("a key for DECRYPT is RSA");
    }

    @Test
    void subjectsAndValiditiesOfAnotherFormAreRefused() {
        for (String subject : List.of("", " ", "orders", "CN", "CN=a\nb", "XX=y", "CN=" + "x".repeat(300))) {
            assertThatIllegalArgumentException()
                    .as(subject)
                    .isThrownBy(() -> material.generate(owner, KeyAlgorithm.RSA_2048, subject, Duration.ofDays(1)))
                    .withMessageContaining("CN=orders, O=Acme");
        }
        for (Duration validity : List.of(Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(1_101))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> material.generate(owner, KeyAlgorithm.RSA_2048, "CN=in", validity));
        }
    }

    @Test
    void pkcs12IsReadWithItsChainInOrder() throws Exception {
        SealedKey read = material.readPkcs12(owner, Issued.pkcs12(pair, "opens it", leaf, root), PASSWORD);
        assertThat(opened(owner, read)).isEqualTo(pair.getPrivate());
        assertThat(CertificateChain.read(read.certificates().chain().bytes())).containsExactly(leaf, root);
        assertThat(read.certificates().notAfter()).isEqualTo(leaf.getNotAfter().toInstant());
    }

    @Test
    void pkcs12WithAWrongPasswordOrGarbageIsRefused() throws Exception {
        refusedPkcs12(Issued.pkcs12(pair, "another one", leaf, root), "does not open with this password");
        refusedPkcs12("garbage".getBytes(US_ASCII), "no PKCS#12");
        refusedPkcs12(new byte[0], "1 to 131072 bytes");
        refusedPkcs12(new byte[4 << 20], "1 to 131072 bytes");
        byte[] cut = java.util.Arrays.copyOf(Issued.pkcs12(pair, "opens it", leaf, root), 700);
        refusedPkcs12(cut, "no PKCS#12");
        byte[] deep = new byte[100_000];
        for (int i = 0; i < deep.length; i += 2) {
            deep[i] = 0x30;
            deep[i + 1] = (byte) 0x80;
        }
        refusedPkcs12(deep, "no PKCS#12");
    }

    @Test
    void pkcs12WithManyIterationsIsRefusedBeforeTheyAreMade() throws Exception {
        for (String property : List.of(
                "keystore.pkcs12.macIterationCount",
                "keystore.pkcs12.keyPbeIterationCount",
                "keystore.pkcs12.certPbeIterationCount")) {
            System.setProperty(property, "1000000");
            try {
                refusedPkcs12(Issued.pkcs12(pair, "opens it", leaf, root), "iterations");
            } finally {
                System.clearProperty(property);
            }
        }
    }

    @Test
    void eachChangedByteOfPkcs12IsRefusedOrHarmless() throws Exception {
        byte[] file = Issued.pkcs12(pair, "opens it", leaf, root);
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 60; i++) {
            byte[] changed = file.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            try {
                SealedKey read = material.readPkcs12(owner, changed, PASSWORD);
                assertThat(opened(owner, read)).isEqualTo(pair.getPrivate());
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).hasSizeLessThan(200);
            }
        }
    }

    @Test
    void pemIsReadInEachForm() throws Exception {
        String chain = pem(root) + pem(leaf);
        byte[] pkcs1 = PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        for (String key : List.of(plain(pair), Issued.pem("RSA PRIVATE KEY", pkcs1))) {
            SealedKey read = material.readPem(owner, ("text before\n" + chain + key).getBytes(US_ASCII), NONE);
            assertThat(opened(owner, read)).isEqualTo(pair.getPrivate());
            assertThat(CertificateChain.read(read.certificates().chain().bytes()))
                    .containsExactly(leaf, root);
        }
    }

    @Test
    void encryptedPemNeedsItsPassword() throws Exception {
        String text = encrypted(2_048) + pem(leaf);
        refusedPem(text, "its password is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        material.readPem(owner, text.getBytes(US_ASCII), Optional.of("another one".toCharArray())))
                .withMessageContaining("does not open with this password");
        SealedKey read = material.readPem(owner, text.getBytes(US_ASCII), Optional.of(PASSWORD));
        assertThat(opened(owner, read)).isEqualTo(pair.getPrivate());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.readPem(
                        owner, (encrypted(1_000_001) + pem(leaf)).getBytes(US_ASCII), Optional.of(PASSWORD)))
                .withMessageContaining("iterations");
        refusedPem("""
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-128-CBC,00

                AAAA
                -----END RSA PRIVATE KEY-----
                """, "not in the older form");
    }

    private static String encrypted(int iterations) throws Exception {
        String algorithm = "PBEWithHmacSHA256AndAES_128";
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(PASSWORD)),
                new PBEParameterSpec(new byte[16], iterations));
        byte[] content = cipher.doFinal(pair.getPrivate().getEncoded());
        PBEParameterSpec made = cipher.getParameters().getParameterSpec(PBEParameterSpec.class);
        byte[] vector = ((IvParameterSpec) made.getParameterSpec()).getIV();
        PBES2Parameters parameters = new PBES2Parameters(
                new KeyDerivationFunc(
                        PKCSObjectIdentifiers.id_PBKDF2,
                        new PBKDF2Params(
                                new byte[16],
                                iterations,
                                new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE))),
                new EncryptionScheme(NISTObjectIdentifiers.id_aes128_CBC, new DEROctetString(vector)));
        return Issued.pem(
                "ENCRYPTED PRIVATE KEY",
                new EncryptedPrivateKeyInfo(
                                new AlgorithmIdentifier(PKCSObjectIdentifiers.id_PBES2, parameters), content)
                        .getEncoded());
    }

    @Test
    void pemOfAnotherContentIsRefused() throws Exception {
        refusedPem("garbage", "0 private keys");
        refusedPem(plain(pair), "no certificate is of the key");
        refusedPem(pem(leaf), "0 private keys");
        refusedPem(plain(pair) + plain(authority) + pem(leaf), "2 private keys");
        refusedPem(Issued.pem("PRIVATE KEY", new byte[] {1, 2, 3}) + pem(leaf), "");
        refusedPem(Issued.pem("DH PARAMETERS", new byte[] {1}) + plain(pair), "no private key or certificate");
        refusedPem("-----BEGIN PRIVATE KEY-----\n!!!\n-----END CERTIFICATE-----\n", "ends as it begins");
        refusedPem(plain(pair) + Issued.pem("CERTIFICATE", new byte[] {48, 3, 2, 1, 1}), "no X.509 certificate");
    }

    @Test
    void weakAndForeignKeysAreRefused() throws Exception {
        for (KeyPair weak : List.of(Issued.rsa(1_024, 65_537), Issued.rsa(5_120, 65_537))) {
            refusedPem(
                    plain(weak) + pem(Issued.certificate("CN=leaf", weak.getPublic(), "CN=root", authority)),
                    "2048 to 4096 bits");
        }
        KeyPair small = Issued.rsa(2_048, 3);
        refusedPem(
                plain(small) + pem(Issued.certificate("CN=leaf", small.getPublic(), "CN=root", authority)),
                "exponent 65537");
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp521r1"));
        KeyPair large = generator.generateKeyPair();
        refusedPem(
                plain(large) + pem(Issued.certificate("CN=leaf", large.getPublic(), "CN=root", authority)),
                "P-256 or P-384");
        KeyPair edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        refusedPem(
                plain(edwards) + pem(Issued.certificate("CN=leaf", edwards.getPublic(), "CN=root", authority)),
                "RSA or EC");
        refusedPem(plain(pair) + pem(root), "no certificate is of the key");
    }

    @Test
    void weakExpiredAndForgedChainsAreRefused() throws Exception {
        Instant now = Instant.now();
        Instant later = now.plus(Duration.ofDays(1));
        refusedPem(
                plain(pair)
                        + pem(Issued.certificate(
                                "CN=leaf", pair.getPublic(), "CN=root", authority, Issued.SHA1, now, later)),
                "SHA-256");
        refusedPem(
                plain(pair)
                        + pem(Issued.certificate(
                                "CN=leaf",
                                pair.getPublic(),
                                "CN=root",
                                authority,
                                Issued.SHA256,
                                now.minusSeconds(7200),
                                now.minusSeconds(3600))),
                "not now");
        X509Certificate expired = Issued.certificate(
                "CN=root",
                authority.getPublic(),
                "CN=root",
                authority,
                Issued.SHA256,
                now.minusSeconds(7200),
                now.minusSeconds(3600));
        refusedPem(plain(pair) + pem(leaf) + pem(expired), "not now");
        KeyPair stranger = Issued.rsa();
        refusedPem(
                plain(pair) + pem(leaf) + pem(Issued.certificate("CN=root", stranger.getPublic(), "CN=root", stranger)),
                "not part of the chain");
        X509Certificate noAuthority = Issued.certificate("CN=leaf 0", authority.getPublic(), "CN=root", authority);
        X509Certificate below = Issued.certificate("CN=leaf", pair.getPublic(), "CN=leaf 0", authority);
        refusedPem(plain(pair) + pem(below) + pem(noAuthority), "no certificate authority");
        refusedPem(plain(pair) + pem(leaf).repeat(9), "1 to 8 certificates");
    }

    @Test
    void aRequestIsSignedByTheKeyAndItsCertificateIsTaken() throws Exception {
        SealedKey made = material.generate(owner, KeyAlgorithm.RSA_2048, "CN=in", Duration.ofDays(1));
        TenantKey key = stored(owner, made);
        String request = material.request(key, Optional.of("CN=signed, O=Acme"));

        assertThat(request).startsWith("-----BEGIN CERTIFICATE REQUEST-----\n").doesNotContain("PRIVATE");
        CertificationRequest read = CertificationRequest.getInstance(
                Base64.getMimeDecoder().decode(request.replaceAll("-----[A-Z ]+-----", "")));
        Signature verifier = Signature.getInstance("SHA256withRSA");
        verifier.initVerify(certificate(made).getPublicKey());
        verifier.update(read.getCertificationRequestInfo().getEncoded("DER"));
        assertThat(verifier.verify(read.getSignature().getOctets())).isTrue();
        assertThat(read.getCertificationRequestInfo().getSubject().toString()).isEqualTo("O=Acme,CN=signed");

        X509Certificate signed = Issued.certificate("CN=leaf", certificate(made).getPublicKey(), "CN=root", authority);
        assertThat(CertificateChain.read(material.certify(key, (pem(signed) + pem(root)).getBytes(US_ASCII))
                        .chain()
                        .bytes()))
                .containsExactly(signed, root);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.certify(key, pem(leaf).getBytes(US_ASCII)))
                .withMessage("no certificate is of the key");
        assertThatIllegalArgumentException().isThrownBy(() -> material.certify(key, "garbage".getBytes(US_ASCII)));
    }

    @Test
    void aPartnerHasOneStrongCertificateThatIsValidNow() throws Exception {
        KeyPair pair = rsa(2_048);
        Content strong = Content.of(pair, "SHA256withRSA");
        Instant now = Instant.now();
        assertThat(material.partner(bytes(strong.make())).certificate().read()).isNotNull();
        refusedPartner(
                "not now",
                bytes(strong.validity(now.minusSeconds(60), now.minusSeconds(1)).make()));
        refusedPartner(
                "not now",
                bytes(strong.validity(now.plusSeconds(60), now.plusSeconds(99)).make()));
        refusedPartner("SHA-256", bytes(Content.of(pair, "SHA1withRSA").make()));
        refusedPartner(
                "2048 to 4096", bytes(Content.of(rsa(1_024), "SHA256withRSA").make()));
        refusedPartner("one certificate", (strong.make().pem() + strong.make().pem()).getBytes(US_ASCII));
        refusedPartner("no X.509 certificate", "garbage".getBytes(US_ASCII));
        refusedPartner("bytes", new byte[0]);
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        return TestCertificate.key("RSA", new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4));
    }

    private static byte[] bytes(TestCertificate certificate) {
        return certificate.pem().getBytes(US_ASCII);
    }

    private void refusedPartner(String reason, byte[] file) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.partner(file))
                .withMessageContaining(reason);
    }

    @Test
    void aSecretIsBoundedAndSealed() throws Exception {
        TenantId tenant = new TenantId(UUID.randomUUID());
        KeyName name = new KeyName("back-end");
        byte[] value = "s3cret".getBytes(US_ASCII);
        assertThat(sealer.open(
                        SealedPlace.of(tenant, name, Optional.of(LOGIN)), material.seal(tenant, name, LOGIN, value)))
                .isEqualTo(value);
        for (int size : new int[] {0, TenantKeyMaterial.MOST_SECRET_BYTES + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            material.seal(tenant, name, LOGIN, "a".repeat(size).getBytes(US_ASCII)));
        }
    }

    @Test
    void aSecretCannotEndTheHeaderOrTheElementThatItIsSentIn() throws Exception {
        TenantId tenant = new TenantId(UUID.randomUUID());
        KeyName name = new KeyName("back-end");
        material.seal(tenant, name, LOGIN, "pass w\u00f6rd:<&>".getBytes(UTF_8));
        material.seal(tenant, name, BEARER, "eyJh.b-_~+/9==".getBytes(US_ASCII));
        for (String password : List.of("a\r\nX-Injected: 1", "a\0", "\u0085", "\uFFFE")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> material.seal(tenant, name, LOGIN, password.getBytes(UTF_8)))
                    .withMessage("a password has no control characters");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> material.seal(tenant, name, LOGIN, new byte[] {(byte) 0xC3, 0x28}));
        for (String token : List.of("a b", "a\nb", "a,b", "\"a\"", "=", "a=b", "\u00e4")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> material.seal(tenant, name, BEARER, token.getBytes(UTF_8)))
                    .withMessageStartingWith("a bearer token is letters");
        }
    }
}
