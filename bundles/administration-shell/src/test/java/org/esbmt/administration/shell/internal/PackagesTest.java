package org.esbmt.administration.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each noun has a package, above one package that all of them use. */
class PackagesTest {
    private static final String HERE = PackagesTest.class.getPackageName();
    private static final Pattern OTHER = Pattern.compile(Pattern.quote(HERE) + "\\.(\\w+)\\.[A-Z]");

    @Test
    void aPackageUsesItselfAndTheCommonPart() throws Exception {
        for (Path source : sources()) {
            String own = source.getParent().getFileName().toString();
            Matcher used = OTHER.matcher(Files.readString(source));
            while (used.find()) {
                assertThat(used.group(1)).as(source.toString()).isIn(own, "support");
            }
        }
    }

    @Test
    void karafLooksForCommandsInAllPackages() throws Exception {
        try (InputStream in = Files.newInputStream(Path.of("target", "classes", "META-INF", "MANIFEST.MF"))) {
            // The asterisk lets Karaf look into the packages below, too.
            assertThat(new Manifest(in).getMainAttributes().getValue("Karaf-Commands"))
                    .isEqualTo(HERE + ".*");
        }
    }

    private static List<Path> sources() throws Exception {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java", HERE.replace('.', '/')))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).hasSizeGreaterThan(100);
            return sources;
        }
    }
}
