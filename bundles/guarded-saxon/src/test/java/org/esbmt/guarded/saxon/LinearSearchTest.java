package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Replacements of the Java library's methods return the results of the originals. */
class LinearSearchTest {
    private final Random random = new Random(20261122);

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(most);
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(12) == 0 ? 'b' : 'a');
        }
        return text.toString();
    }

    @Test
    void findsTheSameAsString() {
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = text(80);
            String part = text(24);
            int from = random.nextInt(100) - 10;

            assertThat(LinearSearch.indexOf(text, part, from)).isEqualTo(text.indexOf(part, from));
            assertThat(LinearSearch.lastIndexOf(text, part)).isEqualTo(text.lastIndexOf(part));
            assertThat(LinearSearch.contains(text, part)).isEqualTo(text.contains(part));
            assertThat(Bounded.replace(text, part, "c")).isEqualTo(text.replace(part, "c"));
            found += part.length() > 8 && text.contains(part) ? 1 : 0;
        }
        assertThat(found).isGreaterThan(500);
    }

    @Test
    void regularExpressionsMeanTheSame() {
        for (int i = 0; i < 2_000; i++) {
            String text = text(40);
            for (String regex : new String[] {"b", "a*b", "(a)(b)", ""}) {
                assertThat(Bounded.split(text, regex)).isEqualTo(text.split(regex));
                assertThat(Bounded.split(text, regex, 2)).isEqualTo(text.split(regex, 2));
                assertThat(Bounded.matches(text, regex)).isEqualTo(text.matches(regex));
                assertThat(Bounded.replaceFirst(text, regex, "<$0>")).isEqualTo(text.replaceFirst(regex, "<$0>"));
                assertThat(Bounded.matcher(Pattern.compile(regex), text).replaceAll("-"))
                        .isEqualTo(text.replaceAll(regex, "-"));
            }
        }
    }
}
