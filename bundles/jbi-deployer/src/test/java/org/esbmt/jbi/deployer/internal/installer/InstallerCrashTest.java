package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.deployer.internal.assembly.DiskFault;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.testing.WatchedFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Another JVM is killed in the middle of an installation or uninstallation, as by kill -9: the operation is done, or it
 * is not.
 */
class InstallerCrashTest {
    private static final int DEAD = 42;

    /** The installers, compiled once for all processes. */
    @TempDir
    static Path archives;

    @TempDir
    Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Files.write(library(archives), TestInstallers.library("hello"));
        Files.write(component(archives), TestInstallers.component("greeter"));
    }

    private static Path library(Path archives) {
        return archives.resolve("library.zip");
    }

    private static Path component(Path archives) {
        return archives.resolve("component.zip");
    }

    /** The work of the other JVM: {@code <folder> <library, install or uninstall> <point of the kill> <archives>}. */
    public static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            Optional<DiskFault> fault = DiskFault.of(arguments[2]);
            Path folder = Path.of(arguments[0]);
            TestNode node = new TestNode(fault.isPresent() ? WatchedFiles.watched(folder, fault.get()) : folder);
            node.open();
            Installers installers = node.installers();
            byte[] library = Files.readAllBytes(library(Path.of(arguments[3])));
            byte[] component = Files.readAllBytes(component(Path.of(arguments[3])));
            if (!arguments[1].equals("library")) {
                installers.install(TestInstallers.stream(library));
            }
            if (arguments[1].equals("uninstall")) {
                installers.install(TestInstallers.stream(component));
            }
            System.setProperty(TestInstallers.DIE, arguments[2]);
            fault.ifPresent(DiskFault::arm);
            try {
                switch (arguments[1]) {
                    case "library" -> installers.install(TestInstallers.stream(library));
                    case "install" -> installers.install(TestInstallers.stream(component));
                    default -> installers.uninstall("greeter");
                }
            } catch (DeploymentException e) {
                Runtime.getRuntime().halt(fault.isPresent() ? DEAD : 1);
            }
            Runtime.getRuntime().halt(arguments[2].equals("done") ? DEAD : 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "install, bootstrap init install, false",
        "install, onInstall, false",
        "install, init: hello, false",
        "install, start, false",
        "install, cleanUp, true",
        "install, done, true",
        "uninstall, stop, true",
        "uninstall, shutDown, true",
        "uninstall, onUninstall, true",
        "uninstall, cleanUp, false",
        "uninstall, done, false",
        "install, fault OPEN, false",
        "install, fault FORCE, false",
        "install, fault DISK, true",
        "uninstall, fault OPEN, true",
        "uninstall, fault FORCE, true",
        "uninstall, fault DISK, false",
    })
    void itIsInstalledOrNot(String operation, String death, boolean installed) throws Exception {
        runVictim(operation, death);

        TestNode node = new TestNode(folder.resolve("node"));
        node.open();
        try {
            assertThat(node.installers().libraries())
                    .extracting(SharedLibrary::name)
                    .containsExactly("greetings");
            assertThat(node.installers().components())
                    .extracting(DeployedComponent::state)
                    .containsExactlyElementsOf(installed ? List.of("Started") : List.of());
            assertThat(node.files()).hasSize(installed ? 6 : 3);
            if (!installed) {
                node.installers().install(TestInstallers.stream(TestInstallers.component("greeter")));
            }
            node.installers().uninstall("greeter");
            node.installers().uninstallLibrary("greetings");
            assertThat(node.files()).isEmpty();
        } finally {
            node.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"fault OPEN, false", "fault FORCE, false", "fault DISK, true"})
    void aLibraryIsInstalledOrNot(String fault, boolean installed) throws Exception {
        runVictim("library", fault);

        TestNode node = new TestNode(folder.resolve("node"));
        node.open();
        try {
            assertThat(node.installers().libraries()).hasSize(installed ? 1 : 0);
            assertThat(node.files()).hasSize(installed ? 3 : 0);
            if (!installed) {
                node.installers().install(TestInstallers.stream(TestInstallers.library("hello")));
            }
            node.installers().install(TestInstallers.stream(TestInstallers.component("greeter")));
        } finally {
            node.close();
        }
    }

    private void runVictim(String operation, String death) throws Exception {
        Path log = folder.resolve("victim.log");
        Process victim = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Victim.class.getName(),
                        folder.resolve("node").toString(),
                        operation,
                        death,
                        archives.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(victim.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(victim.exitValue()).as(Files.readString(log)).isEqualTo(DEAD);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }
}
