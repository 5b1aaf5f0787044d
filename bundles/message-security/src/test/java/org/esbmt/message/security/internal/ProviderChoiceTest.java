package org.esbmt.message.security.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.message.security.internal.crypto.CryptoProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.junit.jupiter.api.Test;

/** The setting {@code crypto.provider}, and machines on which the native provider does not work. */
class ProviderChoiceTest {
    private final OperationsPool pool = new OperationsPool(CryptoProvider.JDK);

    @Test
    void theNativeProviderIsTheDefault() throws Exception {
        ProviderChoice choice = new ProviderChoice(ProviderSettings.of("native"), pool, NativeProvider::load);
        choice.start();
        choice.stop();
        assertThat(pool.provider().name()).startsWith("AmazonCorrettoCryptoProvider");
        assertThat(choice.note()).isEmpty();
    }

    @Test
    void theJavaPlatformCanBeChosen() throws Exception {
        ProviderChoice choice = new ProviderChoice(ProviderSettings.of("jdk"), pool, NativeProvider::load);
        choice.start();
        choice.stop();
        assertThat(pool.provider()).isSameAs(CryptoProvider.JDK);
        assertThat(choice.note()).isEmpty();
    }

    @Test
    void theJavaPlatformDoesTheWorkOfAProviderThatFails() throws Exception {
        ProviderChoice choice = new ProviderChoice(ProviderSettings.of("native"), pool, () -> {
            throw new NativeProvider.UnusableException("its jar is missing", null);
        });
        choice.start();
        choice.stop();
        assertThat(pool.provider()).isSameAs(CryptoProvider.JDK);
        assertThat(choice.note().orElseThrow()).contains("its jar is missing", "lib/boot", "crypto.provider = jdk");
    }

    @Test
    void anotherValueIsRefused() {
        assertThatThrownBy(() -> ProviderSettings.of("fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("crypto.provider is native or jdk, but is 'fast'");
    }
}
