package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import org.apache.wss4j.dom.WSConstants;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.testing.saml.SamlDraft;
import org.esbmt.testing.saml.SamlIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages of WSS4J that are signed with the key that an assertion names, and attacks on them. */
class HolderOfKeyTest {
    private static SamlIssuer login;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new SamlIssuer("https://login.example");
    }

    private static SamlDraft draft(X509Certificate holder) {
        return login.draft("alice").holder(holder);
    }

    private static Wss4jSender sender(SamlDraft draft, boolean byAssertion) {
        return Wss4jSender.signed().assertion(draft.sign(), byAssertion ? draft.id() : "");
    }

    private static SamlDraft ofClient() {
        return draft(TestKey.client().certificate());
    }

    private static void assertOpens(byte[] message) throws Exception {
        SecuredMessage read = new WsSecurity().read(message, SecurityProfile.STRICT);
        assertThat(read.certificate())
                .isEqualTo(CertificateDigest.of(TestKey.client().certificate()));
        assertThat(read.assertion()).hasValueSatisfying(assertion -> {
            assertThat(assertion.subject().subject()).isEqualTo("alice");
            assertThat(assertion.holder()).hasValueSatisfying(der -> assertThat(CertificateDigest.of(der))
                    .isEqualTo(read.certificate()));
        });
        assertThat(SamlAssertionsTest.verifies(
                        read.assertion().orElseThrow(), login.key().getPublic()))
                .isTrue();
        OpenedMessage opened = read.open(TestKey.client().publicKey(), Receiver.keys(TestKey.bus()));
        assertThat(opened.signed()).contains(MessagePart.BODY, MessagePart.TIMESTAMP, MessagePart.TENANT_CONTEXT);
        assertThat(new String(opened.message(), UTF_8)).doesNotContain("Assertion", "Security");
    }

    @Test
    void theSignatureMayNameTheAssertion() throws Exception {
        assertOpens(sender(ofClient(), true).bytes());
    }

    @Test
    void theSignatureMayNameTheCertificateOfTheAssertion() throws Exception {
        assertOpens(sender(ofClient(), false).bytes());
        assertOpens(sender(ofClient(), false)
                .signerReference(WSConstants.X509_KEY_IDENTIFIER)
                .bytes());
    }

    @Test
    void theMessageMayBeEncrypted() throws Exception {
        assertOpens(sender(ofClient(), true).encrypt("TenantContext", "Body").bytes());
    }

    @Test
    void aMessageWithoutAnAssertionHasNone() throws Exception {
        assertThat(new WsSecurity()
                        .read(Wss4jSender.signed().bytes(), SecurityProfile.STRICT)
                        .assertion())
                .isEmpty();
    }

    @Test
    void theKeyOfAnotherCertificateIsRefused() throws Exception {
        TestKey mallory = TestKey.rsa("mallory", 2048);
        SamlDraft draft = ofClient();
        Wss4jSender byMallory = Wss4jSender.signed().by(mallory, Wss4jSender.RSA_SHA256);
        receiver.refuses(byMallory.assertion(draft.sign(), "").text(), "not the holder");
        receiver.refuses(byMallory.assertion(draft.sign(), draft.id()).text(), "not of the sender's key");
    }

    @Test
    void aReplacedHolderIsRefused() throws Exception {
        TestKey mallory = TestKey.rsa("mallory", 2048);
        SamlDraft draft = ofClient();
        String forged = draft.sign()
                .replace(
                        Xml.element(draft.sign(), "ds:X509Certificate"),
                        Xml.element(draft(mallory.certificate()).sign(), "ds:X509Certificate"));
        receiver.refuses(
                Wss4jSender.signed()
                        .by(mallory, Wss4jSender.RSA_SHA256)
                        .assertion(forged, draft.id())
                        .text(),
                "was changed");
    }

    @Test
    void anAssertionForItsBearerIsRefusedInASignedMessage() throws Exception {
        SamlDraft bearer = login.draft("alice");
        receiver.refuses(sender(bearer, false).text(), "names no holder");
    }

    @Test
    void twoAssertionsAreRefused() throws Exception {
        SamlDraft draft = ofClient();
        String text = sender(draft, true).text();
        String assertion = Xml.element(text, "saml2:Assertion");
        receiver.refuses(text.replace(assertion, assertion + assertion), "element twice");
        receiver.refuses(text.replace(assertion, assertion + login.draft("bob").sign()), "element twice");
    }

    @Test
    void aReferenceToAnotherAssertionIsRefused() throws Exception {
        SamlDraft draft = ofClient();
        receiver.refuses(Wss4jSender.signed().assertion(draft.sign(), "_other").text(), "assertion is missing");
        String text = sender(draft, true).text();
        receiver.refuses(text.replace(Xml.element(text, "saml2:Assertion"), ""), "assertion is missing");
        receiver.refuses(text.replace("#SAMLV2.0", "#SAMLV1.1"), "not named as one of SAML 2.0");
    }

    @Test
    void theIdentifierOfTheAssertionOccursOnce() throws Exception {
        SamlDraft draft = ofClient();
        receiver.refuses(
                sender(draft, true)
                        .blocks("<x:block xmlns:x=\"urn:x\" ID=\"" + draft.id() + "\"/>")
                        .text(),
                "identifier occurs twice");
    }

    @Test
    void aKeyThatIsNamedInAnotherWayIsRefused() throws Exception {
        SamlDraft draft = ofClient();
        String certificate = Xml.element(draft.unsigned(), "ds:X509Certificate");
        for (String other : new String[] {
            "<ds:X509SubjectName>CN=client</ds:X509SubjectName>",
            "<ds:X509SKI>AAAA</ds:X509SKI>",
            certificate + certificate
        }) {
            SamlDraft changed = ofClient().edit(certificate, other);
            receiver.refuses(sender(changed, true).text());
        }
        SamlDraft keyValue = ofClient()
                .edit("<ds:X509Data>" + certificate + "</ds:X509Data>", "<ds:KeyValue><ds:RSAKeyValue/></ds:KeyValue>");
        receiver.refuses(sender(keyValue, true).text(), "not accepted here");
    }

    @Test
    void theUnsignedTimestampOfAHolderIsRefused() throws Exception {
        SamlDraft draft = ofClient();
        receiver.refuses(sender(draft, true).sign("TenantContext", "Body").text(), "Timestamp is not signed");
    }
}
