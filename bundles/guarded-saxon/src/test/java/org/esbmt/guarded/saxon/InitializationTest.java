package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InitializationTest {

    /** Loads its own copies of the classes, and lists the loaded ones. */
    private static final class Loader extends URLClassLoader {
        Loader(URL... classes) {
            super(classes, ClassLoader.getPlatformClassLoader());
        }

        boolean hasLoaded(String name) {
            return findLoadedClass(name) != null;
        }
    }

    @Test
    void classesThatEndAnEvaluationAreLoadedBeforeTheFirst() throws Exception {
        URL classes = Evaluation.class.getProtectionDomain().getCodeSource().getLocation();
        Path guards = Path.of(classes.toURI()).resolve("org/esbmt/guarded/saxon");
        List<String> names;
        try (Stream<Path> files = Files.list(guards)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> "org.esbmt.guarded.saxon." + name.substring(0, name.length() - 6))
                    .toList();
        }
        try (Loader loader = new Loader(classes)) {
            Class.forName(Evaluation.class.getName(), true, loader)
                    .getMethod("prepare")
                    .invoke(null);

            assertThat(names).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(loader.hasLoaded(name))
                    .as(name)
                    .isTrue());
        }
    }

    /** A class with a failed initialization can never be used. These need parsers, trees and regular expressions for it. */
    @Test
    void classesWithALargeInitializationCanBeUsed() throws Exception {
        URL classes = Evaluation.class.getProtectionDomain().getCodeSource().getLocation();
        try (Loader loader = new Loader(classes)) {
            Class.forName(Evaluation.class.getName(), true, loader)
                    .getMethod("prepare")
                    .invoke(null);

            for (String name : List.of("functions.FormatDate", "regex.charclass.Categories", "regex.CaseVariants")) {
                assertThat(Class.forName("net.sf.saxon." + name, true, loader)).isNotNull();
            }
        }
    }
}
