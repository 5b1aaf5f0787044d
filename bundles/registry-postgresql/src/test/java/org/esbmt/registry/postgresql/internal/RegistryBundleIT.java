package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.awaitility.Awaitility;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.DatabaseServer;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.TestPostgres;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.UnitOfWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** The built bundle in a real OSGi framework: embedded libraries are found, other packages are wired. */
class RegistryBundleIT {
    /** Packages shared with this test, so that it can call the services. */
    private static final String SHARED = "org.slf4j;version=1.7.36,org.esbmt.registry.api;version=1.0.0,"
            + "org.esbmt.registry.api.configuration;version=1.0.0,org.esbmt.registry.api.service;version=1.0.0,"
            + "org.esbmt.tenancy.api;version=1.0.0,org.esbmt.tenancy.api.quota;version=1.0.0,"
            + "org.esbmt.transaction.api;version=1.0.0,org.esbmt.management.api.health;version=1.0.0";

    @TempDir
    Path cache;

    private TestPostgres postgres;
    private Framework framework;

    @BeforeEach
    void start() throws Exception {
        postgres = TestPostgres.start();
        framework = newFramework();
        startBundles();
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(20_000);
        postgres.close();
    }

    @Test
    void preparesTheServerThatAppearsAndServesTheRegistryEvenAfterItsRestart() throws Exception {
        BundleContext context = framework.getBundleContext();
        assertThat(service(TenantRegistry.class)).isEmpty();

        context.registerService(DatabaseServer.class, new TestDatabaseServer(postgres), null);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service(PepperLedger.class)
                .isPresent());

        TenantRegistry registry = service(TenantRegistry.class).orElseThrow();
        NewUser admin = new NewUser(new Login("admin"), new Verifier("verifier"));
        registry.createTenant(new NewTenant(new TenantName("acme"), "Acme", admin), new UserId(UUID.randomUUID()));
        TenantId tenant = registry.findTenant(new TenantName("acme"))
                .orElseThrow()
                .value()
                .id();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service(ServiceRegistry.class)
                .isPresent());
        Digest artifact = service(ServiceRegistry.class).orElseThrow().putArtifact(tenant, new byte[] {1, 2, 3});
        Bundle bundle = Stream.of(context.getBundles())
                .filter(b -> b.getSymbolicName().equals("org.esbmt.registry-postgresql"))
                .findFirst()
                .orElseThrow();
        bundle.stop();
        assertThat(service(TenantRegistry.class)).isEmpty();
        bundle.start();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service(CredentialReader.class)
                .isPresent());
        assertThat(service(TenantRegistry.class).orElseThrow().findTenant(new TenantName("acme")))
                .isPresent();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service(ServiceRegistry.class)
                .isPresent());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service(AuditTrail.class)
                .isPresent());
        ClusterName name = new ClusterName("main");
        Cluster cluster =
                service(ClusterDirectory.class).orElseThrow().createCluster(name, new UserId(UUID.randomUUID()));
        assertThat(service(ClusterDirectory.class).orElseThrow().findCluster(name))
                .contains(cluster);
        assertThat(service(ServiceRegistry.class)
                        .orElseThrow()
                        .findArtifact(tenant, artifact)
                        .orElseThrow())
                .containsExactly(1, 2, 3);
        Cluster both = service(UnitOfWork.class).orElseThrow().run(transaction -> {
            service(ServiceRegistry.class).orElseThrow().putArtifact(tenant, new byte[] {4});
            return service(ClusterDirectory.class)
                    .orElseThrow()
                    .createCluster(new ClusterName("both"), new UserId(UUID.randomUUID()));
        });
        assertThat(service(ClusterDirectory.class).orElseThrow().findCluster(new ClusterName("both")))
                .contains(both);
        assertThat(service(TransactionAdministration.class).orElseThrow().resources())
                .extracting(resource -> resource.name().value() + " " + resource.registered())
                .containsExactly("registry.configuration true", "registry.services true", "registry.tenants true");
    }

    private <T> Optional<T> service(Class<T> type) {
        BundleContext context = framework.getBundleContext();
        return Optional.ofNullable(context.getServiceReference(type)).map(context::getService);
    }

    private Framework newFramework() throws BundleException {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(Constants.FRAMEWORK_STORAGE, cache.toString());
        configuration.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED);
        Framework created = new FrameworkFactory().newFramework(configuration);
        created.start();
        return created;
    }

    private void startBundles() throws IOException, BundleException {
        List<Bundle> installed = new ArrayList<>();
        for (Path file : bundles()) {
            installed.add(
                    framework.getBundleContext().installBundle(file.toUri().toString()));
        }
        for (Bundle bundle : installed) {
            bundle.start();
        }
    }

    private static List<Path> bundles() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> beside = Files.list(Path.of(System.getProperty("bundles.beside")))) {
            beside.forEach(files::add);
        }
        files.add(Path.of(System.getProperty("bundle.file")));
        return files;
    }
}
