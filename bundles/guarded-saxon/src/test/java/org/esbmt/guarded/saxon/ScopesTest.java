package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopesTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', true",
        "'', a, true",
        "a, a, true",
        "a, 'a b', true",
        "b, 'a b', true",
        "'a c', 'a b c d', true",
        "a, '', false",
        "a, b, false",
        "'a b', a, false",
        "'a c', 'a b d', false",
        "b, 'a c', false"
    })
    void innerDeclarationsReplaceOuterOnesOfTheirPrefixesAlone(String outer, String inner, boolean replaces) {
        assertThat(Scopes.replaces("x", "y", prefixes(outer), prefixes(inner))).isEqualTo(replaces);
    }

    @ParameterizedTest
    @CsvSource({"a, a"})
    void objectsOfDifferentClassesAreNotCompared(String outer, String inner) {
        assertThat(Scopes.replaces("x", 1, prefixes(outer), prefixes(inner))).isFalse();
    }

    private static String[] prefixes(String text) {
        return text.isEmpty() ? new String[0] : text.split(" ", -1);
    }
}
