package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path etc;

    @Test
    void withoutConfigurationTheEmbeddedServerIsUsed() {
        Settings settings = Settings.of(configuration(Map.of()));

        assertThat(settings.external()).isEmpty();
        assertThat(settings.database()).isEqualTo("esbmt_tenant_registry");
        assertThat(settings.limits().connectSeconds()).isEqualTo(2);
    }

    @Test
    void anExternalServerHasToProveItselfUnlessConfiguredOtherwise() {
        Target target = Settings.of(configuration(Map.of("server", "external", "password", "secret")))
                .external()
                .orElseThrow();

        assertThat(target.tls().mode()).isEqualTo("verify-full");
        assertThat(target.separateUser()).isFalse();
        assertThat(target.setsPassword()).isFalse();
        assertThat(target.toString()).doesNotContain("secret");
    }

    @Test
    void passwordsMayStandInFiles() throws Exception {
        Path one = Files.writeString(etc.resolve("one"), "of the user\n");
        Path other = Files.writeString(etc.resolve("other"), "of the admin\n");
        Target target = Settings.of(configuration(Map.of(
                        "server",
                        "external",
                        "password_file",
                        one.toString(),
                        "admin_user",
                        "owner",
                        "admin_password_file",
                        other.toString())))
                .external()
                .orElseThrow();

        assertThat(target.user().password()).isEqualTo("of the user");
        assertThat(target.admin().password()).isEqualTo("of the admin");
        assertThat(target.separateUser()).isTrue();
    }

    @Test
    void everyWrongKeyIsNamedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(configuration(
                        Map.of("server", "external", "port", 0, "sslmode", "prefer", "pool_size", 1_000, "host", " "))))
                .withMessageContaining("port is 1 to 65535, but is '0'")
                .withMessageContaining("sslmode")
                .withMessageContaining("pool.size")
                .withMessageContaining("host")
                .withMessageContaining("needs either password or password.file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(configuration(Map.of("server", "elsewhere"))))
                .withMessageContaining("server is embedded or external, but is 'elsewhere'");
    }

    /** The defaults of the annotation, but for these. */
    private static RegistryConfiguration configuration(Map<String, Object> values) {
        return (RegistryConfiguration) Proxy.newProxyInstance(
                SettingsTest.class.getClassLoader(),
                new Class<?>[] {RegistryConfiguration.class},
                (proxy, method, arguments) ->
                        values.containsKey(method.getName()) ? values.get(method.getName()) : method.getDefaultValue());
    }
}
