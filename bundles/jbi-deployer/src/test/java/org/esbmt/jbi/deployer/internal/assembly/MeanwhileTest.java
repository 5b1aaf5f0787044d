package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.WatchedFiles;
import org.esbmt.testing.WatchedFiles.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleException;

/** Changes by others during an operation on an assembly. */
class MeanwhileTest {
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final String UNIT = ACME + "/orders/";

    @TempDir
    Path folder;

    private final AtomicReference<WatchedFiles.Watcher> watcher = new AtomicReference<>((step, path) -> {});
    private TestNode node;
    private RecordingComponent http;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(
                WatchedFiles.watched(folder, (step, path) -> watcher.get().before(step, path)));
        http = node.component("http-bc");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private AssemblyStatus deploy(Archives archive) throws DeploymentException {
        return assemblies.deploy(ACME, archive.stream(), Initial.STARTED, Optional.empty());
    }

    private static Archives providing(String name) {
        return Archives.assembly(name)
                .unit(
                        "u",
                        "http-bc",
                        Map.of(
                                "stock.xml",
                                Archives.text("provides {urn:a}stock:main"),
                                "META-INF/jbi.xml",
                                Archives.text("""
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" xmlns:a="urn:a" version="1.0"><services binding-component="true">
                <provides service-name="a:stock" endpoint-name="main"/></services></jbi>""")));
    }

    @Test
    void aVersionsNamesAreItsOwnUntilAnotherVersionIsInItsPlace() throws Exception {
        deploy(providing("orders"));
        assemblies.stop(ORDERS);
        AtomicReference<DeploymentException> other = new AtomicReference<>();
        http.before(step -> {
            if (step.equals("deploy " + UNIT + "in")) {
                other.set(catchThrowableOfType(DeploymentException.class, () -> deploy(providing("other"))));
                throw new IllegalStateException("the new version is no good");
            }
        });

        assertThatThrownBy(() -> assemblies.switchTo(
                        ACME, Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream()))
                .hasMessageContaining("no good");

        assertThat(other.get()).isNotNull();
        assertThat(other.get().reason()).isEqualTo(Reason.ALREADY_DEPLOYED);
        assertThat(assemblies.all()).extracting(AssemblyStatus::key).containsExactly(ORDERS);
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "u", "stopped"));

        http.before(step -> {});
        assemblies.switchTo(ACME, Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream());
        deploy(providing("other"));
    }

    @Test
    void aBundleThatIsUninstalledBeforeItsAssemblyCanBeFoundLeavesNothing() throws Exception {
        AtomicBoolean once = new AtomicBoolean();
        watcher.set((step, path) -> {
            if (step == Step.MOVE_TO && path.getParent().endsWith("records") && once.compareAndSet(false, true)) {
                try {
                    node.bundle(ORDERS).uninstall();
                } catch (BundleException e) {
                    throw new IllegalStateException(e);
                }
            }
        });

        assertThatThrownBy(() -> deploy(providing("orders")))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INTERNAL))
                .hasMessage("the bundle of the assembly orders was uninstalled while it was deployed");

        assertThat(once).isTrue();
        assertThat(assemblies.all()).isEmpty();
        assertThat(http.units()).isEmpty();
        assertThat(node.files()).isEmpty();
        deploy(providing("orders"));
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "u", "started"));
    }

    @Test
    void aBundleThatIsStoppedWritesNoRecordBackAfterTheUndeployment() throws Exception {
        deploy(providing("orders"));
        Thread stopping = Thread.currentThread();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread undeploying = new Thread(() -> {
            try {
                assemblies.undeploy(ORDERS);
            } catch (DeploymentException | RuntimeException e) {
                failure.set(e);
            }
        });
        AtomicBoolean once = new AtomicBoolean();
        watcher.set((step, path) -> {
            if (Thread.currentThread() == stopping
                    && step == Step.OPEN
                    && path.getParent().endsWith("records")
                    && once.compareAndSet(false, true)) {
                undeploying.start();
                // Waits until the thread blocks on the lock of the record, or on that of the bundle.
                Awaitility.await().until(() -> switch (undeploying.getState()) {
                    case WAITING, TIMED_WAITING, TERMINATED -> true;
                    default -> false;
                });
            }
        });

        node.bundle(ORDERS).stop();
        undeploying.join(60_000);

        assertThat(once).isTrue();
        assertThat(undeploying.isAlive()).isFalse();
        assertThat(failure.get()).isNull();
        assertThat(assemblies.all()).isEmpty();
        assertThat(node.files()).isEmpty();
    }

    @Test
    void aStoppedBundleIsRecordedForTheCurrentVersion() throws Exception {
        deploy(providing("orders"));
        node.bundle(ORDERS).stop();
        node.close();
        start();
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.SHUTDOWN);
    }
}
