package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LetterCaseTest {
    @Test
    void lettersOfLongTextsChangeAsInShortOnes() {
        String words = "Stra\u00dfe \ud801\udc00\ud801\udc28 \u039f\u0394\u039f\u03a3 \u0130Il\n\ufb03 ";
        for (String text : List.of("", "a", words, words.repeat(100), "\ud801\udc00".repeat(500) + "a")) {
            assertThat(LetterCase.upper(text)).isEqualTo(text.toUpperCase(Locale.ROOT));
            assertThat(LetterCase.lower(text)).isEqualTo(text.toLowerCase(Locale.ROOT));
            assertThat(LetterCase.lower("x" + text)).isEqualTo(("x" + text).toLowerCase(Locale.ROOT));
        }
    }

    /** The library takes minutes for each of these texts. */
    @Test
    @Timeout(60)
    void lettersOfMaliciousTextsTakeLinearTime() {
        assertThat(LetterCase.upper("\u00df".repeat(2_000_000))).hasSize(4_000_000);
        assertThat(LetterCase.upper("\ufb03".repeat(1_000_000))).hasSize(3_000_000);
        assertThat(LetterCase.lower("\u0130".repeat(1_000_000))).hasSize(2_000_000);
        assertThat(LetterCase.lower("\u03a3".repeat(100_000))).hasSize(100_000);
        assertThat(LetterCase.lower("1".repeat(100_000) + "\u03a3")).hasSize(100_001);
    }
}
