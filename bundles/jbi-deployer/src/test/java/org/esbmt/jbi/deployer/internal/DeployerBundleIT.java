package org.esbmt.jbi.deployer.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.management.ObjectName;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.apache.felix.framework.FrameworkFactory;
import org.apache.felix.scr.info.ScrInfo;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestComponents;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.jbi.deployer.internal.assembly.TestUnitReader;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.Deployer;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.util.function.Function;
import org.osgi.util.promise.Promise;
import org.osgi.util.tracker.ServiceTracker;

/** The finished bundle in a framework with Declarative Services, Configuration Admin and File Install, as in Karaf. */
class DeployerBundleIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /**
     * The packages of this test's class path that the framework exports: the APIs, so that test and bundle share their
     * classes.
     */
    private static final String APIS = "javax.jbi;version=1.0,javax.jbi.component;version=1.0,"
            + "javax.jbi.management;version=1.0,javax.jbi.messaging;version=1.0,javax.jbi.servicedesc;version=1.0,"
            + "org.esbmt.jbi.container.api;version=1.0.0,org.esbmt.jbi.container.api.jmx;version=1.0.0,"
            + "org.esbmt.jbi.container.api.unit;version=1.0.0,org.esbmt.management.api;version=1.0.0,"
            + "org.esbmt.management.api.message;version=1.0.0,"
            + "org.apache.karaf.jaas.boot.principal;version=4.4.10,org.esbmt.files.api;version=1.0.0,"
            + "org.esbmt.tenancy.api;version=1.0.0,org.osgi.service.cm;version=1.6.1,org.slf4j;version=1.7.36";

    @TempDir
    Path folder;

    private final List<String> diary = Collections.synchronizedList(new ArrayList<>());
    private final RecordingComponent http = new RecordingComponent("http-bc", diary);
    private final TestComponents components = new TestComponents().install("http-bc", http);
    private Framework framework;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(folder.resolve("deploy"));
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, APIS);
        properties.put("felix.log.level", "1");
        properties.put("felix.fileinstall.dir", folder.resolve("deploy").toString());
        properties.put("felix.fileinstall.tmpdir", folder.resolve("tmp").toString());
        properties.put("felix.fileinstall.poll", "100");
        properties.put("felix.fileinstall.noInitialDelay", "true");
        framework = new FrameworkFactory().newFramework(properties);
        framework.start();
        BundleContext context = framework.getBundleContext();
        new ServiceTracker<InstalledComponents.Listener, InstalledComponents.Listener>(
                context, InstalledComponents.Listener.class, null) {
            @Override
            public InstalledComponents.Listener addingService(
                    ServiceReference<InstalledComponents.Listener> reference) {
                InstalledComponents.Listener listener = super.addingService(reference);
                components.listen(listener);
                return listener;
            }
        }.open();
        context.registerService(InstalledComponents.class, components, null);
        context.registerService(TenantNames.class, TestNode.NAMES, null);
        context.registerService(
                UnitReader.class,
                new TestUnitReader(),
                FrameworkUtil.asDictionary(Map.of(InstalledComponents.NAME, "http-bc")));

        List<Bundle> bundles = new ArrayList<>();
        for (Class<?> type : List.of(
                Function.class,
                Promise.class,
                org.osgi.service.component.ComponentContext.class,
                ConfigurationAdmin.class,
                ScrInfo.class,
                ArtifactInstaller.class)) {
            bundles.add(install(Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI())));
        }
        bundles.add(install(Path.of(System.getProperty("deployer.bundle"))));
        for (Bundle bundle : bundles) {
            bundle.start();
        }
    }

    private Bundle install(Path jar) throws Exception {
        try (InputStream in = Files.newInputStream(jar)) {
            return framework.getBundleContext().installBundle(jar.toUri().toString(), in);
        }
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(PATIENCE.toMillis());
    }

    private <T> T service(Class<T> type) throws InterruptedException {
        ServiceTracker<T, T> tracker = new ServiceTracker<>(framework.getBundleContext(), type, null);
        tracker.open();
        T service = tracker.waitForService(PATIENCE.toMillis());
        assertThat(service).isNotNull();
        return service;
    }

    @Test
    void tenantsDeployThroughTheServiceAndJmxShowsIt() throws Exception {
        TenantId acme = new TenantId(UUID.randomUUID());
        Deployer deployer = service(Deployer.class);

        assertThat(deployer.deploy(acme, orders().stream()).state()).isEqualTo(State.STARTED);

        ObjectName bean = new ObjectName(
                "org.apache.servicemix:ContainerName=ServiceMix,Type=ServiceAssembly,Name=orders,Tenant=" + acme);
        await().atMost(PATIENCE)
                .until(() -> ManagementFactory.getPlatformMBeanServer().isRegistered(bean));
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "CurrentState"))
                .isEqualTo("Started");
        assertThat(deployer.assemblies())
                .extracting(assembly -> assembly.tenant())
                .containsExactly(acme);
        deployer.undeploy(acme, "orders");
        assertThat(deployer.assemblies(acme)).isEmpty();
        assertThat(deployer.assemblies()).isEmpty();
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(bean))
                .isFalse();
    }

    @Test
    void aFileInTheDeployFolderIsDeployedAndItsRemovalUndeploysIt() throws Exception {
        Path written = Files.write(folder.resolve("orders.tmp"), orders().bytes());
        Path file = folder.resolve("deploy/orders.zip");
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);

        await().atMost(PATIENCE).until(() -> http.units().equals(Map.of("in", "started")));
        assertThat(service(Deployer.class).assemblies()).isEmpty();
        Files.delete(file);
        await().atMost(PATIENCE).until(() -> http.units().isEmpty());
    }

    @Test
    void aConfigurationTakesEffectWithoutARestart() throws Exception {
        TenantId acme = new TenantId(UUID.randomUUID());
        service(Deployer.class).deploy(acme, orders().stream());

        ConfigurationAdmin admin = service(ConfigurationAdmin.class);
        admin.getConfiguration("org.esbmt.jbi.deployer", "?")
                .update(FrameworkUtil.asDictionary(Map.of("archive.entries", "2")));

        await().atMost(PATIENCE).untilAsserted(() -> {
            Deployer deployer = service(Deployer.class);
            assertThat(deployer.assemblies(acme))
                    .extracting(assembly -> assembly.state())
                    .containsExactly(State.STARTED);
            assertThatThrownBy(() -> deployer.update(acme, orders().stream()))
                    .hasMessageContaining("more than the 2 entries");
        });
    }

    private static Archives orders() {
        return Archives.assembly("orders").unit("in", "http-bc", "<beans/>");
    }
}
