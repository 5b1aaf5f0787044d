package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds that each component has one public constructor of its number of parameters. The service component runtime looks for a
 * constructor of that number (attribute {@code init} of the component description). Of two it may take the wrong one.
 */
class ComponentConstructorsTest {
    private static final Path CLASSES = Path.of("target/classes");
    private static final Pattern CLASS = Pattern.compile("<implementation class=\"([^\"]+)\"");
    private static final Pattern PARAMETERS = Pattern.compile("<scr:component [^>]*\\binit=\"(\\d+)\"");

    @TestFactory
    Stream<DynamicTest> aComponentHasOnePublicConstructorOfItsNumberOfParameters() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("META-INF/MANIFEST.MF"))) {
            String descriptions = new Manifest(in).getMainAttributes().getValue("Service-Component");
            return Arrays.stream(descriptions.split(",", -1))
                    .map(name -> DynamicTest.dynamicTest(name, () -> check(CLASSES.resolve(name))));
        }
    }

    private static void check(Path description) throws Exception {
        String text = Files.readString(description);
        Matcher implementation = CLASS.matcher(text);
        assertThat(implementation.find()).isTrue();
        Matcher init = PARAMETERS.matcher(text);
        int parameters = init.find() ? Integer.parseInt(init.group(1)) : 0;
        Constructor<?>[] constructors = Class.forName(implementation.group(1)).getConstructors();
        assertThat(Arrays.stream(constructors).filter(each -> each.getParameterCount() == parameters))
                .hasSize(1);
    }
}
