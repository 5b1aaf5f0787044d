package org.esbmt.administration.jmx.internal.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServerFactory;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.notification.ChangeFeed;
import org.esbmt.testing.FreePorts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port that another process holds at first. */
class TenantJmxPortTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private int port;

    @BeforeEach
    void choose() throws IOException {
        port = FreePorts.next();
    }

    @Test
    void thePortOpensWhenItIsFreeAndIsReleasedAtTheEnd() throws Exception {
        TenantJmxPort jmxPort;
        try (ServerSocket other = bind()) {
            assertThat(other.isBound()).isTrue();
            jmxPort = jmxPort(port);
        }
        try {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThatThrownBy(this::connect).isInstanceOf(SecurityException.class));
            await().atMost(SOON).until(() -> waiting().isEmpty());
        } finally {
            jmxPort.close();
        }
        awaitFree();
    }

    @Test
    void aPortClosedDuringItsWaitDoesNotOpen() throws Exception {
        try (ServerSocket other = bind()) {
            assertThat(other.isBound()).isTrue();
            TenantJmxPort jmxPort = jmxPort(port);
            assertThat(waiting()).isNotEmpty();
            jmxPort.close();
        }
        await().atMost(SOON).until(() -> waiting().isEmpty());
        awaitFree();
    }

    @Test
    void aDisabledPortStartsNoThread() throws Exception {
        TenantJmxPort none = jmxPort(0);

        assertThat(waiting()).isEmpty();
        none.close();
    }

    @Test
    void wrongHostsAndKeyStoresAreRefusedByTheirKey(@TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret of the key store");
        Path noStore = Files.writeString(folder.resolve("store.p12"), "no key store");
        assertRefused(Map.of("host", "no.such.host.invalid"), "host must be", "'no.such.host.invalid'");
        assertRefused(Map.of("keystore_file", noStore.toString()), "keystore.password.file must be", "''");
        assertRefused(
                Map.of("keystore_file", "/no/such.p12", "keystore_password_file", password.toString()),
                "keystore.file must be",
                "'/no/such.p12'");
        assertRefused(
                Map.of("keystore_file", noStore.toString(), "keystore_password_file", password.toString()),
                "keystore.file must be",
                noStore.toString());
    }

    private void assertRefused(Map<String, String> values, String... sentence) {
        assertThatThrownBy(() -> jmxPort(port, values))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(sentence)
                .message()
                .doesNotContain("secret of the key store");
    }

    private TenantJmxPort jmxPort(int at) throws Exception {
        return jmxPort(at, Map.of());
    }

    private TenantJmxPort jmxPort(int at, Map<String, String> values) throws Exception {
        TenantJmxConfiguration configuration = (TenantJmxConfiguration) Proxy.newProxyInstance(
                TenantJmxConfiguration.class.getClassLoader(),
                new Class<?>[] {TenantJmxConfiguration.class},
                (proxy, method, arguments) -> method.getName().equals("port")
                        ? (Object) at
                        : Optional.<Object>ofNullable(values.get(method.getName()))
                                .orElse(method.getDefaultValue()));
        return new TenantJmxPort(
                new BusMBeans(MBeanServerFactory.newMBeanServer()),
                (from, login, password) -> Optional.empty(),
                by -> Optional.of(VisibleChanges.none()),
                by -> Optional.of(EnumSet.allOf(Part.class)),
                new ChangeFeed(),
                configuration,
                Duration.ofMillis(50));
    }

    /** The system releases the port when its accepting thread has ended. */
    private void awaitFree() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThatCode(() -> bind().close()).doesNotThrowAnyException());
    }

    private ServerSocket bind() throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }

    @SuppressWarnings("BanJNDI") // the URL of JMX over RMI, on this machine
    private void connect() throws IOException {
        String at = "127.0.0.1:" + port;
        JMXConnectorFactory.connect(
                        new JMXServiceURL("service:jmx:rmi://" + at + "/jndi/rmi://" + at + "/esbmt"),
                        Map.of(JMXConnector.CREDENTIALS, new String[] {"acme/nobody", "whatever it is"}))
                .close();
    }

    private static List<Thread> waiting() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("esbmt-tenants-jmx"))
                .toList();
    }
}
