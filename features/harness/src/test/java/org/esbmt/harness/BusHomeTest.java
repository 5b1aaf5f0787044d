package org.esbmt.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusHomeTest {
    @TempDir
    Path directory;

    private BusHome home;

    @BeforeEach
    void create() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("etc"));
        Files.createDirectories(directory.resolve("data"));
        Files.createFile(
                directory.resolve("bin/start"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        home = new BusHome(directory);
    }

    @Test
    void anotherDirectoryIsRefused() {
        assertThatThrownBy(() -> new BusHome(directory.resolve("etc"))).hasMessageContaining("bin/start");
    }

    @Test
    void keyIsSetInItsLine() throws IOException {
        Files.write(home.etc().resolve("a.cfg"), List.of("# port = 1 by default", "#port = 1", "port = 2", "x = y"));

        home.set("a.cfg", "port", "3");

        assertThat(home.etc().resolve("a.cfg")).hasContent("# port = 1 by default\n#port = 1\nport = 3\nx = y");
        assertThat(home.get("a.cfg", "port")).contains("3");
    }

    @Test
    void commentedAndMissingKeysAreSet() throws IOException {
        Files.write(home.etc().resolve("a.cfg"), List.of("#port = 1"));

        assertThat(home.get("a.cfg", "port")).isEmpty();
        home.set("a.cfg", "port", "3");
        home.set("a.cfg", "a.port", "4");

        assertThat(home.etc().resolve("a.cfg")).hasContent("port = 3\na.port = 4");
    }

    @Test
    void generatedPasswordIsEmptyWithoutItsFile() throws IOException {
        Path file = home.data().resolve("initial-administrator.txt");
        Files.write(file, List.of("# An administrator.", "login=admin", "password=a=b"));

        BusHome.Credentials administrator = home.initialAdministrator().orElseThrow();
        assertThat(administrator).isEqualTo(new BusHome.Credentials("admin", "a=b"));
        assertThat(administrator.toString()).isEqualTo("admin");

        Files.delete(file);
        assertThat(home.initialAdministrator()).isEmpty();
    }
}
