package org.esbmt.administration.console.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @Test
    void valuesAreDecoded() {
        Values values = Values.of("a=1+2%20%C3%A4&b&a=3&=x");

        assertThat(values.all("a")).containsExactly("1 2 ä", "3");
        assertThat(values.text("b")).isEmpty();
        assertThat(values.given("none")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%2", "a=%zz", "a=%ff%fe", "%C3=x", "a=%-1"})
    void anInvalidEscapeIsRefused(String encoded) {
        assertThatThrownBy(() -> Values.of(encoded)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void valuesAreBounded() {
        assertThatThrownBy(() -> Values.of("a=1&".repeat(501))).hasMessageContaining("at most 500");
    }
}
