package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.jbi.JBIException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other users have no access to the components' files. */
class ComponentFoldersTest {
    @TempDir
    Path folder;

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void permit(Path path, String permissions) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void newFoldersAreTheOwnersOnly() throws Exception {
        Path root = folder.resolve("data/jbi");
        ComponentFolders folders = ComponentFolders.under(root, "http-bc");

        assertThat(folders.install()).isEqualTo(root.resolve("http-bc/install"));
        assertThat(folders.workspace()).isEqualTo(root.resolve("http-bc/workspace"));
        for (Path made : new Path[] {root, root.resolve("http-bc"), folders.install(), folders.workspace()}) {
            assertThat(permissions(made)).as(made.toString()).isEqualTo("rwx------");
        }
    }

    @Test
    void foldersOfAnEarlierVersionAreClosedWithAllThatIsInThem() throws Exception {
        Path root = Files.createDirectories(folder.resolve("jbi"));
        Path workspace = Files.createDirectories(root.resolve("one/workspace"));
        Path message = Files.writeString(workspace.resolve("message.xml"), "<secret/>");
        Path tool = Files.writeString(workspace.resolve("tool"), "#!/bin/sh");
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "not ours");
        Files.createSymbolicLink(workspace.resolve("link"), elsewhere);
        for (Path path : new Path[] {root, root.resolve("one"), workspace, tool}) {
            permit(path, "rwxr-xr-x");
        }
        permit(message, "rw-rw-rw-");
        permit(elsewhere, "rw-r--r--");

        ComponentFolders.under(root, "one");

        assertThat(permissions(root)).isEqualTo("rwx------");
        assertThat(permissions(root.resolve("one"))).isEqualTo("rwx------");
        assertThat(permissions(workspace)).isEqualTo("rwx------");
        assertThat(permissions(message)).isEqualTo("rw-------");
        assertThat(permissions(tool)).isEqualTo("rwx------");
        assertThat(permissions(elsewhere)).isEqualTo("rw-r--r--");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../other", "a/b", "-x", ".hidden"})
    void aNameIsThatOfOneFolder(String name) {
        assertThatThrownBy(() -> ComponentFolders.under(folder, name))
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("a component's name");
        assertThat(folder).isEmptyDirectory();
    }
}
