package org.esbmt.administration.http.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The delivered file and the guide must agree with {@link AdministrationHttpConfiguration} about each key. */
class ConfigurationTextsTest {
    private static final String PID = AdministrationHttpConfiguration.PID;
    private static final Path FILE = Path.of("src", "main", "cfg", PID + ".cfg");
    private static final Path GUIDE = Path.of("..", "..", "docs", "guide", "configuration.md");
    private static final int WIDTH = 120;

    /** A key, with its description in the bundle's metatype. */
    private record Key(String name, String byDefault, String description) {}

    /** The keys in the order of their declaration. */
    private static List<Key> keys() throws Exception {
        List<Key> keys = new ArrayList<>();
        String metatype = "/OSGI-INF/metatype/" + AdministrationHttpConfiguration.class.getName() + ".xml";
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
                        String.valueOf(AdministrationHttpConfiguration.class
                                .getMethod(name.replace('.', '_'))
                                .getDefaultValue()),
                        attribute.getAttribute("description")));
            }
        }
        assertThat(keys).hasSameSizeAs(AdministrationHttpConfiguration.class.getDeclaredMethods());
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
            table.append(" | ")
                    .append(key.description().isEmpty() ? "as above" : key.description())
                    .append(" |\n");
        }
        GoldenFile.at(GUIDE).check(guide.substring(0, from) + table + guide.substring(guide.indexOf("\n## ", from)));
    }
}
