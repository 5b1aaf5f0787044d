package org.esbmt.management.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterSettingsTest {
    private static final Path FOLDER = Path.of("/data/management");

    @Test
    void withoutAFileEverythingHasADefault() {
        ClusterSettings settings = ClusterSettings.of(configuration(Map.of()), FOLDER);
        assertThat(settings.cluster().value()).isEqualTo("default");
        assertThat(settings.host().value()).isNotBlank();
        assertThat(settings.keyFile()).isEqualTo(FOLDER.resolve("seal.key"));
        assertThat(settings.formerKeyFiles()).isEmpty();
        assertThat(settings.heartbeat()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.changeLimit()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void eachKeyIsRead() {
        ClusterSettings settings = ClusterSettings.of(
                configuration(Map.of(
                        "cluster_name",
                        " prod-1 ",
                        "node_host",
                        "host-7",
                        "key_file",
                        "/keys/now",
                        "heartbeat_seconds",
                        7,
                        "change_limit_hours",
                        1,
                        "former_key_files",
                        new String[] {"/keys/a, /keys/b", ""})),
                FOLDER);
        assertThat(settings.cluster().value()).isEqualTo("prod-1");
        assertThat(settings.host().value()).isEqualTo("host-7");
        assertThat(settings.keyFile()).isEqualTo(Path.of("/keys/now"));
        assertThat(settings.formerKeyFiles()).containsExactly(Path.of("/keys/a"), Path.of("/keys/b"));
        assertThat(settings.heartbeat()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settings.changeLimit()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void allInvalidKeysAreReportedTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(
                        configuration(Map.of(
                                "cluster_name",
                                "Prod",
                                "node_host",
                                "two words",
                                "heartbeat_seconds",
                                0,
                                "change_limit_hours",
                                8761)),
                        FOLDER))
                .withMessageContaining("org.esbmt.management: ")
                .withMessageContaining("cluster.name: ")
                .withMessageContaining("node.host: ")
                .withMessageContaining("heartbeat.seconds is 1 to 300, but is '0'")
                .withMessageContaining("change.limit.hours is 1 to 8760, but is '8761'");
    }

    private static ClusterConfiguration configuration(Map<String, ?> keys) {
        return (ClusterConfiguration) Proxy.newProxyInstance(
                ClusterSettingsTest.class.getClassLoader(),
                new Class<?>[] {ClusterConfiguration.class},
                (proxy, key, none) ->
                        keys.containsKey(key.getName()) ? keys.get(key.getName()) : key.getDefaultValue());
    }
}
