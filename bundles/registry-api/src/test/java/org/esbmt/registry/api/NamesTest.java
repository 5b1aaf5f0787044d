package org.esbmt.registry.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"acme", "a1", "9-", "a23456789012345678901234567890123456789012345678901234567890123"})
    void aTenantsNameIsALetterOrDigitAndThenSome(String name) {
        assertThat(new TenantName(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "-a",
                "Acme",
                "ac me",
                "acme\n",
                "\u00e4cme",
                "a234567890123456789012345678901234567890123456789012345678901234"
            })
    void otherNamesOfTenantsAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new TenantName(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "admin@acme.example", "J\u00fcrgen", "\ud83d\ude00"})
    void aLoginIsPrintable(String login) {
        assertThat(new Login(login)).hasToString(login);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a b", "a/b", "a\tb", "a\nb", "a\u00a0b", "a\u200bb", "a\u202eb", "\ud83d", "a\u0000"})
    void otherLoginsAreRefused(String login) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Login(login));
    }

    @Test
    void aRefusedNameIsShownWithoutItsControlCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Login("a\nINFO forged"))
                .withMessageContaining("'a?INFO forged'");
    }

    @Test
    void aDisplayNameMayHaveSpacesButNoControls() {
        NewUser admin = new NewUser(new Login("admin"), new Verifier("v"));
        TenantName name = new TenantName("acme");
        assertThat(new NewTenant(name, "Acme Ltd", admin).displayName()).isEqualTo("Acme Ltd");
        assertThatIllegalArgumentException().isThrownBy(() -> new NewTenant(name, " ", admin));
        assertThatIllegalArgumentException().isThrownBy(() -> new NewTenant(name, "Acme\r\n", admin));
    }

    @Test
    void aVerifierIsNotShown() {
        assertThat(new NewUser(new Login("admin"), new Verifier("$secret$")).toString())
                .doesNotContain("secret");
    }
}
