package org.esbmt.jbi.deployer.internal.hot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AuditLines;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The deploy folder with File Install's events. */
class HotDeploymentTest {
    private static final AssemblyKey ORDERS = new AssemblyKey(Owner.PLAIN, "orders");

    @TempDir
    Path anywhere;

    private Path folder;

    private TestNode node;
    private RecordingComponent http;
    private HotDeployment hot;
    private File file;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createDirectory(anywhere.resolve("installation"));
        file = folder.resolve("orders.zip").toFile();
        node = new TestNode(folder.resolve("node"));
        http = node.component("http-bc");
        hot = new HotDeployment(node.open(), folder);
        node.components().listen(hot);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private void restart() throws Exception {
        node.close();
        node = new TestNode(folder.resolve("node"));
        http = node.component("http-bc");
        hot = new HotDeployment(node.open(), folder);
        node.components().listen(hot);
        hot.forgetRemovedFiles();
    }

    private void write(Archives archive) throws Exception {
        Files.write(file.toPath(), archive.bytes());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static Archives orders(String unit) {
        return Archives.assembly("orders").unit(unit, "http-bc", "<beans/>");
    }

    @Test
    void aFileIsAPlainAssemblyUntilItsRemoval() throws Exception {
        write(orders("one"));
        assertThat(hot.canHandle(file)).isTrue();
        hot.install(file);
        assertThat(http.units()).isEqualTo(Map.of("one", "started"));

        write(orders("two"));
        hot.update(file);
        assertThat(http.units()).isEqualTo(Map.of("two", "started"));

        hot.uninstall(file);
        assertThat(http.units()).isEmpty();
        assertThat(node.files()).isEmpty();
    }

    @Test
    void aFileReportedAgainAfterARestartChangesNothing() throws Exception {
        write(orders("one"));
        hot.install(file);
        restart();
        node.diary();

        hot.install(file);
        assertThat(node.diary()).isEmpty();
        assertThat(http.units()).isEqualTo(Map.of("one", "started"));
    }

    @Test
    void filesChangedOrRemovedWhileTheBusWasDownAreNoticed() throws Exception {
        write(orders("one"));
        hot.install(file);
        write(orders("two"));
        restart();
        hot.install(file);
        assertThat(http.units()).isEqualTo(Map.of("two", "started"));

        Files.delete(file.toPath());
        restart();
        assertThat(node.assemblies().all()).isEmpty();
        assertThat(http.units()).isEmpty();
    }

    @Test
    void theFilesOfAnInstallationThatWasMovedAreStillItsOwn() throws Exception {
        write(orders("one"));
        hot.install(file);
        node.close();
        // The old folder still exists, as after an upgrade.
        Path before = folder;
        folder = anywhere.resolve("elsewhere");
        copy(before, folder);
        file = folder.resolve("orders.zip").toFile();
        restart();
        node.diary();

        hot.install(file);
        assertThat(node.diary()).isEmpty();
        assertThat(http.units()).isEqualTo(Map.of("one", "started"));

        Files.delete(file.toPath());
        hot.uninstall(file);
        assertThat(node.assemblies().all()).isEmpty();
    }

    @Test
    void anArchiveWaitsForItsComponent() throws Exception {
        write(Archives.assembly("orders").unit("route", "camel-se", "<beans/>"));
        hot.install(file);
        assertThat(node.assemblies().all()).isEmpty();

        RecordingComponent camel = node.component("camel-se");
        assertThat(camel.units()).isEqualTo(Map.of("route", "started"));
    }

    @Test
    void aBadArchiveLeavesNothingAndDoesNotHarmTheOldOne() throws Exception {
        Files.writeString(file.toPath(), "not a zip");
        assertThat(hot.canHandle(file)).isTrue();
        hot.install(file);
        assertThat(node.files()).isEmpty();

        write(orders("one"));
        hot.update(file);
        Files.writeString(file.toPath(), "not a zip");
        hot.update(file);
        assertThat(http.units()).isEqualTo(Map.of("one", "started"));
    }

    @Test
    void aFileThatBecomesAnotherAssemblyReplacesItsOwnOnly() throws Exception {
        write(orders("one"));
        hot.install(file);
        File other = folder.resolve("other.zip").toFile();
        Files.write(
                other.toPath(),
                Archives.assembly("other").unit("x", "http-bc", "<beans/>").bytes());
        hot.install(other);

        write(Archives.assembly("renamed").unit("one", "http-bc", "<beans/>"));
        hot.update(file);
        assertThat(node.assemblies().find(ORDERS)).isEmpty();
        assertThat(http.units()).isEqualTo(Map.of("one", "started", "x", "started"));
    }

    @Test
    void hotDeploymentsAreInTheAuditLog() throws Exception {
        try (AuditLines audit = new AuditLines()) {
            write(orders("one"));
            hot.install(file);
            write(orders("two"));
            hot.update(file);
            Files.writeString(file.toPath(), "not a zip");
            AuditLines.as("ada", () -> {
                hot.update(file); // the thread of File Install may have any subject
                return null;
            });
            write(Archives.assembly("renamed").unit("one", "http-bc", "<beans/>"));
            hot.update(file);
            hot.uninstall(file);
            hot.install(file);
            restart();
            hot.install(file);
            String from = " from " + file;
            assertThat(audit.take())
                    .containsExactly(
                            "deployAssembly by deploy directory on assembly orders" + from + ": done.",
                            "updateAssembly by deploy directory on assembly orders" + from + ": done.",
                            "updateAssembly by deploy directory on " + file
                                    + ": INVALID_ARCHIVE, the archive is not a zip file [archive.zip]",
                            "undeployAssembly by deploy directory on assembly orders" + from + ": done.",
                            "deployAssembly by deploy directory on assembly renamed" + from + ": done.",
                            "undeployAssembly by deploy directory on assembly renamed" + from + ": done.",
                            "deployAssembly by deploy directory on assembly renamed" + from + ": done.");
        }
    }

    @Test
    void anArchiveThatWaitsIsAuditedWhenItIsDeployed() throws Exception {
        try (AuditLines audit = new AuditLines()) {
            write(Archives.assembly("orders").unit("route", "camel-se", "<beans/>"));
            hot.install(file);
            assertThat(audit.take()).isEmpty();
            node.component("camel-se");
            assertThat(audit.take())
                    .containsExactly("deployAssembly by deploy directory on assembly orders from " + file + ": done.");
        }
    }

    @Test
    void zipsOfOtherInstallersAreIgnored() throws Exception {
        Files.write(file.toPath(), Archives.zip(Map.of("META-INF/KARAF.MF", new byte[0])));
        assertThat(hot.canHandle(file)).isFalse();
        assertThat(hot.canHandle(folder.resolve("features.xml").toFile())).isFalse();
        assertThat(hot.canHandle(folder.toFile())).isFalse();
    }
}
