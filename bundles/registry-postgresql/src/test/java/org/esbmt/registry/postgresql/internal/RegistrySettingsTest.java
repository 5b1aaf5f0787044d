package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrySettingsTest {
    @TempDir
    Path etc;

    @Test
    void withoutConfigurationTheEmbeddedServerIsUsed() {
        RegistrySettings settings = RegistrySettings.of(configuration(Map.of()));

        assertThat(settings.external()).isEmpty();
        assertThat(settings.places())
                .containsEntry(RegistryDatabase.TENANT, new Place("esbmt_tenant_registry", "esbmt_tenant_registry"))
                .containsEntry(RegistryDatabase.SERVICE, new Place("esbmt_service_registry", "esbmt_service_registry"))
                .containsEntry(
                        RegistryDatabase.CONFIGURATION,
                        new Place("esbmt_configuration_registry", "esbmt_configuration_registry"))
                .hasSameSizeAs(RegistryDatabase.values());
        assertThat(settings.limits().connectSeconds()).isEqualTo(2);
    }

    @Test
    void anExternalServerHasToProveItselfUnlessConfiguredOtherwise() {
        DatabaseTarget target = RegistrySettings.of(configuration(Map.of("server", "external", "password", "secret")))
                .external()
                .orElseThrow()
                .get(0);

        assertThat(target.tls().mode()).isEqualTo("verify-full");
        assertThat(target.separateUser()).isFalse();
        assertThat(target.setsPassword()).isFalse();
        assertThat(target.toString()).doesNotContain("secret");
    }

    @Test
    void passwordsMayStandInFiles() throws Exception {
        Path one = Files.writeString(etc.resolve("one"), "of the user\n");
        Path other = Files.writeString(etc.resolve("other"), "of the admin\n");
        DatabaseTarget target = RegistrySettings.of(configuration(Map.of(
                        "server",
                        "external",
                        "password_file",
                        one.toString(),
                        "admin_user",
                        "owner",
                        "admin_password_file",
                        other.toString())))
                .external()
                .orElseThrow()
                .get(0);

        assertThat(target.user().password()).isEqualTo("of the user");
        assertThat(target.admin().password()).isEqualTo("of the admin");
        assertThat(target.separateUser()).isTrue();
    }

    @Test
    void eachRegistryHasItsOwnRoleAndDatabaseAndMayHaveItsOwnPassword() {
        DatabaseTarget shared = service(Map.of("server", "external", "password", "secret"));
        assertThat(shared.user()).isEqualTo(new DatabaseLogin("esbmt_service_registry", "secret"));
        assertThat(shared.admin()).isEqualTo(shared.user());
        assertThat(shared.database()).isEqualTo("esbmt_service_registry");

        DatabaseTarget own = service(Map.of(
                "server",
                "external",
                "password",
                "secret",
                "service_user",
                "ours",
                "service_password",
                "of ours",
                "service_database",
                "services"));
        assertThat(own.user()).isEqualTo(new DatabaseLogin("ours", "of ours"));
        assertThat(own.database()).isEqualTo("services");
    }

    @Test
    void twoRegistriesInOneDatabaseAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RegistrySettings.of(configuration(Map.of("service_database", "esbmt_tenant_registry"))))
                .withMessageContaining("service.database is no other registry's, but is 'esbmt_tenant_registry'");
    }

    private static DatabaseTarget service(Map<String, Object> values) {
        return RegistrySettings.of(configuration(values)).external().orElseThrow().stream()
                .filter(target -> target.registry() == RegistryDatabase.SERVICE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyWrongKeyIsNamedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegistrySettings.of(configuration(
                        Map.of("server", "external", "port", 0, "sslmode", "prefer", "pool_size", 1_000, "host", " "))))
                .withMessageContaining("port is 1 to 65535, but is '0'")
                .withMessageContaining("sslmode")
                .withMessageContaining("pool.size")
                .withMessageContaining("host")
                .withMessageContaining("needs either password or password.file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegistrySettings.of(configuration(Map.of("server", "elsewhere"))))
                .withMessageContaining("server is embedded or external, but is 'elsewhere'");
    }

    /** The defaults of the annotation, except for these values. */
    private static RegistryConfiguration configuration(Map<String, Object> values) {
        return (RegistryConfiguration) Proxy.newProxyInstance(
                RegistrySettingsTest.class.getClassLoader(),
                new Class<?>[] {RegistryConfiguration.class},
                (proxy, method, arguments) ->
                        values.containsKey(method.getName()) ? values.get(method.getName()) : method.getDefaultValue());
    }
}
