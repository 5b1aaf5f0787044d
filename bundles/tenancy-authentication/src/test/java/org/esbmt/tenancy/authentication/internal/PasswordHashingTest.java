package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

class PasswordHashingTest {
    @TempDir
    Path folder;

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

    private BundleContext context() {
        return (BundleContext) Proxy.newProxyInstance(
                PasswordHashingTest.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> folder.toString());
    }

    private static AuthenticationConfiguration configuration(Path pepper) {
        return (AuthenticationConfiguration) Proxy.newProxyInstance(
                PasswordHashingTest.class.getClassLoader(),
                new Class<?>[] {AuthenticationConfiguration.class},
                (proxy, method, arguments) ->
                        method.getName().equals("pepper_file") ? pepper.toString() : method.getDefaultValue());
    }
}
