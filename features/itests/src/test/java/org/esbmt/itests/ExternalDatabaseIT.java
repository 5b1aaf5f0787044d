package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.Test;

/** A bus on an external PostgreSQL, which first refuses its password and later stops for a while. */
class ExternalDatabaseIT {
    private static final String REGISTRY = "org.esbmt.registry.postgresql.cfg";

    @Test
    void theBusStartsOnceThePasswordIsRightAndServesRememberedSendersWithoutTheServer() throws Exception {
        try (TestPostgres server = TestPostgres.start();
                Distribution distribution = Distribution.unpack(ExternalDatabaseIT.class);
                BackEndProcess backEnd = new BackEndProcess("backend", distribution.directory())) {
            BusHome home = distribution.home();
            home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
            Path passwordFile = home.etc().resolve("org.esbmt.registry.password");
            Files.createFile(
                    passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(passwordFile, "not the password\n");
            home.set(REGISTRY, "server", "external");
            home.set(REGISTRY, "host", server.host());
            home.set(REGISTRY, "port", Integer.toString(server.port()));
            home.set(REGISTRY, "sslmode", "disable");
            home.set(REGISTRY, "password", "the-buss-own-password");
            home.set(REGISTRY, "admin.user", server.user());
            home.set(REGISTRY, "admin.password.file", "${karaf.etc}/org.esbmt.registry.password");

            CompletableFuture<BusProcess> starting = start(home);
            await().atMost(Duration.ofSeconds(100))
                    .until(() -> Files.exists(home.log())
                            && Files.readString(home.log()).contains("does not accept the role '" + server.user()));
            assertThat(home.data().resolve("ready")).doesNotExist();
            Files.writeString(passwordFile, new String(server.password()) + "\n");
            try (BusProcess bus = starting.get(3, TimeUnit.MINUTES)) {
                assertThat(home.data().resolve("postgresql")).doesNotExist();
                BusHome.Credentials administrator = home.initialAdministrator().orElseThrow();
                assertThat(bus.output()).contains("password=" + administrator.password());
                OrdersTenant acme;
                OrdersTenant globex;
                try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
                    acme = OrdersTenant.create(administration, home, "acme", backEnd);
                    globex = OrdersTenant.create(administration, home, "globex", backEnd);
                }
                assertThat(acme.send().status()).isEqualTo(200);

                server.stop();
                assertThat(acme.send().status()).isEqualTo(200);
                assertThat(globex.send().faultCode()).isEqualTo("OVERLOADED");
                server.startAgain();

                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(globex.send().status()).isEqualTo(200));
                assertThat(acme.send().status()).isEqualTo(200);
            }
        }
    }

    /** Starts the bus in a thread of its own, because the start returns only when the bus is ready. */
    private static CompletableFuture<BusProcess> start(BusHome home) {
        CompletableFuture<BusProcess> starting = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                starting.complete(BusProcess.start(home));
            } catch (Exception e) {
                starting.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return starting;
    }
}
