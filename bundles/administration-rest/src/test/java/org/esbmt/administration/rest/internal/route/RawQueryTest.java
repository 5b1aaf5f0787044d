package org.esbmt.administration.rest.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.administration.rest.internal.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawQueryTest {
    @Test
    void pairsAreDecoded() throws Refusal {
        assertThat(RawQuery.parameters("a=1&b=%7Burn%3Ax%7Dy&c=&d=a+b%2Bc&e=x%3Dy=z"))
                .containsEntry("a", "1")
                .containsEntry("b", "{urn:x}y")
                .containsEntry("c", "")
                .containsEntry("d", "a b+c")
                .containsEntry("e", "x=y=z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "=1", "a=1&", "&a=1", "a=1&a=2", "a=1&%61=2", "a=%", "a=%c3", "a=\u00fc", "a=1&&b=2"})
    void aMalformedOrDoubledPairIsRefused(String query) {
        assertThatThrownBy(() -> RawQuery.parameters(query)).isInstanceOf(Refusal.class);
    }

    @Test
    void aLongQueryIsRefused() {
        assertThatThrownBy(() -> RawQuery.parameters("a=" + "1".repeat(8_192))).isInstanceOf(Refusal.class);
    }
}
