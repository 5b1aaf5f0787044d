package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecuredRequest;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WSS4J answers requests of the bus, and confirms their signatures. */
class ConfirmedAnswersTest {
    private static final String REQUEST = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + "<r xmlns=\"urn:r\"/></s:Body></s:Envelope>";

    private final WsSecurity security = new WsSecurity();
    private final TestKey bus = TestKey.bus();
    private byte[] signature;

    @BeforeEach
    void request() throws Exception {
        signature = newRequest().signature().orElseThrow();
    }

    private SecuredRequest newRequest() throws SecurityRefusedException {
        return security.secureRequest(
                REQUEST.getBytes(UTF_8), OutgoingSecurity.signed(bus.privateKey(), bus.certificate()));
    }

    private OpenedMessage open(String answer) throws SecurityRefusedException {
        return security.readAnswer(answer.getBytes(UTF_8), SecurityProfile.STRICT, signature)
                .open(TestKey.client().publicKey(), Receiver.keys(bus));
    }

    private static void refuses(ThrowingCallable opening, String sentence) {
        assertThatThrownBy(opening).isInstanceOf(SecurityRefusedException.class).hasMessageContaining(sentence);
    }

    private static Wss4jSender answer() {
        return Wss4jSender.signed().noContext();
    }

    @Test
    void theConfirmedSignatureIsThatOfTheRequest() throws Exception {
        String request = new String(newRequest().message(), UTF_8);
        assertThat(request).contains("SignatureValue");
        OpenedMessage opened = open(answer().confirm(signature).text());
        assertThat(opened.signed()).contains(MessagePart.BODY);
        assertThat(new String(opened.message(), UTF_8)).contains("anvil").doesNotContain("SignatureConfirmation");
    }

    @Test
    void encryptedAnswersConfirm() throws Exception {
        OpenedMessage opened = open(answer().encrypt("Body").confirm(signature).text());
        assertThat(opened.encrypted()).containsOnly(MessagePart.BODY);
    }

    @Test
    void theAnswersOfTheBusConfirmSignaturesToo() throws Exception {
        assertThat(new String(open(answerOfTheBus(signature)).message(), UTF_8))
                .doesNotContain("SignatureConfirmation");
        byte[] another = newRequest().signature().orElseThrow();
        refuses(() -> open(answerOfTheBus(another)), "another request");
    }

    private String answerOfTheBus(byte[] confirmed) throws SecurityRefusedException {
        TestKey other = TestKey.client();
        OutgoingSecurity how = new OutgoingSecurity(
                Optional.of(new OutgoingSecurity.Signer(other.privateKey(), other.certificate())),
                Optional.empty(),
                false,
                Optional.of(Base64.getEncoder().encodeToString(confirmed)),
                Optional.empty());
        return new String(security.secure(REQUEST.getBytes(UTF_8), how), UTF_8);
    }

    @Test
    void twoRequestsNeverHaveOneSignature() throws Exception {
        assertThat(newRequest().signature().orElseThrow()).isNotEqualTo(signature);
    }

    @Test
    void answerWithoutConfirmationIsRefused() {
        refuses(() -> open(answer().text()), "does not confirm");
    }

    @Test
    void answerToAnotherRequestIsRefused() throws Exception {
        byte[] other = newRequest().signature().orElseThrow();
        refuses(() -> open(answer().confirm(other).text()), "another request");
        refuses(() -> open(answer().confirm(other, signature).text()), "");
        refuses(() -> open(answer().confirm(signature, signature).text()), "twice");
    }

    @Test
    void unsignedConfirmationIsRefused() {
        refuses(() -> open(answer().confirm(signature).unsignedConfirmation().text()), "Confirmation is not signed");
    }

    @Test
    void signedConfirmationThatWasMovedIsRefused() throws Exception {
        String answer = answer().confirm(signature).text();
        Matcher found = Pattern.compile("<wsse11:SignatureConfirmation[^>]*/>").matcher(answer);
        assertThat(found.find()).isTrue();
        String confirmation = found.group();
        String forged = confirmation.replaceAll("wsu:Id=\"[^\"]*\"", "wsu:Id=\"other\"");
        refuses(
                () -> open(answer.replace(confirmation, forged)
                        .replace("<soap:Body", "<x:w xmlns:x=\"urn:x\">" + confirmation + "</x:w><soap:Body")),
                "");
    }

    @Test
    void requestsConfirmNothing() {
        assertThatThrownBy(() -> security.read(answer().confirm(signature).bytes(), SecurityProfile.STRICT))
                .isInstanceOf(SecurityRefusedException.class);
    }
}
