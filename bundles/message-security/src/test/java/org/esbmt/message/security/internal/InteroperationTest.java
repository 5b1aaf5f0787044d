package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import javax.xml.crypto.dsig.DigestMethod;
import org.apache.wss4j.dom.WSConstants;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Tolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that WSS4J makes are opened. */
@ParameterizedClass
@EnumSource(Crypto.class)
class InteroperationTest {
    private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";
    private static final EnumSet<MessagePart> ALL =
            EnumSet.of(MessagePart.TENANT_CONTEXT, MessagePart.TIMESTAMP, MessagePart.BODY);

    private final Crypto crypto;
    private final Receiver receiver;

    InteroperationTest(Crypto crypto) {
        this.crypto = crypto;
        this.receiver = new Receiver(crypto);
    }

    @Test
    void signedMessageGoesOnWithoutItsSecurityBlock() throws Exception {
        Wss4jSender sender = Wss4jSender.signed();
        OpenedMessage opened = receiver.open(sender.bytes());
        String text = new String(opened.message(), UTF_8);
        assertThat(opened.signed()).isEqualTo(ALL);
        assertThat(opened.encrypted()).isEmpty();
        assertThat(text).doesNotContain("Security").doesNotContain("Signature").contains("forged &amp; tested");
        assertThat(withoutIdentifiers(text)).isEqualTo(sender.plain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"&#13;\n", "&#xD;\n", "\r\n", "\n"})
    void linesOfBase64EndAsTheXmlSignatureOfJavaEndsThem(String end) throws Exception {
        String signed = Wss4jSender.signed().text();
        int from = signed.indexOf("SignatureValue>") + "SignatureValue>".length();
        String divided = signed.substring(0, from + 76) + end + signed.substring(from + 76);
        assertThat(receiver.open(divided).signed()).isEqualTo(ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"&#65;", "&amp;", "&#13", "&#x41;", "&#0;"})
    void noOtherReferenceIsInBase64(String reference) throws Exception {
        String signed = Wss4jSender.signed().text();
        int from = signed.indexOf("SignatureValue>") + "SignatureValue>".length();
        assertThatThrownBy(
                        () -> receiver.open(signed.substring(0, from + 76) + reference + signed.substring(from + 76)))
                .isInstanceOf(SecurityRefusedException.class);
    }

    @Test
    void encryptedPartsGoOnAsPlainText() throws Exception {
        Wss4jSender sender = Wss4jSender.encrypted();
        String message = sender.text();
        assertThat(message).doesNotContain("tenantID").doesNotContain("anvil");
        OpenedMessage opened = receiver.open(message);
        assertThat(opened.signed()).isEqualTo(ALL);
        assertThat(opened.encrypted()).containsOnly(MessagePart.TENANT_CONTEXT, MessagePart.BODY);
        assertThat(withoutIdentifiers(new String(opened.message(), UTF_8))).isEqualTo(sender.plain());
    }

    @Test
    void bodyAloneCanBeEncrypted() throws Exception {
        OpenedMessage opened =
                receiver.open(Wss4jSender.signed().encrypt("Body").bytes());
        assertThat(opened.encrypted()).containsOnly(MessagePart.BODY);
    }

    @Test
    void messageOfSoap12IsOpened() throws Exception {
        Wss4jSender sender = Wss4jSender.encrypted().soap12();
        assertThat(withoutIdentifiers(receiver.text(sender.text()))).isEqualTo(sender.plain());
    }

    @Test
    void certificateAloneCanNameTheSender() throws Exception {
        OpenedMessage opened = receiver.open(Wss4jSender.signed().noContext().bytes());
        assertThat(opened.signed()).containsOnly(MessagePart.TIMESTAMP, MessagePart.BODY);
    }

    @Test
    void timestampAloneCanBeSigned() throws Exception {
        OpenedMessage opened =
                receiver.open(Wss4jSender.signed().noContext().sign("Timestamp").bytes());
        assertThat(opened.signed()).containsOnly(MessagePart.TIMESTAMP);
    }

