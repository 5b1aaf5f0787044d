package org.esbmt.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageRulesTest {
    @TempDir
    Path sources;

    @BeforeEach
    void write() throws IOException {
        write("low", "Low", "");
        write("high", "High", "import org.example.low.Low;");
    }

    private void write(String name, String type, String line) throws IOException {
        Path folder = Files.createDirectories(sources.resolve("org/example").resolve(name));
        Files.writeString(folder.resolve(type + ".java"), "package org.example." + name + ";\n" + line + "\n");
    }

    private PackageRules rules(Map<String, Set<String>> permitted) {
        return new PackageRules(sources, "org.example", "[A-Za-z]+", permitted);
    }

    @Test
    void aPermittedCallIsPermitted() {
        assertThatCode(() ->
                        rules(Map.of("low", Set.of(), "high", Set.of("low"))).check())
                .doesNotThrowAnyException();
    }

    @Test
    void anotherCallIsNamed() {
        assertThatThrownBy(() ->
                        rules(Map.of("low", Set.of("high"), "high", Set.of())).check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("High.java")
                .hasMessageContaining("low");
    }

    @Test
    void aClassOfTheParentIsNoPackage() throws IOException {
        write("low", "Low", "import org.example.Parent;");

        assertThatThrownBy(() ->
                        rules(Map.of("low", Set.of(), "high", Set.of("low"))).check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Parent");
    }

    @Test
    void eachPackageHasARule() {
        assertThatThrownBy(() -> rules(Map.of("low", Set.of())).check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("high");
    }
}
