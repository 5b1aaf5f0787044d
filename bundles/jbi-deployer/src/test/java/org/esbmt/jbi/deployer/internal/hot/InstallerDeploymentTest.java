package org.esbmt.jbi.deployer.internal.hot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AuditLines;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.jbi.deployer.internal.installer.TestInstallers;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installers that are added to the deploy folder and removed, in any order. */
class InstallerDeploymentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private TestNode node;
    private InstallerDeployment deployment;
    private AuditLines audit;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(folder.resolve("deploy"));
        node = new TestNode(folder.resolve("node"));
        open();
        audit = new AuditLines();
    }

    private void open() throws IOException {
        node.open();
        deployment = new InstallerDeployment(node.installers(), folder);
        deployment.forgetRemovedFiles();
        node.assemblies().addListener(deployment);
    }

    @AfterEach
    void stop() throws Exception {
        audit.close();
        deployment.close();
        node.close();
    }

    private File put(String name, byte[] content) throws IOException {
        File file = Files.write(folder.resolve("deploy").resolve(name), content).toFile();
        assertThat(deployment.canHandle(file)).isTrue();
        assertThat(new HotDeployment(node.assemblies(), folder).canHandle(file))
                .as("in any order of the artifact installers")
                .isFalse();
        deployment.install(file);
        return file;
    }

    private void take(File file) throws IOException {
        Files.delete(file.toPath());
        deployment.uninstall(file);
    }

    private List<String> installed() {
        List<String> names = new ArrayList<>();
        node.installers().libraries().forEach(library -> names.add(library.name()));
        node.installers().components().stream().map(DeployedComponent::name).forEach(names::add);
        return names;
    }

    private void awaitInstalled(String... names) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(installed()).containsExactly(names));
    }

    @Test
    void onlyInstallersAreAccepted() throws Exception {
        Path assembly = Files.write(
                folder.resolve("orders.zip"),
                Archives.assembly("orders").unit("in", "http-bc", "<beans/>").bytes());
        Path text = Files.writeString(folder.resolve("text.zip"), "no zip");
        assertThat(deployment.canHandle(assembly.toFile())).isFalse();
        assertThat(deployment.canHandle(text.toFile())).isFalse();
    }

    @Test
    void aComponentWaitsForItsLibraryAndALibraryStaysUntilItsComponentIsGone() throws Exception {
        File component = put("component.zip", TestInstallers.component("greeter"));
        File library = put("library.zip", TestInstallers.library("hello"));
        awaitInstalled("greetings", "greeter");

        Files.delete(library.toPath());
        deployment.uninstall(library);
        take(component);
        awaitInstalled();
        // The last line is written after the removal of the library from the list.
        await().atMost(PATIENCE).until(() -> audit.has(library + ": done.", 2));
        assertThat(audit.take())
                .containsExactly(
                        "installLibrary by deploy directory on shared library greetings from " + library + ": done.",
                        "installComponent by deploy directory on component greeter from " + component + ": done.",
                        "uninstallComponent by deploy directory on component greeter from " + component + ": done.",
                        "uninstallLibrary by deploy directory on shared library greetings from " + library + ": done.");
    }

    @Test
    void aComponentStaysUntilItsUnitsAreGone() throws Exception {
        put("library.zip", TestInstallers.library("hello"));
        File component = put("component.zip", TestInstallers.component("greeter"));
        awaitInstalled("greetings", "greeter");
        node.assemblies()
                .deploy(
                        Owner.PLAIN,
                        Archives.assembly("orders").unit("in", "greeter", "<beans/>").stream(),
                        Initial.STARTED,
                        Optional.empty());
        take(component);
        put("another.zip", TestInstallers.component("another"));
        awaitInstalled("greetings", "another", "greeter");
        node.assemblies().undeploy(new AssemblyKey(Owner.PLAIN, "orders"));
        awaitInstalled("greetings", "another");
    }

    @Test
    void partsOfFilesRemovedWhileTheBusWasDownAreUninstalled() throws Exception {
        File library = put("library.zip", TestInstallers.library("hello"));
        File component = put("component.zip", TestInstallers.component("greeter"));
        awaitInstalled("greetings", "greeter");
        deployment.close();
        node.close();
        Files.delete(component.toPath());

        node = new TestNode(folder.resolve("node"));
        open();
        deployment.install(library);
        awaitInstalled("greetings");
    }

    @Test
    void anotherVersionIsRefusedWhileTheFirstIsInstalled() throws Exception {
        File library = put("library.zip", TestInstallers.library("hello"));
        awaitInstalled("greetings");
        // The line is written after the library is in the list.
        await().atMost(PATIENCE).until(() -> audit.has(library + ": done.", 1));
        audit.take();
        Files.write(library.toPath(), TestInstallers.library("good bye"));
        deployment.update(library);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(audit.take())
                .singleElement()
                .asString()
                .contains("install by deploy directory on " + library + ": ALREADY_DEPLOYED"));
    }
}
