package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.registry.api.configuration.Payload;
import org.junit.jupiter.api.Test;

class LoggedTextTest {
    private final SealKeys keys = new SealKeys(SealKey.generate(), List.of());

    @Test
    void aLoggedTextIsReadAsWritten() {
        for (String text : List.of("", "a\nb\r\n", "Gr\u00fc\u00dfe \ud83d\ude80")) {
            SealedText sealed = new SealedText(text, keys.seal(text));
            assertThat(LoggedText.of(LoggedText.payload(sealed))).isEqualTo(sealed);
        }
    }

    @Test
    void theFormIsALineWithTheSealAndThenTheText() {
        SealedText sealed = new SealedText("text", keys.seal("text"));
        assertThat(new String(LoggedText.payload(sealed).bytes(), UTF_8))
                .isEqualTo(sealed.seal().key() + " " + sealed.seal().code() + "\ntext");
    }

    @Test
    void anInvalidPayloadIsNotGenuine() {
        byte[] broken =
                LoggedText.payload(new SealedText("text", keys.seal("text"))).bytes();
        broken[broken.length - 1] = (byte) 0xff;
        for (byte[] bytes : List.of(new byte[0], "text".getBytes(UTF_8), new byte[200], broken)) {
            SealedText read = LoggedText.of(Payload.of(bytes));
            assertThat(keys.genuine(read.text(), read.seal())).isFalse();
        }
    }

    @Test
    void aTextTooLongForTheBrokerIsRefused() {
        String text = "x".repeat(LoggedText.MAX_BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoggedText.payload(new SealedText(text, keys.seal(text))));
    }
}
