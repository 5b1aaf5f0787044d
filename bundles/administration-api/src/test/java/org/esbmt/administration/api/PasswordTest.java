package org.esbmt.administration.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PasswordTest {

    @Test
    void passwordIsClearedWhenClosedAndNeverShown() {
        char[] given = "a-long-password".toCharArray();
        Password password = new Password(given);

        assertThat(password.toString()).doesNotContain("long");
        password.close();
        assertThat(password.characters()).containsOnly('\0');
        assertThat(given).isEqualTo("a-long-password".toCharArray());
    }

    @Test
    void onlyItsLengthIsARule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Password("x".repeat(11).toCharArray()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Password("x".repeat(257).toCharArray()));
        assertThat(new Password(" ".repeat(12).toCharArray()).characters()).hasSize(12);
    }

    @Test
    void pagesAreBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PageRequest(-1, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new PageRequest(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PageRequest(0, PageRequest.MAX_LIMIT + 1));
    }
}
