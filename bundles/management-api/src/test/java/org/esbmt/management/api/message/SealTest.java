package org.esbmt.management.api.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SealTest {
    private final SealKey key = SealKey.generate();
    private final SealKeys keys = new SealKeys(key, List.of());
    private final String text = MessageText.write(Samples.request(Samples.PURGE));

    @Test
    void aSealedTextIsGenuine() {
        assertThat(keys.genuine(text, keys.seal(text))).isTrue();
        SealKeys elsewhere = new SealKeys(SealKey.parse(key.text()), List.of());
        assertThat(elsewhere.genuine(text, keys.seal(text))).isTrue();
    }

    @Test
    void aChangedCharacterBreaksTheSeal() {
        Seal seal = keys.seal(text);
        for (int i = 0; i < text.length(); i++) {
            String changed = text.substring(0, i) + (char) (text.charAt(i) + 1) + text.substring(i + 1);
            assertThat(keys.genuine(changed, seal)).isFalse();
        }
        assertThat(keys.genuine(text + " ", seal)).isFalse();
        assertThat(keys.genuine("", seal)).isFalse();
    }

    @Test
    void aChangedDigitBreaksTheSeal() {
        Seal seal = keys.seal(text);
        for (int i = 0; i < seal.code().length(); i++) {
            char other = seal.code().charAt(i) == '0' ? '1' : '0';
            String code = seal.code().substring(0, i) + other + seal.code().substring(i + 1);
            assertThat(keys.genuine(text, new Seal(seal.key(), code))).isFalse();
        }
    }

    @Test
    void aForeignKeyWithTheIdOfThisOneIsRefused() {
        Seal forged = SealKey.generate().seal(text);
        assertThat(keys.genuine(text, forged)).isFalse();
        assertThat(keys.genuine(text, new Seal(key.id(), forged.code()))).isFalse();
    }

    @Test
    void aFormerKeyVerifiesButDoesNotSeal() {
        SealKey next = SealKey.generate();
        SealKeys changing = new SealKeys(next, List.of(key));
        assertThat(changing.genuine(text, keys.seal(text))).isTrue();
        assertThat(changing.seal(text).key()).isEqualTo(next.id());
        assertThat(new SealKeys(next, List.of()).genuine(text, keys.seal(text))).isFalse();
    }

    /** Otherwise the id, which is public, would be the seal of some text. */
    @Test
    void sealsOfMessagesDifferFromPlainMacs() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(java.util.Base64.getUrlDecoder().decode(key.text()), "HmacSHA256"));
        String plain = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(keys.genuine(text, new Seal(key.id(), plain))).isFalse();
    }

    @Test
    void aKeyNeverAppearsInTexts() {
        assertThat(key.toString() + keys + keys.seal(text)).doesNotContain(key.text());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealKey.parse("my secret!"))
                .withMessageNotContaining("secret!")
                .withNoCause();
        assertThatIllegalArgumentException().isThrownBy(() -> SealKey.parse("AAAA"));
        assertThatIllegalArgumentException().isThrownBy(() -> SealKey.parse(""));
    }

    @Test
    void aSealIsReadStrictly() {
        Seal seal = keys.seal(text);
        assertThatIllegalArgumentException().isThrownBy(() -> new Seal(seal.key(), ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Seal("", seal.code()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Seal(seal.key(), seal.code().toUpperCase(java.util.Locale.ROOT) + " "));
    }
}
