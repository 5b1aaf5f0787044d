package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that the bus makes are verified by WSS4J and by the bus. */
@ParameterizedClass
@EnumSource(Crypto.class)
class SecureTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String WSA = "<a:RelatesTo xmlns:a=\"" + Wss4jSender.WSA + "\">urn:uuid:1</a:RelatesTo>"
            + "<a:Action xmlns:a=\"" + Wss4jSender.WSA + "\">urn:do</a:Action>";
    private static final List<String> MESSAGES = List.of(
            "<s:Envelope xmlns:s=\"" + SOAP + "\"><s:Body><r xmlns=\"urn:r\">caf\u00e9 &lt;</r></s:Body></s:Envelope>",
            "<s:Envelope xmlns:s=\"" + SOAP + "\"><s:Header/><s:Body/></s:Envelope>",
            "<Envelope xmlns=\"" + SOAP + "\"><Header>" + WSA + "</Header><Body ><r xmlns=\"\"/>\r\n</Body></Envelope>",
            "<?xml version='1.0'?><s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\">\n <s:Header>" + WSA
                    + "<h xmlns='urn:h'/></s:Header>\n <s:Body xmlns:wsu='urn:other'><wsu:r a='&quot;'/><!-- c --></s:Body>\n</s:Envelope>");

    private final Crypto crypto;
    private final WsSecurity security;

    SecureTest(Crypto crypto) {
        this.crypto = crypto;
        this.security = new WsSecurity(Clock.systemUTC(), crypto.provider());
    }

    private final TestKey bus = TestKey.bus();
    private final TestKey client = TestKey.client();

    @Test
    void signedMessagesAreVerified() throws Exception {
        for (String message : MESSAGES) {
            byte[] secured =
                    security.secure(bytes(message), OutgoingSecurity.signed(bus.privateKey(), bus.certificate()));
            Wss4jReceiver.verify(secured, client, bus);
            OpenedMessage opened = new Receiver(crypto).of(bus).open(secured);
            assertThat(opened.signed()).contains(MessagePart.TIMESTAMP, MessagePart.BODY);
            assertThat(opened.signed().contains(MessagePart.ADDRESSING)).isEqualTo(message.contains(WSA));
        }
    }

    @Test
    void encryptedMessagesAreDecrypted() throws Exception {
        for (String message : MESSAGES) {
            byte[] secured = security.secure(
                    bytes(message),
                    OutgoingSecurity.signedAndEncrypted(bus.privateKey(), bus.certificate(), client.certificate()));
            assertThat(new String(secured, UTF_8)).doesNotContain("caf\u00e9");
            String theirs = Wss4jReceiver.verify(secured, client, bus);
            OpenedMessage opened =
                    new Receiver(crypto).of(bus).keys(Receiver.keys(client)).open(secured);
            assertThat(opened.encrypted()).containsOnly(MessagePart.BODY);
            String text = new String(opened.message(), UTF_8);
            if (message.contains("caf")) {
                assertThat(text).contains("caf\u00e9 &lt;");
                assertThat(theirs).contains("caf\u00e9 &lt;");
            }
        }
    }

    @Test
    void eachKindOfKeySigns() throws Exception {
        for (TestKey key :
                List.of(TestKey.ec("p256", "secp256r1"), TestKey.ec("p384", "secp384r1"), TestKey.ed25519("ed25519"))) {
            byte[] secured = security.secure(
                    bytes(MESSAGES.get(0)), OutgoingSecurity.signed(key.privateKey(), key.certificate()));
            Wss4jReceiver.verify(secured, client, key);
            new Receiver(crypto).of(key).open(secured);
        }
    }

    @Test
    void messageCanBeEncryptedWithoutASignature() throws Exception {
        byte[] secured = security.secure(
                bytes(MESSAGES.get(0)),
                new OutgoingSecurity(Optional.empty(), Optional.of(client.certificate()), false));
        assertThat(Wss4jReceiver.decrypt(secured, client)).contains("caf\u00e9");
    }

    @Test
    void keptKeyIsTheSameUnderNewVectors() throws Exception {
        OutgoingSecurity how = new OutgoingSecurity(
                Optional.of(new OutgoingSecurity.Signer(bus.privateKey(), bus.certificate())),
                Optional.of(client.certificate()),
                true);
        String one = new String(security.secure(bytes(MESSAGES.get(0)), how), UTF_8);
        String two = new String(security.secure(bytes(MESSAGES.get(0)), how), UTF_8);
        String other = new String(
                security.secure(bytes(MESSAGES.get(0)), new OutgoingSecurity(how.signer(), how.recipient(), false)),
                UTF_8);
        assertThat(Xml.element(one, "xenc:CipherValue"))
                .isEqualTo(Xml.element(two, "xenc:CipherValue"))
                .isNotEqualTo(Xml.element(other, "xenc:CipherValue"));
        assertThat(one.substring(one.indexOf("EncryptedData")))
                .isNotEqualTo(two.substring(two.indexOf("EncryptedData")));
        Wss4jReceiver.verify(bytes(two), client, bus);
    }

    @Test
    void secondSecurityBlockIsRefused() throws Exception {
        OutgoingSecurity how = OutgoingSecurity.signed(bus.privateKey(), bus.certificate());
        byte[] once = security.secure(bytes(MESSAGES.get(0)), how);
        assertThatThrownBy(() -> security.secure(once, how))
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessageContaining("already");
    }

    @Test
    void weakKeysAreNotUsed() {
        TestKey weak = TestKey.rsa("weak", 1024);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> security.secure(
                        bytes(MESSAGES.get(0)), OutgoingSecurity.signed(weak.privateKey(), weak.certificate())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> security.secure(
                        bytes(MESSAGES.get(0)),
                        OutgoingSecurity.signedAndEncrypted(bus.privateKey(), bus.certificate(), weak.certificate())));
    }

    private static byte[] bytes(String message) {
        return message.getBytes(UTF_8);
    }

    @Test
    void messagesOfAnotherFormAreNotSecured() {
        String envelope = "<s:Envelope xmlns:s=\"" + SOAP + "\" xmlns:u=\"" + Names.WSU + "\">";
        OutgoingSecurity how = OutgoingSecurity.signed(
                TestKey.client().privateKey(), TestKey.client().certificate());
        for (List<String> one : List.of(
                List.of(envelope + "</s:Envelope>", "The Envelope is empty."),
                List.of(envelope + "<s:Header/></s:Envelope>", "There is no Body."),
                List.of(envelope + "<s:Body/><s:Body/></s:Envelope>", "The Envelope has an element behind the Body."),
                List.of(
                        envelope + "<s:Body u:Id=\"one\"><a u:Id=\"one\"/></s:Body></s:Envelope>",
                        "An identifier occurs twice."))) {
            assertThatThrownBy(() -> security.secure(one.get(0).getBytes(UTF_8), how))
                    .isInstanceOf(SecurityRefusedException.class)
                    .hasMessage(one.get(1));
        }
    }
}
