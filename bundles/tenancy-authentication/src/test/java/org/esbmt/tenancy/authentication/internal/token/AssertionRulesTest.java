package org.esbmt.tenancy.authentication.internal.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of assertions, and an attack on each. The digest of the content was compared by the reader of the message. */
class AssertionRulesTest {
    private static final String ISSUER = "https://login.example";
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final byte[] SIGNED_INFO = "<ds:SignedInfo>".getBytes(UTF_8);

    private static IssuerDouble login;
    private static IssuerDouble next;

    private Instant notBefore = NOW;
    private Instant notOnOrAfter = NOW.plusSeconds(600);
    private List<Set<String>> audiences = List.of(Set.of(IssuerDouble.AUDIENCE));
    private Optional<byte[]> holder = Optional.empty();
    private Optional<byte[]> shown = Optional.empty();
    private TokenAlgorithm algorithm = TokenAlgorithm.RS256;

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new IssuerDouble(ISSUER);
        next = new IssuerDouble(ISSUER);
    }

    private SamlAssertion assertion(byte[] signature) {
        return new SamlAssertion(
                new TokenSubject(ISSUER, "alice"),
                audiences,
                notBefore,
                notOnOrAfter,
                Optional.empty(),
                holder,
                new SamlAssertion.Signature(algorithm, SIGNED_INFO, signature, shown));
    }

    private SamlAssertion assertion(PrivateKey key) throws GeneralSecurityException {
        return assertion(sign(key, "SHA256withRSA"));
    }

    private static byte[] sign(PrivateKey key, String name) throws GeneralSecurityException {
        Signature operation = Signature.getInstance(name);
        operation.initSign(key);
        operation.update(SIGNED_INFO);
        return operation.sign();
    }

    private SamlAssertion good() throws GeneralSecurityException {
        return assertion(login.rsa().getPrivate());
    }

    private static VerifiedToken verify(SamlAssertion assertion, TokenIssuer... issuers) throws TokenRefusedException {
        return AssertionRules.verify(assertion, List.of(issuers), NOW);
    }

    private static void refuses(SamlAssertion assertion, String reason, TokenIssuer... issuers) {
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> verify(assertion, issuers))
                .withMessageContaining(reason);
    }

    /** An issuer with keys for every algorithm. */
    private static TokenIssuer issuer(KeyPair... keys) {
        List<TokenKey> all = new ArrayList<>();
        for (KeyPair key : keys) {
            all.add(new TokenKey("key-" + all.size(), Optional.empty(), key.getPublic()));
        }
        return new TokenIssuer("login", ISSUER, IssuerDouble.AUDIENCE, Set.of(TokenAlgorithm.values()), "{}", all);
    }

    @Test
    void aGoodAssertionHasItsSubject() throws Exception {
        TokenIssuer registration = login.registration();
        VerifiedToken verified = verify(good(), registration);
        assertThat(verified.subject()).isEqualTo(new TokenSubject(ISSUER, "alice"));
        assertThat(verified.issuer()).isSameAs(registration);
        assertThat(verified.holder()).isEmpty();
        assertThat(verified.notAfter()).isEqualTo(notOnOrAfter.plusSeconds(60).minusMillis(1));
    }

    @Test
    void ellipticCurvesAreThoseOfTokens() throws Exception {
        algorithm = TokenAlgorithm.ES256;
        SamlAssertion signed = assertion(sign(login.p256().getPrivate(), "SHA256withECDSAinP1363Format"));
        assertThat(verify(signed, login.registration()).subject().subject()).isEqualTo("alice");
    }

    @Test
    void anUnknownIssuerProvesNobody() throws Exception {
        refuses(good(), "not registered its issuer");
        TokenIssuer other = new TokenIssuer(
                "other",
                "https://other.example",
                IssuerDouble.AUDIENCE,
                Set.of(TokenAlgorithm.RS256),
                "{}",
                login.registration().keys());
        refuses(good(), "not registered its issuer", other);
    }

    @Test
    void theKeyOfAnotherIssuerProvesNobody() throws Exception {
        IssuerDouble other = new IssuerDouble("https://other.example");
        refuses(assertion(other.rsa().getPrivate()), "no key of login", login.registration(), other.registration());
    }

    @Test
    void aKeyThatTheMessageBringsProvesNobody() throws Exception {
        KeyPair mallory = new IssuerDouble(ISSUER).rsa();
        shown = Optional.of(certificate(mallory).getEncoded());
        refuses(assertion(mallory.getPrivate()), "no key of login", login.registration());
    }

    @Test
    void theCertificateBesideTheSignatureChoosesTheKey() throws Exception {
        TokenIssuer four =
                issuer(new IssuerDouble(ISSUER).rsa(), new IssuerDouble(ISSUER).rsa(), next.rsa(), login.rsa());
        refuses(good(), "no key of login", four); // the fourth key is not tried
        shown = Optional.of(certificate(login.rsa()).getEncoded());
        assertThat(verify(good(), four).subject().subject()).isEqualTo("alice");
        refuses(assertion(next.rsa().getPrivate()), "no key of login", four);
    }

    @Test
    void aFewKeysAreTriedWithoutACertificate() throws Exception {
        assertThat(verify(good(), issuer(next.rsa(), login.p256(), login.rsa()))
                        .subject()
                        .subject())
                .isEqualTo("alice");
    }

    @Test
    void anAlgorithmThatTheIssuerMayNotUseIsRefused() throws Exception {
        refuses(good(), "algorithm is not allowed", login.registration(Set.of(TokenAlgorithm.RS512)));
        algorithm = TokenAlgorithm.RS512;
        refuses(assertion(login.rsa().getPrivate()), "no key of login", login.registration());
    }

    @Test
    void aKeyForOneAlgorithmServesNoOther() throws Exception {
        TokenKey fixed =
                new TokenKey("k", Optional.of(TokenAlgorithm.PS256), login.rsa().getPublic());
        TokenIssuer issuer = new TokenIssuer(
                "login", ISSUER, IssuerDouble.AUDIENCE, Set.of(TokenAlgorithm.RS256), "{}", List.of(fixed));
        refuses(good(), "no key of login", issuer);
    }

    @Test
    void theHmacWithThePublicKeyProvesNobody() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(login.rsa().getPublic().getEncoded(), "HmacSHA256"));
        refuses(assertion(mac.doFinal(SIGNED_INFO)), "no key of login", login.registration());
    }

    @Test
    void everyRestrictionNamesTheAudience() throws Exception {
        audiences = List.of(Set.of(IssuerDouble.AUDIENCE, "https://elsewhere.example"));
        verify(good(), login.registration());
        audiences = List.of(Set.of("https://bus.example/globex"));
        refuses(good(), "another audience", login.registration());
        audiences = List.of(Set.of(IssuerDouble.AUDIENCE), Set.of("https://elsewhere.example"));
        refuses(good(), "another audience", login.registration());
    }

    @Test
    void timesCountWithTheSkewOfClocks() throws Exception {
        notOnOrAfter = NOW.minusSeconds(59);
        verify(good(), login.registration());
        notOnOrAfter = NOW.minusSeconds(60);
        refuses(good(), "has expired", login.registration());
        notOnOrAfter = NOW.plusSeconds(600);
        notBefore = NOW.plusSeconds(60);
        verify(good(), login.registration());
        notBefore = NOW.plusSeconds(61);
        refuses(good(), "has not begun", login.registration());
    }

    @Test
    void theHoldersCertificateIsThatOfTheAssertion() throws Exception {
        X509Certificate certificate = certificate(next.rsa());
        holder = Optional.of(certificate.getEncoded());
        assertThat(verify(good(), login.registration()).holder()).contains(certificate);
    }

    @Test
    void aHoldersCertificateThatIsNotValidOrMalformedIsRefused() throws Exception {
        TestCertificate.Content content = TestCertificate.Content.of(next.rsa(), "SHA256withRSA");
        holder = Optional.of(content.validity(NOW.minus(Duration.ofDays(2)), NOW.minusSeconds(1))
                .make()
                .certificate()
                .getEncoded());
        refuses(good(), "holder is not valid", login.registration());
        Instant end = NOW.plusSeconds(30);
        holder = Optional.of(content.validity(NOW.minus(Duration.ofDays(2)), end)
                .make()
                .certificate()
                .getEncoded());
        assertThat(verify(good(), login.registration()).notAfter()).isEqualTo(end);
        holder = Optional.of(new byte[] {0x30, 3, 1, 2, 3});
        refuses(good(), "holder is malformed", login.registration());
    }

    private static X509Certificate certificate(KeyPair key) throws GeneralSecurityException {
        TestCertificate.Content content = TestCertificate.Content.of(key, "SHA256withRSA");
        return content.validity(NOW.minus(Duration.ofDays(1)), NOW.plus(Duration.ofDays(1)))
                .make()
                .certificate();
    }
}
