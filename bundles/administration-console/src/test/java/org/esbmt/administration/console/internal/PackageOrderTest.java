package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that each package calls only its permitted packages. */
class PackageOrderTest {
    /** The build makes the package of the templates. */
    private static final Map<String, Set<String>> CALLS = Map.of(
            "text", Set.of(),
            "view", Set.of(),
            "message", Set.of(),
            "web", Set.of("text", "view", "templates"),
            "page", Set.of("view", "web", "message"));

    private static final Path ROOT = Path.of("src/main/java/org/esbmt/administration/console/internal");
    private static final Pattern CALLED =
            Pattern.compile("org\\.esbmt\\.administration\\.console\\.internal\\.([A-Za-z]+)");

    @Test
    void everyPackageHasItsRule() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(CALLS.keySet());
        }
    }

    @TestFactory
    Stream<DynamicTest> aPackageCallsOnlyItsRule() {
        return CALLS.entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> {
                    try (Stream<Path> files = Files.list(ROOT.resolve(rule.getKey()))) {
                        for (Path file : files.toList()) {
                            List<String> called = CALLED.matcher(Files.readString(file))
                                    .results()
                                    .map(found -> found.group(1))
                                    .filter(name -> !name.equals(rule.getKey()))
                                    .toList();
                            assertThat(called).as("called by %s", file).isSubsetOf(rule.getValue());
                        }
                    }
                }));
    }
}
