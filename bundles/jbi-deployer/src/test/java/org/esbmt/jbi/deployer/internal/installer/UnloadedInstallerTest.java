package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.component;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.library;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.stream;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installer that is unloaded while it is in use. */
class UnloadedInstallerTest {
    @TempDir
    Path folder;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        System.clearProperty(TestInstallers.FAIL);
        node = new TestNode(folder);
        node.open();
        node.installers().install(stream(library("hello")));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    @Test
    void aRunningInstallationKeepsItsFiles() throws Exception {
        Installation installation = node.installers().load(stream(component("greeter")));
        List<String> files = node.files();
        Thread unloading = new Thread(installation::close);
        node.components().listen(new InstalledComponents.Listener() {
            @Override
            public void installed(InstalledComponent component) {
                unloading.start();
                // Waits until the thread blocks on the installation, or has ended.
                Awaitility.await().until(() -> switch (unloading.getState()) {
                    case WAITING, TERMINATED -> true;
                    default -> false;
                });
            }

            @Override
            public void uninstalling(InstalledComponent component) {}
        });

        installation.install(State.STARTED, Optional.empty());
        unloading.join(60_000);

        assertThat(unloading.isAlive()).isFalse();
        assertThat(node.files()).containsAll(files).hasSize(files.size() + 1);
        node.close();
        node = new TestNode(folder);
        node.open();
        assertThat(node.installers().components())
                .extracting(DeployedComponent::state)
                .containsExactly("Started");
    }

    @Test
    void aClosedInstallationInstallsNothing() throws Exception {
        List<String> before = node.files();
        Installation installation = node.installers().load(stream(component("greeter")));
        installation.close();

        assertThatThrownBy(() -> installation.install(State.STARTED, Optional.empty()))
                .hasMessage("the installer of the component greeter was unloaded; load it again");
        assertThat(node.files()).isEqualTo(before);
    }
}
