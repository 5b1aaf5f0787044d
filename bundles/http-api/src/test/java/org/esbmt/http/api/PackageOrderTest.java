package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** Checks the order of the packages: each calls those before it, and none after it. */
class PackageOrderTest {
    private static final List<String> ORDER = List.of("wire", "tls", "loop", "body", "edge");
    private static final Path ROOT = Path.of("src/main/java/org/esbmt/http/api");
    private static final Pattern OF_THE_BUS = Pattern.compile("org\\.esbmt\\.(?!http\\.api|content\\.api)");

    @Test
    void eachPackageCallsOnlyThoseBeforeIt() throws IOException {
        PackageRules.inOrderWith("org.esbmt.http.api", ORDER).check();
    }

    @Test
    void theServerCallsNoOtherPartOfTheBus() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(OF_THE_BUS);
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("javax.jbi");
            }
        }
    }
}
