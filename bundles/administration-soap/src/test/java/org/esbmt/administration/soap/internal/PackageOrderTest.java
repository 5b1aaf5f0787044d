package org.esbmt.administration.soap.internal;

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

/** The packages depend on one another in one direction. */
class PackageOrderTest {
    private static final Map<String, Set<String>> CALLS = Map.of(
            "vocabulary", Set.of(),
            "refusal", Set.of("vocabulary"),
            "contract", Set.of("vocabulary"),
            "payload", Set.of("vocabulary", "refusal"),
            "envelope", Set.of("vocabulary", "refusal"),
            "credential", Set.of("vocabulary", "refusal", "envelope"),
            "cxf", Set.of("vocabulary", "refusal", "contract", "payload", "envelope", "credential"),
            "http", Set.of("vocabulary", "refusal", "contract", "envelope", "credential", "cxf"));
    private static final Path ROOT = Path.of("src/main/java/org/esbmt/administration/soap/internal");
    private static final Pattern CALLED =
            Pattern.compile("org\\.esbmt\\.administration\\.soap\\.internal\\.([A-Za-z]+)");

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