    @Test
    void addressingIsAPartWhereItIsSigned() throws Exception {
        OpenedMessage opened = receiver.open(Wss4jSender.signed()
                .blocks("<a:To xmlns:a='" + Wss4jSender.WSA + "'>urn:x</a:To><a:MessageID xmlns:a='" + Wss4jSender.WSA
                        + "'>urn:uuid:1</a:MessageID>")
                .sign("Timestamp", "Body", "To", "MessageID")
                .bytes());
        assertThat(opened.signed()).containsOnly(MessagePart.TIMESTAMP, MessagePart.BODY, MessagePart.ADDRESSING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MORE + "rsa-sha256",
                MORE + "rsa-sha512",
                "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
            })
    void signaturesOfRsaAreVerified(String method) throws Exception {
        receiver.open(Wss4jSender.signed().by(TestKey.client(), method).bytes());
    }

    @Test
    void signaturesOfEllipticCurvesAreVerified() throws Exception {
        TestKey p256 = TestKey.ec("p256", "secp256r1");
        TestKey p384 = TestKey.ec("p384", "secp384r1");
        TestKey ed25519 = TestKey.ed25519("ed25519");
        new Receiver(crypto)
                .of(p256)
                .open(Wss4jSender.signed().by(p256, MORE + "ecdsa-sha256").bytes());
        new Receiver(crypto)
                .of(p384)
                .open(Wss4jSender.signed().by(p384, MORE + "ecdsa-sha384").bytes());
        new Receiver(crypto)
                .of(ed25519)
                .open(Wss4jSender.signed()
                        .by(ed25519, "http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519")
                        .bytes());
    }

    @Test
    void digestsOfSha512AreCompared() throws Exception {
        receiver.open(Wss4jSender.signed().digest(DigestMethod.SHA512).bytes());
    }

    @Test
    void certificateCanBeInsideOfTheSignature() throws Exception {
        receiver.open(Wss4jSender.signed()
                .signerReference(WSConstants.X509_KEY_IDENTIFIER)
                .bytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {WSConstants.THUMBPRINT_IDENTIFIER, WSConstants.SKI_KEY_IDENTIFIER, WSConstants.ISSUER_SERIAL})
    void decryptKeyIsFoundByEachReference(int reference) throws Exception {
        receiver.open(Wss4jSender.encrypted().to(TestKey.bus(), reference).bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {WSConstants.AES_128_GCM, WSConstants.AES_256_GCM})
    void contentOfGcmIsDecrypted(String cipher) throws Exception {
        receiver.open(Wss4jSender.encrypted().cipher(cipher).bytes());
    }

    @Test
    void oaepWithSha1IsAcceptedByProfile() throws Exception {
        Receiver lenient = new Receiver(crypto).profile(Receiver.LENIENT);
        List<Wss4jSender> senders = List.of(
                Wss4jSender.encrypted().transport(WSConstants.KEYTRANSPORT_RSAOAEP, null, null),
                Wss4jSender.encrypted().transport(WSConstants.KEYTRANSPORT_RSAOAEP, WSConstants.SHA1, null),
                Wss4jSender.encrypted().transport(WSConstants.KEYTRANSPORT_RSAOAEP, WSConstants.SHA256, null),
                Wss4jSender.encrypted().transport(WSConstants.KEYTRANSPORT_RSAOAEP_XENC11, null, null),
                Wss4jSender.encrypted()
                        .transport(WSConstants.KEYTRANSPORT_RSAOAEP_XENC11, WSConstants.SHA256, WSConstants.MGF_SHA1));
        for (Wss4jSender sender : senders) {
            String message = sender.text();
            assertThat(lenient.open(message).tolerated()).containsOnly(Tolerance.OAEP_SHA1);
            receiver.refuses(message, "SHA-1");
        }
        assertThat(lenient.open(Wss4jSender.encrypted().bytes()).tolerated()).isEmpty();
    }

    @Test
    void childrenOfSecurityComeInAnyOrder() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String[] children = {
            Xml.element(message, "xenc:EncryptedKey"),
            Xml.element(message, "wsse:BinarySecurityToken"),
            Xml.element(message, "ds:Signature"),
            Xml.element(message, "wsu:Timestamp")
        };
        for (int i = 0; i < children.length; i++) {
            for (int j = 0; j < children.length; j++) {
                String moved = message.replace(children[i], "");
                int at = j < i ? moved.indexOf(children[j]) : moved.indexOf("</wsse:Security>");
                receiver.open(moved.substring(0, at) + "\r\n  " + children[i] + "\n" + moved.substring(at));
            }
        }
    }

    @Test
    void encryptedHeaderCanBeBeforeAndBehindSecurity() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String header = Xml.element(message, "wsse11:EncryptedHeader");
        String rest = message.replace(header, "");
        receiver.open(rest.replace("<soap:Header>", "<soap:Header>" + header));
        receiver.open(rest.replace("</soap:Header>", header + "</soap:Header>"));
    }

