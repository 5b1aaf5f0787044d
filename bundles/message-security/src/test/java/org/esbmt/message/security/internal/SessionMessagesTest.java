package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.wss4j.common.bsp.BSPRule;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.RequestData;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.testing.saml.SamlIssuer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Messages of a session, made by WSS4J, and answers that WSS4J verifies. Then the attacks on them. */
class SessionMessagesTest {
    private static final String PLAIN = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soap:Body><ok xmlns=\"urn:acme\">done &amp; dusted</ok></soap:Body></soap:Envelope>";
    private static final List<BSPRule> YOUNGER = List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421);

    private final WsSecurity security = new WsSecurity();
    private final Session session = SessionSender.session();

    private OpenedMessage open(String message) throws SecurityRefusedException {
        return security.read(message.getBytes(UTF_8), SecurityProfile.TOLERANT).open(session);
    }

    private void refuses(String message, String sentence) {
        SecurityRefusedException refused = catchThrowableOfType(SecurityRefusedException.class, () -> open(message));
        assertThat(refused).as(message).isNotNull().hasMessageContaining(sentence);
        assertThat(refused.reason()).isEqualTo(SecurityRefusedException.Reason.INVALID);
    }

    // ---- accepted

    @Test
    void aSignedMessageIsOpened() throws Exception {
        OpenedMessage opened = open(new SessionSender().text());
        assertThat(opened.signed()).containsOnly(MessagePart.TIMESTAMP, MessagePart.BODY);
        assertThat(opened.tolerated()).isEmpty();
        assertThat(new String(opened.message(), UTF_8)).contains("anvil").doesNotContain("Security");
    }

    @Test
    void anEncryptedMessageIsOpened() throws Exception {
        for (SessionSender sender : List.of(
                new SessionSender().encrypt(),
                new SessionSender().encrypt(WSConstants.AES_256_GCM, 32),
                new SessionSender().encrypt().february2005(),
                new SessionSender().encrypt().soap12().signatureLength(24))) {
            String message = sender.text();
            assertThat(message).doesNotContain("anvil");
            OpenedMessage opened = open(message);
            assertThat(opened.encrypted()).containsOnly(MessagePart.BODY);
            assertThat(new String(opened.message(), UTF_8)).contains("anvil").doesNotContain("Encrypted");
        }
    }

    @Test
    void theTokenTellsTheFormOfAnswers() throws Exception {
        byte[] message = new SessionSender()
                .encrypt(WSConstants.AES_256_GCM, 32)
                .signatureLength(24)
                .february2005()
                .bytes();
        assertThat(security.read(message, SecurityProfile.TOLERANT).session())
                .contains(new SessionToken(SessionSender.IDENTIFIER, SessionToken.Version.FEBRUARY_2005, 24, 32));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wss4jVerifiesAnswers(boolean encrypted) throws Exception {
        for (SessionToken.Version version : SessionToken.Version.values()) {
            SessionToken token = new SessionToken(SessionSender.IDENTIFIER, version, 32, 16);
            String answer = new String(security.secure(PLAIN.getBytes(UTF_8), session, token, encrypted), UTF_8);
            assertThat(answer.contains("dusted")).isEqualTo(!encrypted);
            assertThat(wss4j(answer)).contains("done &amp; dusted");
        }
    }

    private String wss4j(String answer) throws Exception {
        WSSConfig.init();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(answer.getBytes(UTF_8)));
        RequestData data = new RequestData();
        data.setIgnoredBSPRules(YOUNGER);
        CallbackHandler secrets = callbacks -> {
            WSPasswordCallback callback = (WSPasswordCallback) callbacks[0];
            assertThat(callback.getIdentifier()).isEqualTo(SessionSender.IDENTIFIER);
            callback.setKey(session.key());
        };
        data.setCallbackHandler(secrets);
        assertThat(new WSSecurityEngine().processSecurityHeader(document, data).getActionResults())
                .containsKey(WSConstants.SIGN);
        return Wss4jSender.text(document);
    }

    @Test
    void aRepetitionHasTheSameClaimWhateverTheIdentifierIs() throws Exception {
        String message = new SessionSender().text();
        String other = message.replace(SessionSender.IDENTIFIER, "urn:esbmt:session:another-text");
        assertThat(open(message).claim()).isEqualTo(open(other).claim());
        assertThat(open(message).claim())
                .isNotEqualTo(open(new SessionSender().text()).claim());
    }

    // ---- refused

    @Test
    void attack22AnotherSessionsKeyIsRefused() throws Exception {
        String message = new SessionSender()
                .secret(SessionSender.session((byte) 8).key())
                .encrypt()
                .text();
        refuses(message, "not of the session's key");
    }

    /** Both sides have the same key. The border between label and nonce is the attacker's choice. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerThatIsSentBackIsRefused(boolean encrypted) throws Exception {
        SessionToken token = new SessionToken(SessionSender.IDENTIFIER, SessionToken.Version.OASIS_1_3, 32, 16);
        String answer;
        byte[] nonce;
        do {
            answer = new String(security.secure(PLAIN.getBytes(UTF_8), session, token, encrypted), UTF_8);
            nonce = Base64.getDecoder().decode(Xml.text(answer, "wsc:Nonce"));
        } while (nonce[0] < 'a' || nonce[0] > 'z');
        refuses(answer, "answer of the bus");
        String label = "WS-SecureConversationWS-SecureConversation" + (char) nonce[0];
        String rest = Base64.getEncoder().encodeToString(Arrays.copyOfRange(nonce, 1, nonce.length));
        refuses(
                answer.replace(
                        Xml.element(answer, "wsc:Nonce"),
                        "<wsc:Label>" + label + "</wsc:Label><wsc:Nonce>" + rest + "</wsc:Nonce>"),
                "answer of the bus");
    }

    @Test
    void sessionsAreForProfilesThatAcceptThem() throws Exception {
        byte[] message = new SessionSender().bytes();
        SecurityRefusedException refused = catchThrowableOfType(
                SecurityRefusedException.class, () -> security.read(message, SecurityProfile.STRICT));
        assertThat(refused).hasMessageContaining("not accepted");
    }

    @Test
    void aSessionIsOpenedByItsKeyAlone() throws Exception {
        SecuredMessage ofSession = security.read(new SessionSender().bytes(), SecurityProfile.TOLERANT);
        assertThatIllegalStateException().isThrownBy(ofSession::certificate);
        assertThatIllegalStateException()
                .isThrownBy(() -> ofSession.open(TestKey.client().publicKey(), Receiver.keys(TestKey.bus())));
        SecuredMessage ofCertificate = security.read(Wss4jSender.signed().bytes(), SecurityProfile.TOLERANT);
        assertThat(ofCertificate.session()).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> ofCertificate.open(session));
    }

    /** The key is derived as asked, and the value is right for it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 15, 65, 128, 999})
    void attackOnLengthsOfDerivedKeys(int length) throws Exception {
        refuses(new SessionSender().signatureLength(length).text(), "out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"65", "999", "-1", "0x1", " 1", "", "2147483648"})
    void attackOnOffsetsOfDerivedKeys(String offset) throws Exception {
        String message = new SessionSender().text();
        String attack = message.replaceFirst("Offset>0<", "Offset>" + offset + "<");
        assertThat(attack).isNotEqualTo(message);
        assertThat(catchThrowableOfType(SecurityRefusedException.class, () -> open(attack)))
                .isNotNull();
    }

    /** Computed as digits, these characters are the right numbers, and the signature would be good. */
    @Test
    void attackOnNumbersOfOtherCharacters() throws Exception {
        String message = new SessionSender().encrypt().text();
        for (String[] attack : new String[][] {{"Offset>0<", "Offset>/:<"}, {"Length>16<", "Length>0@<"}}) {
            assertThat(message).contains(attack[0]);
            refuses(message.replaceFirst(attack[0], attack[1]), "A number of a derived key is malformed.");
        }
    }

    @Test
    void aContentKeyHasTheLengthOfItsCipher() throws Exception {
        refuses(
                new SessionSender()
                        .encrypt(WSConstants.AES_128_GCM, 16)
                        .text()
                        .replaceFirst("(?s)(.*)Length>16<", "$1Length>32<"),
                "another length than its cipher");
    }

    @Test
    void attack12HmacOutputLength() throws Exception {
        String message = new SessionSender().text();
        String attack = message.replaceFirst(
                "(<ds:SignatureMethod [^>]*)/>",
                "$1><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>");
        assertThat(attack).isNotEqualTo(message);
        refuses(attack, "one element too many");
    }

    @Test
    void aShortenedHmacIsRefused() throws Exception {
        String message = new SessionSender().text();
        String value = Xml.text(message, "ds:SignatureValue").replaceAll("\\s", "");
        String shorter = java.util.Base64.getEncoder()
                .encodeToString(
                        java.util.Arrays.copyOf(java.util.Base64.getDecoder().decode(value), 16));
        refuses(message.replace(Xml.text(message, "ds:SignatureValue"), shorter), "not of the session's key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WSConstants.HMAC_SHA1,
                "http://www.w3.org/2001/04/xmldsig-more#hmac-sha384",
                "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"
            })
    void otherHmacsAreRefused(String method) throws Exception {
        refuses(new SessionSender().signatureMethod(method).text(), "algorithm that is not accepted");
    }

    @Test
    void anAssertionBesideASessionIsRefused() throws Exception {
        String assertion =
                new SamlIssuer("https://login.example").draft("alice").sign();
        String message = new SessionSender().text();
        refuses(message.replace("</wsse:Security>", assertion + "</wsse:Security>"), "an assertion, too");
    }

    /** The EncryptedKey is to the bus, as everybody can make one, and the HMAC is right for it. */
    @Test
    void attack11AKeyDerivedFromAnEncryptedKey() throws Exception {
        Forger forger = new Forger();
        String key = forger.key().replaceFirst("<x:ReferenceList></x:ReferenceList>", "");
        String message =
                new SessionSender().secret(forger.secret).tokenReference("K").text();
        refuses(message.replace("</wsse:Security>", key + "</wsse:Security>"), "certificate or an encrypted key, too");
        String noSession = message.replace(Xml.element(message, "wsc:SecurityContextToken"), "");
        refuses(noSession.replace("</wsse:Security>", key + "</wsse:Security>"), "has no session");
    }

    @Test
    void attack11AKeyDerivedFromTheSendersCertificate() throws Exception {
        byte[] certificate = TestKey.client().publicKey().getEncoded();
        String signed = Wss4jSender.signed().noContext().text();
        String token =
                Xml.element(signed, "wsse:BinarySecurityToken").replaceFirst("wsu:Id=\"[^\"]*\"", "wsu:Id=\"bst\"");
        String message =
                new SessionSender().secret(certificate).tokenReference("bst").text();
        String withToken = message.replace(
                Xml.element(message, "wsc:SecurityContextToken"),
                token.replaceFirst(
                        "<wsse:BinarySecurityToken", "<wsse:BinarySecurityToken xmlns:wsu=\"" + Names.WSU + "\""));
        refuses(withToken, "has no session");
        refuses(
                withToken.replace(
                        "</wsse:Security>", Xml.element(message, "wsc:SecurityContextToken") + "</wsse:Security>"),
                "certificate or an encrypted key, too");
    }

    @Test
    void aSessionBesideACertificatesSignatureIsRefused() throws Exception {
        String signed = Wss4jSender.signed().text();
        String token = Xml.element(new SessionSender().text(), "wsc:SecurityContextToken");
        refuses(signed.replace("</wsse:Security>", token + "</wsse:Security>"), "has a session, too");
    }

    @Test
    void derivedKeysNameTheSessionAndTheSignatureNamesOneOfThem() throws Exception {
        refuses(new SessionSender().tokenReference("other").text(), "another token than the session's");
        String message = new SessionSender().encrypt().text();
        String token = Xml.element(message, "wsc:SecurityContextToken");
        refuses(message.replace(token, token + token), "an element twice");
        String derived = Xml.element(message, "wsc:DerivedKeyToken");
        refuses(message.replace(derived, derived + derived), "an element twice");
        String one = new SessionSender().text();
        String ofOne = Xml.element(one, "wsc:DerivedKeyToken");
        refuses(one.replace(ofOne, ofOne + ofOne), "no derived key, or two");
        refuses(one.replace(ofOne, ""), "no derived key, or two");
        refuses(one.replace(ofOne, ofOne + ofOne.replaceFirst("Id=\"", "Id=\"x")), "key without content");
    }

    @Test
    void contentIsNotEncryptedWithTheKeyOfTheSignature() throws Exception {
        String message = new SessionSender().encrypt().text();
        String ofSignature = Xml.attribute(Xml.element(message, "ds:Signature"), "wsse:Reference", "URI");
        String ofContent = Xml.attribute(Xml.element(message, "xenc:EncryptedData"), "wsse:Reference", "URI");
        assertThat(ofContent).isNotEqualTo(ofSignature);
        refuses(message.replace("URI=\"" + ofContent + "\"", "URI=\"" + ofSignature + "\""), "another key");
    }

    @Test
    void aChangedNonceOrLabelIsRefused() throws Exception {
        String message = new SessionSender().text();
        refuses(
                message.replace(Xml.text(message, "wsc:Nonce"), "AAAAAAAAAAAAAAAAAAAAAA=="),
                "not of the session's key");
        refuses(
                message.replaceFirst("<wsc:Nonce", "<wsc:Label>other</wsc:Label><wsc:Nonce"),
                "not of the session's key");
        refuses(message.replaceFirst("<wsc:Nonce", "<wsc:Label>&amp;</wsc:Label><wsc:Nonce"), "label");
        refuses(message.replaceFirst("<wsc:Nonce", "<wsc:Generation>1</wsc:Generation><wsc:Nonce"), "not accepted");
        refuses(message.replace(Xml.text(message, "wsc:Nonce"), "AAAA"), "length that is not accepted");
        refuses(message.replace(Xml.element(message, "wsc:Nonce"), ""), "lacks");
    }

    @Test
    void attack01ASignedBodyMovedAsideIsRefused() throws Exception {
        String message = new SessionSender().text();
        String body = Xml.element(message, "soap:Body");
        String forged = "<soap:Body><forged/></soap:Body>";
        refuses(
                message.replace(body, forged).replace("</soap:Header>", "<w>" + body + "</w></soap:Header>"),
                "no element at one of the places");
    }

    @Test
    void attack23AnExpiredMessageIsRefusedBehindAGoodSignatureOnly() throws Exception {
        byte[] message = new SessionSender().bytes();
        WsSecurity later =
                new WsSecurity(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(7)), Crypto.JDK.provider());
        SecurityRefusedException expired =
                catchThrowableOfType(SecurityRefusedException.class, () -> later.read(message, SecurityProfile.TOLERANT)
                        .open(session));
        assertThat(expired.reason()).isEqualTo(SecurityRefusedException.Reason.EXPIRED);
        SecurityRefusedException forged =
                catchThrowableOfType(SecurityRefusedException.class, () -> later.read(message, SecurityProfile.TOLERANT)
                        .open(SessionSender.session((byte) 9)));
        assertThat(forged.reason()).isEqualTo(SecurityRefusedException.Reason.INVALID);
    }

    @Test
    void attack17DerivedKeysOfAnotherForm() throws Exception {
        String message = new SessionSender().text();
        String token = Xml.element(message, "wsc:DerivedKeyToken");
        String type = Xml.attribute(token, "wsse:Reference", "ValueType");
        refuses(message.replace(token, token.replace(type, "urn:saml")), "A token has a type that is not accepted.");
        refuses(
                message.replace(token, token.replaceFirst(" wsu:Id=\"[^\"]*\"", "")),
                "A token of a session has no wsu:Id.");
        refuses(
                message.replace(
                        token,
                        token.replaceFirst("<wsc:DerivedKeyToken", "<wsc:DerivedKeyToken Algorithm=\"urn:other\"")),
                "A key is not derived by P_SHA-1.");
    }
}
