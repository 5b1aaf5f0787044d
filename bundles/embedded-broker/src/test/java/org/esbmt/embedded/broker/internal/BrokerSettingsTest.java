package org.esbmt.embedded.broker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeSet;
import org.esbmt.embedded.broker.internal.BrokerSettings.External;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration and state for operators. */
class BrokerSettingsTest {
    @Test
    void withoutAnythingThereIsAnEmbeddedBrokerWithoutAPort() {
        BrokerSettings settings = BrokerSettings.of(configuration(Map.of()));
        assertThat(settings.external()).isEmpty();
        assertThat(settings.port()).isEmpty();
        assertThat(settings.directory()).isEmpty();
        assertThat(BrokerSettings.of(configuration(Map.of("port", 61_616))).port())
                .isEqualTo(OptionalInt.of(61_616));
    }

    @Test
    void anAddressMeansAnExternalBroker() {
        External external = BrokerSettings.of(configuration(Map.of(
                        "broker_url", "failover:(ssl://one:61617, ssl://two:61618)",
                        "user", "bus",
                        "password_file", "secret")))
                .external()
                .orElseThrow();
        assertThat(external.addresses())
                .containsExactly(new Address(true, "one", 61_617), new Address(true, "two", 61_618));
        assertThat(external.user()).isEqualTo("bus");
    }

    @Test
    void everythingThatIsWrongIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BrokerSettings.of(configuration(Map.of(
                        "broker_url", "http://one",
                        "port", -1,
                        "connections_max", 0,
                        "message_bytes", 1,
                        "memory_megabytes", 1,
                        "store_megabytes", 1,
                        "temporary_megabytes", 1,
                        "message_retention_hours", 0,
                        "subscription_retention_hours", 0,
                        "stop_timeout_seconds", 0))))
                .withMessageContainingAll(
                        "org.esbmt.messaging: ",
                        "broker.url begins with ssl://",
                        "an external broker needs user",
                        "an external broker needs password.file",
                        "port is 0 to 65535, but is '-1'",
                        "connections.max",
                        "message.bytes",
                        "memory.megabytes",
                        "store.megabytes",
                        "temporary.megabytes",
                        "message.retention.hours",
                        "subscription.retention.hours",
                        "stop.timeout.seconds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vm://localhost?brokerConfig=xbean:http://evil/",
                "tcp://broker.example:61616",
                "tcp://0.0.0.0:61616",
                "tcp://127.0.0.1.evil.example:61616",
                "ssl://one:61617?socket.verifyHostName=false",
                "ssl://one:61617#x",
                "ssl://one:61617/path",
                "ssl://user:secret@one:61617",
                "ssl://one",
                "ssl://one:0",
                "ssl://one:61617,ssl://two:61617",
                "failover:(ssl://one:61617)?randomize=false",
                "failover:(ssl://one:61617",
                "failover:()",
                "failover:(failover:(ssl://one:61617))",
                "failover:ssl://one:61617",
                "discovery:(multicast://default)",
                "fanout:(ssl://one:61617)",
                "http://one:80",
                "nio+ssl://one:61617",
                "ssl://o ne:61617"
            })
    void addressesOfNothingButBrokersAreTaken(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BrokerSettings.of(
                        configuration(Map.of("broker_url", url, "user", "bus", "password_file", "secret"))))
                .withMessageContaining("broker.url ")
                .withMessageContaining(url);
    }

    @Test
    void theFileThatOperatorsReadHasTheDefaultsAndEveryKey() throws IOException {
        Properties file = new Properties();
        try (var in = Files.newInputStream(Path.of("src/main/cfg/org.esbmt.messaging.cfg"))) {
            file.load(in);
        }
        assertThat(file.remove("file.end")).as("the end of the file").isNotNull();
        var keys = new TreeSet<String>();
        for (Method key : MessagingConfiguration.class.getDeclaredMethods()) {
            String name = key.getName().replace('_', '.');
            keys.add(name);
            if (!name.equals("directory")) {
                assertThat(file.getProperty(name)).as(name).isEqualTo(String.valueOf(key.getDefaultValue()));
            }
        }
        assertThat(file.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(keys);
    }

    /** The defaults, except for these values. */
    static MessagingConfiguration configuration(Map<String, Object> set) {
        return (MessagingConfiguration) Proxy.newProxyInstance(
                MessagingConfiguration.class.getClassLoader(),
                new Class<?>[] {MessagingConfiguration.class},
                (proxy, method, arguments) -> method.getDeclaringClass() == Annotation.class
                        ? null
                        : set.getOrDefault(method.getName(), method.getDefaultValue()));
    }
}