    @Test
    void plainIdentifiersAreAcceptedByProfile() throws Exception {
        String message = Wss4jSender.signed().body("<o/>").text();
        // The Body's identifier is in the digest, so the message is made anew by a sender that writes plain ones.
        String plain = PlainIdentifiers.sign(message);
        assertThat(new Receiver(crypto).profile(Receiver.LENIENT).open(plain).tolerated())
                .containsOnly(Tolerance.PLAIN_ID);
        receiver.refuses(plain);
    }

    @Test
    void envelopedSignatureTakesNothingAway() throws Exception {
        String plain = PlainIdentifiers.sign(Wss4jSender.signed().body("<o/>").text());
        assertThat(plain).contains(Names.ENVELOPED);
        new Receiver(crypto).profile(Receiver.LENIENT).open(plain);
    }

    @Test
    void applicationsHaveAttributesIdOfTheirOwn() throws Exception {
        String body =
                "<o><i Id=\"a b &amp; c\"/><i Id=\"a b &amp; c\"/><i ID=\"1\"/><i ID=\"1\"/><i id=\"&#65;\"/></o>";
        assertThat(receiver.text(Wss4jSender.encrypted().body(body).text())).contains("a b &amp; c");
    }

    @Test
    void lineBreaksInBase64AreIgnored() throws Exception {
        String message = Wss4jSender.encrypted().text();
        for (String name : List.of("wsse:BinarySecurityToken", "ds:SignatureValue", "xenc:CipherValue")) {
            String element = Xml.element(message, name);
            int half = element.length() / 2;
            message = message.replace(element, element.substring(0, half) + "\r\n\t " + element.substring(half));
        }
        receiver.open(message);
    }

    @Test
    void declarationAndByteOrderMarkAreAccepted() throws Exception {
        String message = Wss4jSender.encrypted().text();
        receiver.open("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- c -->" + message + "\n<!-- c -->");
        receiver.open("\uFEFF" + message);
    }

    @Test
    void claimIsThatOfTheSignedContent() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String spaced = message.replace("<wsse:BinarySecurityToken", "\n<wsse:BinarySecurityToken");
        byte[] claim = receiver.open(message).claim();
        assertThat(claim).hasSize(32).isEqualTo(receiver.open(spaced).claim());
        assertThat(claim)
                .isNotEqualTo(receiver.open(Wss4jSender.encrypted().bytes()).claim());
    }

    @Test
    void expiryIsOfTheSignedTimesAndNotOfTheProfile() throws Exception {
        String message = Wss4jSender.signed().seconds(600).text();
        Instant created = Instant.parse(Xml.text(message, "wsu:Created"));
        assertThat(receiver.open(message).expires()).isEqualTo(created.plus(6, ChronoUnit.MINUTES));
        assertThat(new Receiver(crypto)
                        .profile(new org.esbmt.message.security.api.SecurityProfile(
                                4096 * 4,
                                false,
                                false,
                                false,
                                java.time.Duration.ofSeconds(30),
                                java.time.Duration.ZERO))
                        .open(message)
                        .expires())
                .isEqualTo(created.plus(6, ChronoUnit.MINUTES));
    }

    @Test
    void commentsAndCdataOfASignedBodyBecomeText() throws Exception {
        String message = Wss4jSender.signed().body("<o>1000 &amp; more</o>").text();
        String divided = message.replace("1000 &amp; more", "1<!-- -->0<![CDATA[00 & ]]>more");
        assertThat(receiver.text(divided)).contains("<o>1000 &amp; more</o>").doesNotContain("CDATA");
    }

    private static String withoutIdentifiers(String message) {
        return message.replaceAll(" (xmlns:wsu|wsu:Id)=\"[^\"]*\"", "");
    }
}
