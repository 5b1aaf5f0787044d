package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.management.api.cluster.CaughtUp;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class FirstCatchUpTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger unregistered = new AtomicInteger();

    @Test
    void theServiceIsRegisteredAtOnceAndOnce() throws Exception {
        FirstCatchUp first = new FirstCatchUp(context(), configuration(3600));
        assertThat(registered).hasValue(0);
        first.done();
        first.done();
        assertThat(registered).hasValue(1);
        first.stop();
        assertThat(unregistered).hasValue(1);
    }

    @Test
    void theServiceIsRegisteredAfterTheTimeLimit() throws Exception {
        FirstCatchUp first = new FirstCatchUp(context(), configuration(1));
        await().atMost(LIMIT).until(() -> registered.get() == 1);
        first.done();
        assertThat(registered).hasValue(1);
        first.stop();
        assertThat(unregistered).hasValue(1);
    }

    @Test
    void noServiceIsRegisteredAfterTheStop() throws Exception {
        FirstCatchUp first = new FirstCatchUp(context(), configuration(3600));
        first.stop();
        first.done();
        assertThat(registered).hasValue(0);
        assertThat(unregistered).hasValue(0);
    }

    @Test
    void theConfigurationIsValidatedAsAWhole() {
        ManagementSettings settings = ManagementSettings.of(configuration(60));
        assertThat(settings.startComponents()).containsExactly("http-bc", "camel-se");
        assertThat(settings.startLimit()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.rhythm().poll()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.rhythm().retry()).isEqualTo(Duration.ofSeconds(2));
        assertThat(ManagementSettings.of(configuration(Map.of("start_components", new String[] {"a, b", ""})))
                        .startComponents())
                .containsExactly("a", "b");
        for (String separated : List.of("http-bc;camel-se", "http-bc camel-se", "http-bc:camel-se")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            ManagementSettings.of(configuration(Map.of("start_components", new String[] {separated}))))
                    .withMessageContaining("start.components has '" + separated + "'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagementSettings.of(configuration(Map.of("poll_seconds", 0, "retry_seconds", 301))))
                .withMessageContaining("poll.seconds is 1 to 3600, but is '0'")
                .withMessageContaining("retry.seconds is 1 to 300, but is '301'");
    }

    private BundleContext context() {
        Object registration = Proxy.newProxyInstance(
                FirstCatchUpTest.class.getClassLoader(),
                new Class<?>[] {ServiceRegistration.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("unregister");
                    unregistered.incrementAndGet();
                    return null;
                });
        return (BundleContext) Proxy.newProxyInstance(
                FirstCatchUpTest.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("registerService");
                    assertThat(arguments[0]).isEqualTo(CaughtUp.class);
                    registered.incrementAndGet();
                    return registration;
                });
    }

    private static ManagementConfiguration configuration(int startLimit) {
        return configuration(Map.of("start_limit_seconds", startLimit));
    }

    private static ManagementConfiguration configuration(Map<String, ?> keys) {
        return (ManagementConfiguration) Proxy.newProxyInstance(
                FirstCatchUpTest.class.getClassLoader(),
                new Class<?>[] {ManagementConfiguration.class},
                (proxy, key, none) ->
                        keys.containsKey(key.getName()) ? keys.get(key.getName()) : key.getDefaultValue());
    }
}
