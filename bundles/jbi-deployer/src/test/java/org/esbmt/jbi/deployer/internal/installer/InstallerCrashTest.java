package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another JVM dies in the middle of an installation or uninstallation, as after kill -9: it is done, or it is not. */
class InstallerCrashTest {
    private static final int DEAD = 42;

    @TempDir
    Path folder;

    /** What the other JVM does: {@code <folder> <install or uninstall> <where to die>}. */
    public static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            TestNode node = new TestNode(Path.of(arguments[0]));
            node.open();
            node.installers().install(TestInstallers.stream(TestInstallers.library("hello")));
            if (arguments[1].equals("install")) {
                System.setProperty(TestInstallers.DIE, arguments[2]);
                node.installers().install(TestInstallers.stream(TestInstallers.component("greeter")));
            } else {
                node.installers().install(TestInstallers.stream(TestInstallers.component("greeter")));
                System.setProperty(TestInstallers.DIE, arguments[2]);
                node.installers().uninstall("greeter");
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
    })
    void itIsInstalledOrNot(String operation, String death, boolean installed) throws Exception {
        Path log = folder.resolve("victim.log");
        Process victim = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Victim.class.getName(),
                        folder.resolve("node").toString(),
                        operation,
                        death))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(victim.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(victim.exitValue()).as(Files.readString(log)).isEqualTo(DEAD);
        } finally {
            victim.destroyForcibly().waitFor();
        }

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
}
