package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.component;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.library;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.stream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broken part can be uninstalled, as the log recommends, and installed again. */
class BrokenPartsTest {
    @TempDir
    Path folder;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        System.clearProperty(TestInstallers.FAIL);
        node = new TestNode(folder);
        node.open();
        node.installers().install(stream(library("hello")));
        node.installers().install(stream(component("greeter")));
    }

    @AfterEach
    void stop() throws Exception {
        System.clearProperty(TestInstallers.FAIL);
        node.close();
    }

    private interface Damage {
        void to(Path installed) throws Exception;
    }

    private void restartAfter(Damage damage) throws Exception {
        node.close();
        damage.to(folder.resolve("assemblies/installed"));
        node = new TestNode(folder);
        node.open();
    }

    /** Damages the descriptors of the parts whose folder has this file. */
    private static void spoil(Path installed, String file) throws Exception {
        try (Stream<Path> parts = Files.list(installed.resolve("content"))) {
            for (Path part : parts.toList()) {
                if (Files.exists(part.resolve(file))) {
                    Files.writeString(part.resolve("META-INF/jbi.xml"), "<jbi");
                }
            }
        }
    }

    private void uninstalledAndInstalledAgain() throws Exception {
        node.installers().uninstall("greeter");
        assertThat(node.installers().components()).isEmpty();
        node.installers().uninstallLibrary("greetings");
        assertThat(node.installers().libraries()).isEmpty();
        assertThat(node.files()).isEmpty();
        node.installers().install(stream(library("hello")));
        node.installers().install(stream(component("greeter")));
        assertThat(node.installers().components())
                .extracting(DeployedComponent::state)
                .containsExactly("Started");
    }

    @Test
    void aComponentWithoutItsDescriptorIsListedAndCanBeUninstalled() throws Exception {
        restartAfter(installed -> spoil(installed, "lib/part.jar"));
        assertThat(node.installers().components()).singleElement().satisfies(part -> {
            assertThat(part.name()).isEqualTo("greeter");
            assertThat(part.state()).isEqualTo("Unknown");
            assertThat(part.failure()).isPresent();
        });
        assertThatThrownBy(() -> node.installers().install(stream(component("greeter"))))
                .hasMessageContaining("there is a component greeter already");
        uninstalledAndInstalledAgain();
    }

    @Test
    void aLibraryWithoutItsDescriptorIsListedAndCanBeUninstalled() throws Exception {
        restartAfter(installed -> spoil(installed, "lib/greetings.jar"));
        assertThat(node.installers().libraries())
                .extracting(SharedLibrary::name, SharedLibrary::usedBy)
                .containsExactly(tuple("greetings", List.of("greeter")));
        assertThatThrownBy(() -> node.installers().install(stream(library("hello"))))
                .hasMessageContaining("there is a shared library greetings already");
        uninstalledAndInstalledAgain();
    }

    @Test
    void aComponentWithoutItsLibraryCanBeUninstalled() throws Exception {
        restartAfter(installed -> Files.delete(installed.resolve("records/library_greetings.properties")));
        node.installers().uninstall("greeter");
        assertThat(node.installers().components()).isEmpty();
        assertThat(node.files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "shutDown"})
    void aComponentThatDoesNotGoDownCanBeUninstalled(String step) throws Exception {
        System.setProperty(TestInstallers.FAIL, step);
        uninstalledAndInstalledAgain();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bootstrap init uninstall", "onUninstall"})
    void aBootstrapThatAlwaysFailsHoldsNoComponentThatIsShutDown(String step) throws Exception {
        System.setProperty(TestInstallers.FAIL, step);
        assertThatThrownBy(() -> node.installers().uninstall("greeter")).hasMessageContaining(step + " fails");
        node.installers().shutDown("greeter");
        uninstalledAndInstalledAgain();
    }
}
