package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assemblies may contain secrets: other users of the machine cannot read any copy of them. */
class PrivateFilesTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");

    @TempDir
    Path folder;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        node.component("http-bc");
        node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static Archives archive(String name) {
        return Archives.assembly(name).unit(name + "-in", "http-bc", "<beans/>");
    }

    private List<Path> tree() throws IOException {
        try (Stream<Path> tree = Files.walk(folder.resolve("assemblies"))) {
            return tree.toList();
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private void assertOwnerOnly() throws IOException {
        for (Path path : tree()) {
            assertThat(permissions(path)).as(path.toString()).isEqualTo(isFolder(path) ? "rwx------" : "rw-------");
        }
        // The framework's own copies of the bundles are in a folder without access for other users.
        assertThat(permissions(folder.resolve("cache"))).isEqualTo("rwx------");
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void deployedFilesAreForTheOwnerOnly() throws Exception {
        node.assemblies().deploy(ACME, archive("orders").stream(), Initial.STARTED, Optional.empty());
        node.assemblies().deploy(Owner.PLAIN, archive("plain").stream(), Initial.SHUTDOWN, Optional.empty());
        node.assemblies().update(ACME, archive("orders").stream(), Optional.empty());
        node.assemblies().stop(ORDERS);

        assertThat(tree())
                .extracting(path -> path.getFileName().toString())
                .contains("assembly.jar", "xbean.xml", "tenant-context.xml", "plain_plain.properties");
        assertOwnerOnly();
    }

    @Test
    void openFilesOfAnEarlierVersionAreRestrictedAtTheStart() throws Exception {
        node.assemblies().deploy(ACME, archive("orders").stream(), Initial.STARTED, Optional.empty());
        node.close();
        for (Path path : tree()) {
            permit(path, isFolder(path) ? "rwxr-xr-x" : "rw-r--r--");
        }
        permit(folder.resolve("cache"), "rwxr-xr-x");

        start();

        assertOwnerOnly();
        assertThat(node.assemblies().find(ORDERS).orElseThrow().state()).isEqualTo(State.STARTED);
    }

    @Test
    void aFolderThatIsALinkIsClosedWhereItLeads() throws Exception {
        node.close();
        Path disk = Files.move(folder.resolve("assemblies"), folder.resolve("disk"));
        permit(disk, "rwxr-xr-x");
        Files.createSymbolicLink(folder.resolve("assemblies"), disk);
        Path other = Files.writeString(folder.resolve("other"), "not ours");
        permit(other, "rw-r--r--");
        Files.createSymbolicLink(disk.resolve("link"), other);

        start();

        assertThat(permissions(disk)).isEqualTo("rwx------");
        assertThat(permissions(disk.resolve("records"))).isEqualTo("rwx------");
        assertThat(permissions(other)).isEqualTo("rw-r--r--");
    }
}
