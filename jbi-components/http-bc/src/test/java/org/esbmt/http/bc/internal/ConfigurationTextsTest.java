package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.golden.GoldenFile;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The delivered file, the guide and the validation must agree with {@link HttpConfiguration} about each key. */
class ConfigurationTextsTest {
    private static final String PID = "org.esbmt.http.bc";
    private static final Path FILE = Path.of("src", "main", "cfg", PID + ".cfg");
    private static final Path GUIDE = Path.of("..", "..", "docs", "guide", "configuration.md");
    private static final int WIDTH = 120;

    /** A port with TLS needs a key store. */
    private static Path keyStore;

    @BeforeAll
    static void makeKey(@TempDir Path folder) throws Exception {
        keyStore = TestKeys.store(folder, "bus", "EC", "dns:localhost");
    }

    /** A key, with its description in the bundle's metatype. */
    private record Key(String name, Method member, String description) {
        String byDefault() {
            return String.valueOf(member.getDefaultValue());
        }

        Bounds bounds() {
            return member.getAnnotation(Bounds.class);
        }
    }

    /** The keys in the order of their declaration. */
    private static List<Key> keys() throws Exception {
        List<Key> keys = new ArrayList<>();
        String metatype = "/OSGI-INF/metatype/" + HttpConfiguration.class.getName() + ".xml";
        try (InputStream in = ConfigurationTextsTest.class.getResourceAsStream(metatype)) {
            NodeList attributes = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getElementsByTagName("AD");
            for (int i = 0; i < attributes.getLength(); i++) {
                Element attribute = (Element) attributes.item(i);
                String name = attribute.getAttribute("id");
                keys.add(new Key(
                        name,
                        HttpConfiguration.class.getMethod(name.replace('.', '_')),
                        attribute.getAttribute("description")));
            }
        }
        assertThat(keys).hasSameSizeAs(HttpConfiguration.class.getDeclaredMethods());
        return keys;
    }

    /** The head of the file and its end are written by hand. */
    @Test
    void deliveredFile() throws Exception {
        String file = Files.readString(FILE);
        StringBuilder text = new StringBuilder(file.substring(0, file.indexOf("\n\n") + 1));
        for (Key key : keys()) {
            if (!key.description().isEmpty()) {
                text.append('\n').append(comment(key.description().replace("`", "")));
            }
            text.append((key.name() + " = " + key.byDefault()).strip()).append('\n');
        }
        GoldenFile.at(FILE).check(text + file.substring(file.indexOf("\n# The end of the file")));
    }

    private static String comment(String description) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder("#");
        for (String word : description.split(" ", -1)) {
            if (line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        return text.append(line).append('\n').toString();
    }

    @Test
    void tableOfTheGuide() throws Exception {
        String guide = Files.readString(GUIDE);
        String head = "| key | default | meaning |\n|---|---|---|\n";
        int from = guide.indexOf(head, guide.indexOf("\n## `etc/" + PID + ".cfg`\n"));
        StringBuilder table = new StringBuilder(head);
        for (Key key : keys()) {
            table.append("| `").append(key.name()).append("` | ");
            table.append(key.byDefault().isEmpty() ? "" : "`" + key.byDefault() + "`");
            table.append(" | ").append(meaning(key)).append(" |\n");
        }
        GoldenFile.at(GUIDE).check(guide.substring(0, from) + table + guide.substring(guide.indexOf("\n## ", from)));
    }

    private static String meaning(Key key) {
        Bounds bounds = key.bounds();
        String range = bounds == null ? "" : bounds.least() + " to " + bounds.most();
        if (key.description().isEmpty()) {
            return range.isEmpty() ? "as above" : "as above; " + range;
        }
        return range.isEmpty() ? key.description() : key.description() + " " + range + ".";
    }

    static Stream<Method> bounded() {
        return Arrays.stream(HttpConfiguration.class.getDeclaredMethods())
                .filter(member -> member.isAnnotationPresent(Bounds.class));
    }

    @ParameterizedTest
    @MethodSource("bounded")
    void boundsAreAcceptedAndValuesBeyondAreRefused(Method member) {
        Bounds bounds = member.getAnnotation(Bounds.class);
        String sentence = member.getName().replace('_', '.') + " must be " + bounds.least() + " to " + bounds.most();
        for (long taken : new long[] {bounds.least(), bounds.most()}) {
            assertThatCode(() -> settings(member, taken)).doesNotThrowAnyException();
        }
        long below = bounds.least() - (bounds.orZero() ? 2 : 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(member, below))
                .withMessage(sentence + ", but is " + below);
        long above = bounds.most() + 1;
        if (member.getReturnType() == long.class || above <= Integer.MAX_VALUE) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> settings(member, above))
                    .withMessage(sentence + ", but is " + above);
        }
    }

    private static void settings(Method member, long value) {
        Object number = member.getReturnType() == long.class ? (Object) value : (Object) Math.toIntExact(value);
        HttpSettings.of(TestBus.configuration(Map.of(
                "tls_keystore",
                keyStore.toString(),
                "tls_keystore_password",
                TestKeys.PASSWORD,
                member.getName(),
                number)));
    }
}
