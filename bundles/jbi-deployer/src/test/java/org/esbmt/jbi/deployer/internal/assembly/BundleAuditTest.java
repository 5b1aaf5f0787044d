package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The audit log contains changes of an assembly through its bundle, with their initiator. It contains no changes by the
 * framework itself.
 */
class BundleAuditTest {
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final String OBJECT = " on assembly orders of tenant " + ACME;

    @TempDir
    Path folder;

    private TestNode node;
    private RecordingComponent http;
    private AuditLines audit;

    @BeforeEach
    void start() throws Exception {
        open();
        deploy();
        audit = new AuditLines();
    }

    private void open() throws Exception {
        node = new TestNode(folder);
        http = node.component("http-bc");
        node.open();
    }

    private void deploy() throws DeploymentException {
        node.assemblies()
                .deploy(
                        ACME,
                        Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream(),
                        Initial.STARTED,
                        Optional.empty());
    }

    @AfterEach
    void stop() throws Exception {
        audit.close();
        node.close();
    }

    @Test
    void anAdministratorsBundleCommandsHaveTheirName() throws Exception {
        AuditLines.as("ada", () -> {
            node.bundle(ORDERS).stop();
            return null;
        });
        assertThat(audit.take()).containsExactly("shutDownAssembly by ada (bundle)" + OBJECT + ": done.");

        AuditLines.as("ada", () -> {
            node.bundle(ORDERS).start();
            return null;
        });
        assertThat(audit.take()).containsExactly("startAssembly by ada (bundle)" + OBJECT + ": done.");

        AuditLines.as("ada", () -> {
            node.bundle(ORDERS).uninstall();
            return null;
        });
        assertThat(audit.take())
                .containsExactly(
                        "shutDownAssembly by ada (bundle)" + OBJECT + ": done.",
                        "undeployAssembly by ada (bundle)" + OBJECT + ": done.");
    }

    @Test
    void otherCodeIsCalledTheBundle() throws Exception {
        node.bundle(ORDERS).stop();
        http.failAt("init " + ACME + "/orders/in");
        node.bundle(ORDERS).start();

        assertThat(audit.take())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("shutDownAssembly by bundle" + OBJECT + ": done."),
                        line -> assertThat(line)
                                .startsWith("startAssembly by bundle" + OBJECT + ": FAILED, the unit in cannot be"));
    }

    @Test
    void aBundleThatIsReplacedByHandIsAudited() throws Exception {
        byte[] other = Archives.zip(Map.of("META-INF/MANIFEST.MF", Archives.text("""
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: evil

                """)));
        AuditLines.as("ada", () -> {
            node.bundle(ORDERS).update(new ByteArrayInputStream(other));
            return null;
        });
        assertThat(audit.take())
                .containsExactly(
                        "updateAssembly by ada (bundle)" + OBJECT + ": FAILED, this is not for bundle commands");
        assertThat(http.units()).doesNotContainValue("started");
    }

    @Test
    void changesByDeployerAndFrameworkAreNoBundleCommands() throws Exception {
        AssemblyManager assemblies = node.assemblies();
        assemblies.stop(ORDERS);
        assemblies.shutDown(ORDERS);
        assemblies.start(ORDERS);
        assemblies.update(
                ACME, Archives.assembly("orders").unit("out", "http-bc", "<beans/>").stream(), Optional.empty());
        node.close();
        open();
        node.assemblies().undeploy(ORDERS);
        deploy();

        assertThat(audit.take()).isEmpty();
    }
}
