package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class PasswordHashingTest {
    @TempDir
    Path folder;

    private final List<String> services = new CopyOnWriteArrayList<>();

    @Test
    void aPepperThatIsNoneIsToldWithItsKeyAndFile() throws Exception {
        Path pepper = Files.writeString(folder.resolve("pepper"), "garbage");
        PasswordHashing hashing = new PasswordHashing(context(), configuration(pepper), new InMemoryTenantRegistry());
        assertThat(hashing.problems()).isEmpty();
        hashing.start();
        try {
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(hashing.problems())
                    .singleElement()
                    .asString()
                    .contains(pepper.toString(), "pepper.file of etc/org.esbmt.tenancy.authentication.cfg"));
        } finally {
            hashing.stop();
        }
    }

    @Test
    void anUnexpectedExceptionOfTheLedgerIsNotTheEnd() throws Exception {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        AtomicInteger calls = new AtomicInteger();
        PepperLedger fails = new PepperLedger() {
            @Override
            public Optional<String> pepperFingerprint() throws RegistryException {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("closed");
                }
                return registry.pepperFingerprint();
            }

            @Override
            public String recordPepperFingerprint(String fingerprint) throws RegistryException {
                return registry.recordPepperFingerprint(fingerprint);
            }
        };
        PasswordHashing hashing = new PasswordHashing(context(), configuration(folder.resolve("pepper")), fails);
        hashing.start();
        try {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(services).containsExactly("ProvenSources", "PasswordHasher"));
            assertThat(hashing.problems()).isEmpty();
        } finally {
            hashing.stop();
        }
    }

    private BundleContext context() {
        return proxy(BundleContext.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("registerService")) {
                return folder.toString();
            }
            services.add(((Class<?>) arguments[0]).getSimpleName());
            return proxy(ServiceRegistration.class, (registration, unregister, none) -> null);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(PasswordHashingTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static AuthenticationConfiguration configuration(Path pepper) {
        return (AuthenticationConfiguration) Proxy.newProxyInstance(
                PasswordHashingTest.class.getClassLoader(),
                new Class<?>[] {AuthenticationConfiguration.class},
                (proxy, method, arguments) ->
                        method.getName().equals("pepper_file") ? pepper.toString() : method.getDefaultValue());
    }
}
