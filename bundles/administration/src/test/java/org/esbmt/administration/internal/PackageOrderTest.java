package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks the order of the packages: each calls those before it, and none after it. */
class PackageOrderTest {
    private static final List<String> ORDER = List.of(
            "registry",
            "policy",
            "change",
            "login",
            "quota",
            "tenant",
            "assembly",
            "component",
            "batch",
            "traffic",
            "oversight");

    private static final Path ROOT = Path.of("src/main/java/org/esbmt/administration/internal");
    private static final Pattern CALLED = Pattern.compile("org\\.esbmt\\.administration\\.internal\\.([A-Za-z]+)");

    @Test
    void everyPackageHasAPlaceInTheOrder() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(ORDER);
        }
    }

    @TestFactory
    Stream<DynamicTest> aPackageCallsOnlyThoseBeforeIt() {
        return ORDER.stream()
                .map(caller -> DynamicTest.dynamicTest(caller, () -> {
                    List<String> before = ORDER.subList(0, ORDER.indexOf(caller) + 1);
                    try (Stream<Path> files = Files.list(ROOT.resolve(caller))) {
                        for (Path file : files.toList()) {
                            assertThat(called(file)).as("called by %s", file).isSubsetOf(before);
                        }
                    }
                }));
    }

    private static List<String> called(Path file) throws IOException {
        return CALLED.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }
}
