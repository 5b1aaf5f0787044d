package org.esbmt.transaction.atomikos.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The configuration and state for operators. */
class TransactionSettingsTest {
    @Test
    void withoutAnythingThereAreDefaults() {
        TransactionSettings settings = TransactionSettings.of(configuration(Map.of()));
        assertThat(settings.node()).isEqualTo(new NodeName("node1"));
        assertThat(settings.directory()).isEmpty();
        assertThat(settings.timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.alarm()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void everythingThatIsWrongIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionSettings.of(configuration(Map.of(
                        "node_name", "Node 1",
                        "timeout_seconds", 0,
                        "transactions_max", 0,
                        "recovery_interval_seconds", 0,
                        "alarm_seconds", 0))))
                .withMessageContainingAll(
                        "org.esbmt.transactions: ",
                        "node.name: ",
                        "'Node 1'",
                        "timeout.seconds is 1 to 3600, but is '0'",
                        "transactions.max",
                        "recovery.interval.seconds",
                        "alarm.seconds");
    }

    @Test
    void theFileThatOperatorsReadHasTheDefaultsAndEveryKey() throws IOException {
        Properties file = new Properties();
        try (var in = Files.newInputStream(Path.of("src/main/cfg/org.esbmt.transactions.cfg"))) {
            file.load(in);
        }
        assertThat(file.remove("file.end")).as("the end of the file").isNotNull();
        var keys = new TreeSet<String>();
        for (Method key : TransactionsConfiguration.class.getDeclaredMethods()) {
            String name = key.getName().replace('_', '.');
            keys.add(name);
            assertThat(file.getProperty(name)).as(name).isEqualTo(String.valueOf(key.getDefaultValue()));
        }
        assertThat(file.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(keys);
    }

    /** The defaults, except for these values. */
    private static TransactionsConfiguration configuration(Map<String, Object> set) {
        return (TransactionsConfiguration) Proxy.newProxyInstance(
                TransactionsConfiguration.class.getClassLoader(),
                new Class<?>[] {TransactionsConfiguration.class},
                (proxy, method, arguments) -> method.getDeclaringClass() == Annotation.class
                        ? null
                        : set.getOrDefault(method.getName(), method.getDefaultValue()));
    }
}
