package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
    @TempDir
    Path folder;

    private Path list;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("empty"));
        Files.createDirectories(folder.resolve("a"));
        Files.writeString(folder.resolve("a/one file"), "one", UTF_8);
        Files.writeString(folder.resolve("b"), "", UTF_8);
        list = folder.resolve(Manifest.FILE);
        Files.deleteIfExists(list);
        Files.writeString(list, Manifest.of(folder, Map.of("part", "data")).text(), UTF_8);
    }

    @Test
    void anUnchangedFolderIsAccepted() throws IOException {
        Manifest manifest = Manifest.check(folder);

        assertThat(manifest.fact("part")).isEqualTo("data");
        assertThat(manifest.files()).containsOnlyKeys("a/", "a/one file", "b", "empty/");
    }

    @Test
    void eachKindOfDamageIsNamed() throws IOException {
        Files.writeString(folder.resolve("a/one file"), "two", UTF_8);
        refused("a/one file is not as it was written");
        Files.delete(folder.resolve("a/one file"));
        refused("a/one file is missing");
        write();
        Files.delete(folder.resolve("empty"));
        refused("empty/ is missing");
        write();
        Files.writeString(folder.resolve("c"), "", UTF_8);
        refused("c is not of this backup");
        Files.delete(folder.resolve("c"));
        Files.createSymbolicLink(folder.resolve("c"), Path.of("/etc/hostname"));
        refused("c is no file");
    }

    @Test
    void aTruncatedOrChangedListIsRefused() throws IOException {
        List<String> lines = Files.readAllLines(list, UTF_8);
        for (int i = 0; i < lines.size(); i++) {
            Files.write(list, lines.subList(0, i), UTF_8);
            refused("MANIFEST is not");
        }
        Files.writeString(list, String.join("\n", lines).replace("part: data", "part: secrets") + "\n", UTF_8);
        refused("MANIFEST is not as it was written");
        Files.delete(list);
        assertThatThrownBy(() -> Manifest.check(folder))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is no backup, or one that was broken off");
    }

    /** The author of a manipulated list can write its check sum too. */
    @Test
    void namesOutsideOfTheFolderAreRefused() throws IOException {
        for (String name : List.of("../x", "/etc/passwd", "a/../../x", "a//x")) {
            Files.writeString(
                    list, new Manifest(Map.of(), Map.of(name, new Manifest.Entry("0".repeat(64), 0))).text(), UTF_8);
            refused("MANIFEST names");
        }
    }

    private void refused(String sentence) {
        assertThatThrownBy(() -> Manifest.check(folder))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(sentence);
    }
}
