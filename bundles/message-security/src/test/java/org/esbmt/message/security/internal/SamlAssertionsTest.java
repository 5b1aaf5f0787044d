package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.testing.saml.SamlDraft;
import org.esbmt.testing.saml.SamlIssuer;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Assertions for their bearers, made by the XML Signature of Java, and attacks on their form. */
class SamlAssertionsTest {
    static final String ISSUER = "https://login.example";
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String RSA_SHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
    private static final String SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";
    private static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
    private static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

    private static SamlIssuer login;

    private final WsSecurity security = new WsSecurity();

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new SamlIssuer(ISSUER);
    }

    /** A message with these elements in its Security block. */
    static String message(String elements) {
        return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
                + "<wsse:Security xmlns:wsse=\"" + WSSE + "\">" + elements
                + "</wsse:Security></soap:Header><soap:Body><a/></soap:Body></soap:Envelope>";
    }

    private SamlAssertion read(String assertion) throws SecurityRefusedException {
        return readMessage(message(assertion));
    }

    private SamlAssertion readMessage(String message) throws SecurityRefusedException {
        return security.readAssertion(message.getBytes(UTF_8), message.indexOf("<saml2:Assertion"));
    }

    private void refuses(String assertion, String sentence) {
        SecurityRefusedException refused = catchThrowableOfType(SecurityRefusedException.class, () -> read(assertion));
        assertThat(refused).as(assertion).isNotNull().hasMessageContaining(sentence);
    }

    /** Verifies as the authenticator does. */
    static boolean verifies(SamlAssertion assertion, PublicKey key) throws Exception {
        Signature operation =
                switch (assertion.signature().algorithm()) {
                    case RS256 -> Signature.getInstance("SHA256withRSA");
                    case RS384 -> Signature.getInstance("SHA384withRSA");
                    case RS512 -> Signature.getInstance("SHA512withRSA");
                    case ES256 -> Signature.getInstance("SHA256withECDSAinP1363Format");
                    case ES384 -> Signature.getInstance("SHA384withECDSAinP1363Format");
                    case PS256 -> {
                        Signature pss = Signature.getInstance("RSASSA-PSS");
                        pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
                        yield pss;
                    }
                    default -> throw new IllegalArgumentException();
                };
        operation.initVerify(key);
        operation.update(assertion.signature().signed());
        return operation.verify(assertion.signature().value());
    }

    // ---- accepted

    @Test
    void theClaimsAreThoseOfTheAssertion() throws Exception {
        Instant now = Instant.parse("2026-11-26T10:00:00.123Z");
        SamlAssertion read = read(login.draft("alice")
                .at(now)
                .recipient("https://bus.example/in?a=1&amp;b=2")
                .sign());

        assertThat(read.subject()).isEqualTo(new TokenSubject(ISSUER, "alice"));
        assertThat(read.audiences()).containsExactly(Set.of(SamlIssuer.AUDIENCE));
        assertThat(read.notBefore()).isEqualTo(now);
        assertThat(read.notOnOrAfter()).isEqualTo(now.plusSeconds(3600));
        assertThat(read.recipient()).contains("https://bus.example/in?a=1&b=2");
        assertThat(read.holder()).isEmpty();
        assertThat(read.signature().certificate()).isEmpty();
        assertThat(verifies(read, login.key().getPublic())).isTrue();
        assertThat(read.toString()).doesNotContain("alice");
    }

    @ParameterizedTest
    @CsvSource({
        "RS256, http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "RS384, http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
        "RS512, http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
        "PS256, http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
        "ES256, http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
        "ES384, http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
    })
    void algorithmsAreThoseOfTokens(TokenAlgorithm algorithm, String uri) throws Exception {
        KeyPair key =
                switch (algorithm) {
                    case ES256 -> SamlIssuer.ec("secp256r1");
                    case ES384 -> SamlIssuer.ec("secp384r1");
                    default -> login.key();
                };
        SamlAssertion read = read(login.draft("alice")
                .by(key.getPrivate(), uri)
                .digest("http://www.w3.org/2001/04/xmlenc#sha512")
                .sign());
        assertThat(read.signature().algorithm()).isEqualTo(algorithm);
        assertThat(verifies(read, key.getPublic())).isTrue();
    }

    @Test
    void namespacesMayBeDeclaredAroundTheAssertion() throws Exception {
        String assertion = login.draft("alice").sign();
        String message = message(assertion.replaceFirst(" xmlns:saml2=\"" + SamlDraft.SAML + "\"", ""))
                .replace("<soap:Envelope", "<soap:Envelope xmlns:saml2=\"" + SamlDraft.SAML + "\"");
        assertThat(verifies(readMessage(message), login.key().getPublic())).isTrue();
    }

    /** Made by xmlsec1 1.2.37 of libxml2, which shows the certificate of its key. */
    @Test
    void aRecordedAssertionOfAnotherImplementationIsRead() throws Exception {
        String recorded;
        try (InputStream in = SamlAssertionsTest.class.getResourceAsStream("assertion-of-xmlsec1.xml")) {
            recorded = new String(in.readAllBytes(), UTF_8);
        }
        SamlAssertion read = read(recorded);
        assertThat(read.subject())
                .isEqualTo(new TokenSubject("https://login.example/saml?a=1&b=2", "zo\u00eb@acme.example"));
        assertThat(read.audiences()).containsExactly(Set.of(SamlIssuer.AUDIENCE, "urn:other"));
        assertThat(read.notOnOrAfter()).isEqualTo(Instant.parse("2026-11-26T10:05:00Z"));
        byte[] shown = read.signature().certificate().orElseThrow();
        PublicKey key = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(shown))
                .getPublicKey();
        assertThat(verifies(read, key)).isTrue();
    }

    @Test
    void referencesToCharactersAreThoseCharacters() throws Exception {
        String signed = login.draft("a&amp;lt;b").sign();
        assertThat(read(signed).subject().subject()).isEqualTo("a&lt;b");
        SamlAssertion read = read(signed.replace(">a&amp;", ">&#97;&#x26;"));
        assertThat(read.subject().subject()).isEqualTo("a&lt;b");
        assertThat(verifies(read, login.key().getPublic())).isTrue();
        refuses(signed.replace(">a&amp;", ">&#97;&#99999999999999999999;"), "reference to no character");
    }

    @Test
    void aSubjectConfirmationMayHaveNoData() throws Exception {
        String data = Xml.element(login.draft("alice").unsigned(), "saml2:SubjectConfirmation");
        SamlDraft draft = login.draft("alice").at(Instant.parse("2026-11-26T10:00:00Z"));
        String before = Xml.element(draft.unsigned(), "saml2:SubjectConfirmation");
        String method = before.substring(0, before.indexOf('>'));
        assertThat(data).contains("SubjectConfirmationData");
        assertThat(read(draft.edit(before, method + "/>").sign()).notOnOrAfter())
                .isEqualTo(Instant.parse("2026-11-26T11:00:00Z"));
    }

    @Test
    void theShortestTimeCounts() throws Exception {
        Instant now = Instant.parse("2026-11-26T10:00:00Z");
        SamlAssertion read = read(login.draft("alice")
                .at(now)
                .edit(
                        "<saml2:SubjectConfirmationData NotOnOrAfter=\"2026-11-26T11:00:00Z\"",
                        "<saml2:SubjectConfirmationData NotBefore=\"2026-11-26T10:10:00Z\""
                                + " NotOnOrAfter=\"2026-11-26T10:20:00Z\"")
                .sign());
        assertThat(read.notBefore()).isEqualTo(now.plusSeconds(600));
        assertThat(read.notOnOrAfter()).isEqualTo(now.plusSeconds(1200));
    }

    @Test
    void aShownCertificateIsAHintAlone() throws Exception {
        TestCertificate mallory =
                TestCertificate.Content.of(SamlIssuer.rsa(), "SHA256withRSA").make();
        SamlAssertion read = read(login.draft("alice")
                .by(mallory.key().getPrivate(), SamlDraft.RSA_SHA256)
                .show(mallory.certificate())
                .sign());
        assertThat(read.signature().certificate())
                .hasValueSatisfying(der -> assertThat(der).isEqualTo(encoded(mallory)));
        assertThat(verifies(read, login.key().getPublic())).isFalse();
    }

    private static byte[] encoded(TestCertificate certificate) {
        try {
            return certificate.certificate().getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void qualifiersNameIssuerAndAudience() throws Exception {
        SamlAssertion read = read(login.draft("alice")
                .edit(
                        "<saml2:NameID>",
                        "<saml2:NameID NameQualifier=\"" + ISSUER + "\" SPNameQualifier=\"urn:sp\""
                                + " Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\">")
                .sign());
        assertThat(read.audiences()).containsExactly(Set.of(SamlIssuer.AUDIENCE), Set.of("urn:sp"));
        refuses(
                login.draft("alice")
                        .edit("<saml2:NameID>", "<saml2:NameID NameQualifier=\"https://other.example\">")
                        .sign(),
                "qualified by another one");
    }

    // ---- changed, or signed by nobody

    @Test
    void aChangedAssertionIsRefused() {
        String signed = login.draft("alice").sign();
        refuses(signed.replace(">alice<", ">admin<"), "was changed");
        refuses(signed.replace("buyer", "owner"), "was changed");
        refuses(signed.replace("</saml2:Audience>", "x</saml2:Audience>"), "was changed");
    }

    @Test
    void anAssertionWithoutASignatureIsRefused() {
        refuses(login.draft("alice").unsigned(), "not accepted here");
    }

    @Test
    void aStrippedSignatureIsRefused() {
        String signed = login.draft("alice").sign();
        refuses(signed.replace(Xml.element(signed, "ds:Signature"), ""), "not accepted here");
    }

    @Test
    void aSignatureWithThePublicKeyByHmacIsRefused() {
        byte[] publicKey = login.key().getPublic().getEncoded();
        refuses(
                login.draft("alice")
                        .by(
                                new SecretKeySpec(publicKey, "HmacSHA256"),
                                "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
                        .sign(),
                "algorithm that is not accepted");
    }

    @Test
    void sha1IsRefused() {
        refuses(login.draft("alice").by(login.key().getPrivate(), RSA_SHA1).sign(), "algorithm that is not accepted");
        refuses(login.draft("alice").digest(SHA1).sign(), "digest that is not accepted");
    }

    @Test
    void otherTransformsAreRefused() {
        refuses(login.draft("alice").transforms(EXCLUSIVE).sign(), "not enveloped");
        refuses(login.draft("alice").transforms(ENVELOPED).sign(), "element is missing");
        refuses(
                login.draft("alice")
                        .transforms(ENVELOPED, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315")
                        .sign(),
                "algorithm that is not accepted");
        refuses(login.draft("alice").transforms(ENVELOPED, EXCLUSIVE, EXCLUSIVE).sign(), "one element too many");
        refuses(
                login.draft("alice")
                        .canonicalization("http://www.w3.org/TR/2001/REC-xml-c14n-20010315")
                        .sign(),
                "algorithm that is not accepted");
    }

    @ParameterizedTest
    @CsvSource({
        "#_other, for another element",
        "'', no identifier",
        "cid:a, no identifier",
        "#xpointer(/), no identifier"
    })
    void aReferenceToAnotherElementIsRefused(String uri, String sentence) {
        SamlDraft draft = login.draft("alice");
        refuses(draft.sign().replace("URI=\"#" + draft.id() + "\"", "URI=\"" + uri + "\""), sentence);
    }

    @Test
    void aFloodOfTransformsIsRefusedAtTheThird() {
        String signed = login.draft("alice").sign();
        String transform = "<ds:Transform Algorithm=\"" + ENVELOPED + "\"/>";
        refuses(
                signed.replace("<ds:Transforms>", "<ds:Transforms>" + transform.repeat(200)),
                "algorithm that is not accepted");
    }

    // ---- the grammar

    @ParameterizedTest
    @ValueSource(strings = {"<!-- -->", "<![CDATA[]]>", "<?x?>", "<saml2:x/>"})
    void nothingDividesTheNames(String divider) {
        String signed = login.draft("admin.mallory").sign();
        refuses(signed.replace(">admin.", ">admin" + divider + "."), "markup within a value");
        String issuer = login.draft("alice").sign();
        refuses(issuer.replace(ISSUER + "<", ISSUER + divider + "<"), "markup within a value");
    }

    @Test
    void aCommentInANameWouldCutItForOthers() throws Exception {
        String signed = login.draft("admin.mallory").sign().replace(">admin.", ">admin<!-- -->.");
        assertThat(NaiveVerifier.used(message(signed), login.key().getPublic(), "Subject", "NameID"))
                .as("the signature does not cover comments")
                .contains("admin.mallory");
    }

    @ParameterizedTest
    @CsvSource({
        "saml2:NameID, not accepted here",
        "saml2:SubjectConfirmation, one element too many",
        "saml2:Issuer, not accepted here",
        "saml2:Conditions, element twice",
        "saml2:Subject, not accepted here"
    })
    void doubledElementsAreRefused(String name, String sentence) {
        SamlDraft draft = login.draft("alice").at(Instant.parse("2026-11-26T10:00:00Z"));
        String once = Xml.element(draft.unsigned(), name);
        String signed = draft.edit(once, once + once).sign();
        refuses(signed, sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Version=\"2.0\"|Version=\"1.1\"|not of SAML 2.0",
                "Version=\"2.0\"|Version=\"2.0\" AssertionID=\"_a\"|attribute that is not accepted",
                "Version=\"2.0\"|Version=\"2.0\" Id=\"_a\"|attribute that is not accepted",
                "Version=\"2.0\"|Version=\"2.0\" xml:id=\"_a\"|attribute that is not accepted",
                "<saml2:NameID>|<saml2:NameID SPProvidedID=\"x\">|attribute that is not accepted",
                "<saml2:NameID>|<saml2:NameID Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:transient\">|transient",
                "<saml2:Issuer>|<saml2:Issuer NameQualifier=\"x\">|attribute that is not accepted",
                "<saml2:Issuer>|<saml2:Issuer Format=\"urn:x\">|not named as an entity",
                "cm:bearer|cm:sender-vouches|confirmed in a way",
                "<saml2:SubjectConfirmationData|<saml2:SubjectConfirmationData Address=\"10.0.0.1\"|not accepted",
                "<saml2:SubjectConfirmationData|<saml2:SubjectConfirmationData InResponseTo=\"_r\"|not accepted",
                "<saml2:AudienceRestriction>|<saml2:OneTimeUse/><saml2:AudienceRestriction>|condition",
                "<saml2:AudienceRestriction>|<saml2:ProxyRestriction Count=\"0\"/><saml2:AudienceRestriction>|condition",
                "<saml2:AudienceRestriction>|<saml2:AudienceRestriction/><saml2:AudienceRestriction>|no audience",
                "</saml2:Conditions>|</saml2:Conditions><saml2:Advice/>|one that is not accepted",
                "saml2:NameID|saml2:EncryptedID|not accepted here",
                "<saml2:NameID>|<saml2:NameID xmlns:x=\"urn:x\" x:y=\"z\">|attribute that is not accepted",
                ">alice<|> alice<|not printable"
            })
    void otherFormsAreRefused(String from, String to, String sentence) {
        refuses(login.draft("alice").edit(from, to).sign(), sentence);
    }

    @Test
    void aReferenceDoesNotHideATransientName() {
        String format = " Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:transient\"";
        String signed = login.draft("alice")
                .edit("<saml2:NameID>", "<saml2:NameID" + format + ">")
                .sign();
        refuses(signed.replace("format:transient", "format:transien&#116;"), "transient");
    }

    @Test
    void anAssertionWithoutAudienceOrEndIsRefused() {
        SamlDraft draft = login.draft("alice").at(Instant.parse("2026-11-26T10:00:00Z"));
        refuses(
                draft.edit(Xml.element(draft.unsigned(), "saml2:AudienceRestriction"), "")
                        .sign(),
                "no audience");
        refuses(
                login.draft("alice")
                        .at(Instant.parse("2026-11-26T10:00:00Z"))
                        .edit(" NotOnOrAfter=\"2026-11-26T11:00:00Z\"", "")
                        .sign(),
                "no end");
    }

    @Test
    void aHugeAssertionIsRefusedBeforeItIsRead() {
        SecurityRefusedException refused = catchThrowableOfType(
                SecurityRefusedException.class,
                () -> read(
                        login.draft("alice").edit("buyer", "b".repeat(33_000)).sign()));
        assertThat(refused.reason()).isEqualTo(Reason.LIMIT);
        SecurityRefusedException many = catchThrowableOfType(
                SecurityRefusedException.class,
                () -> read(login.draft("alice")
                        .edit("</saml2:Assertion>", "<saml2:AttributeStatement/>".repeat(20) + "</saml2:Assertion>")
                        .sign()));
        assertThat(many.reason()).isEqualTo(Reason.LIMIT);
    }

    @Test
    void anAssertionWithAHolderIsNotForItsBearer() throws Exception {
        refuses(
                login.draft("alice").holder(TestKey.client().certificate()).sign(),
                "holder is in a message without a signature");
    }

    @Test
    void anEncryptedOrOlderAssertionIsNoAssertion() {
        String message = message("<saml2:EncryptedAssertion xmlns:saml2=\"" + SamlDraft.SAML + "\"/>");
        assertThat(catchThrowableOfType(
                        SecurityRefusedException.class,
                        () -> security.readAssertion(
                                message.getBytes(UTF_8), message.indexOf("<saml2:EncryptedAssertion"))))
                .hasMessageContaining("disagree");
        refuses(
                login.draft("alice").sign().replace(SamlDraft.SAML, "urn:oasis:names:tc:SAML:1.0:assertion"),
                "disagree");
    }

    @Test
    void aMessageThatEndsWithinTheAssertionIsRefused() {
        String message = message(login.draft("alice").sign());
        int from = message.indexOf("<saml2:Assertion");
        int to = message.indexOf("</saml2:Assertion>");
        byte[] bytes = message.getBytes(UTF_8);
        for (int length = from + 1; length < to; length += 97) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThat(catchThrowableOfType(SecurityRefusedException.class, () -> security.readAssertion(cut, from)))
                    .as("%s bytes", length)
                    .isNotNull();
        }
    }
}
