package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AuthenticatorSettingsTest {

    @Test
    void withoutConfigurationTheBoundsAreThoseOfTheSecurityRules() {
        AuthenticatorSettings settings = AuthenticatorSettings.of(configuration(Map.of()));

        assertThat(settings.freshNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
        assertThat(settings.keptNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(300));
        assertThat(settings.outageNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
        assertThat(settings.askNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(settings.threads())
                .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 4));
    }

    @Test
    void everyWrongKeyIsNamedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuthenticatorSettings.of(configuration(
                        Map.of("cache_seconds", 61, "outage_seconds", 3_600, "verification_threads", -1))))
                .withMessageContaining("cache.seconds is 1 to 60, but is 61")
                .withMessageContaining("outage.seconds")
                .withMessageContaining("verification.threads");
    }

    /** The defaults of the annotation, except for these values. */
    private static AuthenticationConfiguration configuration(Map<String, Integer> values) {
        return (AuthenticationConfiguration) Proxy.newProxyInstance(
                AuthenticatorSettingsTest.class.getClassLoader(),
                new Class<?>[] {AuthenticationConfiguration.class},
                (proxy, method, arguments) ->
                        values.containsKey(method.getName()) ? values.get(method.getName()) : method.getDefaultValue());
    }
}
