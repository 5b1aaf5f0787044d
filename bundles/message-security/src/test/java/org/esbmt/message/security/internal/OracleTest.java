package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.spec.MGF1ParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Attacks 20 to 22 and 32: what a sender could learn from refusals, and other tenants' keys. */
@ParameterizedClass
@EnumSource(Crypto.class)
class OracleTest {
    private final Crypto crypto;
    private final Receiver receiver;

    OracleTest(Crypto crypto) {
        this.crypto = crypto;
        this.receiver = new Receiver(crypto);
    }

    @Test
    void attack21AllRefusalsAreTheSame() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String key = Xml.text(Xml.element(message, "xenc:EncryptedKey"), "xenc:CipherValue");
        String data = Xml.text(Xml.element(message, "xenc:EncryptedData"), "xenc:CipherValue");
        List<String> bad = new ArrayList<>();
        bad.add(message.replace(key, changed(key, 5)));
        bad.add(message.replace(key, changed(key, 250)));
        bad.add(message.replace(key, Base64.getEncoder().encodeToString(new byte[256])));
        bad.add(message.replace(
                key, Base64.getEncoder().encodeToString(Forger.wrap(new byte[16], "", MGF1ParameterSpec.SHA256))));
        bad.add(message.replace(
                key, Base64.getEncoder().encodeToString(Forger.wrap(new byte[15], "", MGF1ParameterSpec.SHA256))));
        bad.add(message.replace(data, changed(data, 3)));
        bad.add(message.replace(data, changed(data, 40)));
        List<String> sentences = new ArrayList<>();
        for (String one : bad) {
            SecurityRefusedException refused = receiver.refusal(one);
            assertThat(refused.reason()).isEqualTo(Reason.INVALID);
            sentences.add(refused.getMessage());
        }
        assertThat(sentences).containsOnly("The message cannot be decrypted.");
        // A digest, a signature and a sender that do not fit have this reason too, whatever the log says.
        receiver.refuses(message.replaceFirst("(<ds:DigestValue>)....", "$1AAAA"));
        receiver.refuses(message.replaceFirst("(<ds:SignatureValue>)....", "$1AAAA"));
        receiver.refuses(Wss4jSender.encrypted()
                .by(TestKey.rsa("other", 2048), Wss4jSender.RSA_SHA256)
                .text());
        Forger forger = new Forger();
        String signed = Wss4jSender.signed().text();
        receiver.refuses(
                forger.complete(signed.replace(Xml.text(signed, "soap:Body"), forger.data("<x/>", "Content"))));
    }

    @Test
    void attack21PaddingIsNotToldByTime() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String key = Xml.text(Xml.element(message, "xenc:EncryptedKey"), "xenc:CipherValue");
        byte[] badPadding = message.replace(key, changed(key, 5)).getBytes(UTF_8);
        String good = Base64.getEncoder().encodeToString(Forger.wrap(new byte[16], "", MGF1ParameterSpec.SHA256));
        byte[] badTag = message.replace(key, good).getBytes(UTF_8);
        long padding = Long.MAX_VALUE;
        long tag = Long.MAX_VALUE;
        // On a busy machine the shortest times need more attempts.
        for (int i = 0; i < 300 || (i < 3_000 && !isSimilar(padding, tag)); i++) {
            padding = Math.min(padding, nanos(badPadding));
            tag = Math.min(tag, nanos(badTag));
        }
        // Both do one private operation; without a random key in its place, the first would not decrypt anything.
        assertThat(isSimilar(padding, tag)).as("%d and %d ns", padding, tag).isTrue();
    }

    private static boolean isSimilar(long padding, long tag) {
        double ratio = (double) padding / tag;
        return ratio >= 0.75 && ratio <= 1.33;
    }

    private long nanos(byte[] message) {
        long begin = System.nanoTime();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> receiver.open(message)))
                .isNotNull();
        return System.nanoTime() - begin;
    }

    private static String changed(String base64, int at) {
        byte[] bytes = Base64.getMimeDecoder().decode(base64);
        bytes[at] ^= 1;
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void attack32StrangersCannotMakeTheBusUseAPrivateKey() throws Exception {
        String message = Wss4jSender.encrypted().text();
        AtomicInteger asked = new AtomicInteger();
        DecryptionKeys counting = reference -> {
            asked.incrementAndGet();
            return Optional.of(TestKey.bus().privateKey());
        };
        Receiver counted = new Receiver(crypto).keys(counting);
        counted.refuses(message.replaceFirst("(<ds:SignatureValue>)....", "$1AAAA"));
        counted.refuses(Wss4jSender.encrypted()
                .by(TestKey.rsa("other", 2048), Wss4jSender.RSA_SHA256)
                .text());
        assertThat(asked).hasValue(0);
        counted.open(message);
        assertThat(asked).hasValue(1);
    }

    @Test
    void attack20KeptKeyOfAnotherTenantIsNotFound() throws Exception {
        String message = Wss4jSender.encrypted().text();
        receiver.open(message);
        TestKey otherTenant = TestKey.rsa("other", 2048);
        receiver.keys(Receiver.keys(otherTenant)).refuses(message, "does not have");
        receiver.keys(DecryptionKeys.NONE).refuses(message, "does not have");
        // A tenant that answers to every reference still has its own private key alone.
        receiver.keys(reference -> Optional.of(otherTenant.privateKey())).refuses(message, "cannot be decrypted");
    }

    @Test
    void attack22TokensOfSessionsThatTheBusDidNotIssue() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String reference = Xml.element(message, "wsse:SecurityTokenReference");
        String inner = reference.substring(reference.indexOf('>') + 1, reference.lastIndexOf("</"));
        String token =
                "<c:SecurityContextToken xmlns:c=\"http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512\"><c:Identifier>urn:x</c:Identifier></c:SecurityContextToken>";
        receiver.refuses(message.replace("</wsse:Security>", token + "</wsse:Security>"));
        receiver.refuses(
                message.replace(
                        inner,
                        "<wsse:KeyIdentifier ValueType=\"http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1\">AAAA</wsse:KeyIdentifier>"));
    }
}
