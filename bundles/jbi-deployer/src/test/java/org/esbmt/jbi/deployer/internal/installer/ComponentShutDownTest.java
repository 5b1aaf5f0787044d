package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.jbi.JBIException;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A component of the container with deployed units is shut down and started again. */
class ComponentShutDownTest {
    @TempDir
    Path folder;

    private final List<String> diary = Collections.synchronizedList(new ArrayList<>());
    private final Stubborn component = new Stubborn(diary);
    private TestNode node;
    private ManagedComponent managed;

    /** A component that fails to stop on demand. */
    private static final class Stubborn extends RecordingComponent {
        private volatile boolean refuses;
        private final List<String> diary;

        Stubborn(List<String> diary) {
            super("http-bc", diary);
            this.diary = diary;
        }

        @Override
        public void stop() throws JBIException {
            if (refuses) {
                throw new JBIException("not now");
            }
            diary.add("stop");
        }

        @Override
        public void shutDown() {
            diary.add("shutDown");
        }
    }

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder.resolve("node"));
        managed = new ManagedComponent(
                new JbiEnvironment(new SameTenantBoundary(), TestNode.NAMES, folder.resolve("bus"), 4, 8),
                "http-bc",
                InstalledComponent.Type.BINDING_COMPONENT,
                "a real one",
                component);
        managed.start();
        node.components().install(managed);
        node.open();
        node.assemblies()
                .deploy(
                        Owner.PLAIN,
                        Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream(),
                        Initial.STARTED,
                        Optional.empty());
        diary.clear();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private DeployedAssembly.State state() {
        return node.assemblies().all().get(0).state();
    }

    @Test
    void aStartedComponentIsShutDownAfterItsUnitsAndTheyComeBackWithIt() throws Exception {
        assertThat(node.installers().shutDown("http-bc").state()).isEqualTo("Shutdown");

        assertThat(diary)
                .containsExactly("stop in@http-bc", "shutDown in@http-bc", "undeploy in@http-bc", "stop", "shutDown");
        node.installers().start("http-bc");
        assertThat(state()).isEqualTo(DeployedAssembly.State.STARTED);
        assertThat(component.units()).isEqualTo(Map.of("in", "started"));
    }

    @Test
    void aComponentThatDoesNotStopKeepsItsUnitsRunning() {
        component.refuses = true;

        DeploymentException e = catchThrowableOfType(
                DeploymentException.class, () -> node.installers().shutDown("http-bc"));

        assertThat(e.reason()).isEqualTo(Reason.COMPONENT_FAILED);
        assertThat(managed.state()).isEqualTo(InstalledComponent.State.STARTED);
        assertThat(state()).isEqualTo(DeployedAssembly.State.STARTED);
        assertThat(component.units()).isEqualTo(Map.of("in", "started"));
    }
}
