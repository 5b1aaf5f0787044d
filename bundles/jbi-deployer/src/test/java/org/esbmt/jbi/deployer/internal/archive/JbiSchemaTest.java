package org.esbmt.jbi.deployer.internal.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.esbmt.management.api.DeploymentException;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

/** The schema for editors and the reader of the bus accept the same files. */
class JbiSchemaTest {
    private static final Path GUIDE = Path.of("../../docs/guide");
    private static final String NAME = "<name>orders</name>";
    private static final String DESCRIPTION = "<description>of Acme</description>";
    private static final String IDENTIFICATION = "<identification>" + NAME + DESCRIPTION + "</identification>";
    private static final String ARTIFACT = "<artifacts-zip>in.zip</artifacts-zip>";
    private static final String COMPONENT = "<component-name>http-bc</component-name>";
    private static final String TARGET = "<target>" + ARTIFACT + COMPONENT + "</target>";
    private static final String UNIT = "<service-unit>" + IDENTIFICATION + TARGET + "</service-unit>";
    private static final String OTHER_UNIT = "<service-unit><identification><name>other</name></identification>"
            + "<target><artifacts-zip>other.zip</artifacts-zip>" + COMPONENT + "</target></service-unit>";
    private static final String CONSUMER = "<consumer service-name='a:s' endpoint-name='e'/>";
    private static final String PROVIDER = "<provider service-name='a:s' endpoint-name='e'/>";
    private static final String CONNECTIONS =
            "<connections><connection>" + CONSUMER + PROVIDER + "</connection></connections>";
    private static final String EXTENSION = "<a:more any='1'><b>text</b></a:more>";
    private static final String PROVIDES = "<provides service-name='a:s' endpoint-name='e'/>";
    private static final String CONSUMES = "<consumes service-name='a:s'/>";

    private final Schema schema;

    JbiSchemaTest() throws SAXException {
        schema = SchemaFactory.newDefaultInstance()
                .newSchema(GUIDE.resolve("schemas/esbmt-jbi.xsd").toFile());
    }

    private boolean schemaTakes(String file) throws IOException {
        try {
            schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(file.getBytes(UTF_8))));
            return true;
        } catch (SAXException e) {
            return false;
        }
    }

    private static boolean readerTakes(String file) {
        byte[] content = file.getBytes(UTF_8);
        return takes(() -> JbiXml.readAssembly(JbiXml.FILE, content))
                || takes(() -> JbiXml.readProvided(JbiXml.FILE, content));
    }

    private interface Reading {
        Object read() throws DeploymentException;
    }

    private static boolean takes(Reading reading) {
        try {
            reading.read();
            return true;
        } catch (DeploymentException e) {
            return false;
        }
    }

    private static String jbi(String content) {
        return "<jbi xmlns='http://java.sun.com/xml/ns/jbi' xmlns:a='urn:a' version='1.0'>" + content + "</jbi>";
    }

    private static String assembly(String content) {
        return jbi("<service-assembly>" + content + "</service-assembly>");
    }

    private static String services(String content) {
        return jbi("<services binding-component='true'>" + content + "</services>");
    }

    /** All sequences of at most {@code most} of these parts. */
    private static List<String> sequences(int most, String... parts) {
        List<String> all = new ArrayList<>(List.of(""));
        List<String> last = all;
        for (int length = 1; length <= most; length++) {
            List<String> longer = new ArrayList<>();
            for (String before : last) {
                for (String part : parts) {
                    longer.add(before + part);
                }
            }
            all = new ArrayList<>(all);
            all.addAll(longer);
            last = longer;
        }
        return all;
    }

    private static List<String> cases() {
        List<String> cases = new ArrayList<>();
        String unknown = "<unknown/>";
        String foreign = "<unknown xmlns=''/>";
        for (String content : sequences(4, IDENTIFICATION, UNIT, OTHER_UNIT, CONNECTIONS, EXTENSION, unknown)) {
            cases.add(assembly(content));
        }
        for (String content : sequences(3, NAME, DESCRIPTION, EXTENSION, unknown, foreign, "text")) {
            cases.add(assembly("<identification>" + content + "</identification>" + UNIT));
        }
        for (String content : sequences(3, IDENTIFICATION, TARGET, EXTENSION, unknown, foreign, "text")) {
            cases.add(assembly(IDENTIFICATION + "<service-unit>" + content + "</service-unit>"));
        }
        for (String content : sequences(3, ARTIFACT, COMPONENT, EXTENSION, unknown, "text")) {
            cases.add(assembly(IDENTIFICATION + UNIT.replace(ARTIFACT + COMPONENT, content)));
        }
        String connection = "<connection>" + CONSUMER + PROVIDER + "</connection>";
        for (String content : sequences(2, connection, EXTENSION, unknown, foreign, "text", CONSUMER)) {
            cases.add(assembly(IDENTIFICATION + UNIT + "<connections>" + content + "</connections>"));
        }
        String renaming = "<provider service-name='a:t' endpoint-name='e'/>";
        String elsewhere = "<provider service-name='a:s' endpoint-name='f'/>";
        String sameName = "<provider xmlns:b='urn:a' service-name=' b:s ' endpoint-name='e '/>";
        String byInterface = "<provider service-name='a:s' endpoint-name='e' interface-name='a:i'/>";
        for (String content : sequences(
                2, CONSUMER, PROVIDER, renaming, elsewhere, sameName, byInterface, EXTENSION, unknown, "text")) {
            if (!content.contains("<consumer") || !content.contains("<provider") || content.length() > 20) {
                cases.add(assembly(
                        IDENTIFICATION + UNIT + "<connections><connection>" + content + "</connection></connections>"));
            }
        }
        for (String content : sequences(
                3,
                PROVIDES,
                "<provides service-name='a:t' endpoint-name='e'/>",
                CONSUMES,
                EXTENSION,
                unknown,
                "text")) {
            cases.add(services(content));
        }
        for (String inside : List.of("", EXTENSION, unknown, foreign, "text")) {
            cases.add(services(PROVIDES.replace("/>", ">" + inside + "</provides>")));
            cases.add(services(CONSUMES.replace("/>", ">" + inside + "</consumes>")));
            String consumer = CONSUMER.replace("/>", ">" + inside + "</consumer>");
            cases.add(assembly(IDENTIFICATION + UNIT + CONNECTIONS.replace(CONSUMER, consumer)));
        }
        List<String> names = List.of(
                "a", " a.b\n", "a..b", ".a", "a.", "a b", "ä", "a/b", "-_", "", "a".repeat(100), "a".repeat(101));
        for (String name : names) {
            cases.add(assembly(IDENTIFICATION.replace("orders", name) + UNIT));
            cases.add(assembly(IDENTIFICATION + UNIT.replace("orders", name)));
            cases.add(assembly(IDENTIFICATION + UNIT.replace("http-bc", name)));
        }
        for (int length : List.of(4096, 4097)) {
            cases.add(assembly(IDENTIFICATION.replace("of Acme", "a".repeat(length)) + UNIT));
        }
        List<String> values = List.of("a:s", "s", " a:s ", "z:s", "a:b:c", "a:", "", "e", "standard", "hard", "harder");
        for (String attribute :
                List.of("service-name", "endpoint-name", "interface-name", "link-type", "other", "a:other")) {
            for (String value : values) {
                String written = " " + attribute + "='" + value + "'";
                cases.add(services("<provides service-name='a:s' endpoint-name='e'/>"
                        .replaceAll(" " + attribute + "='[^']*'", "")
                        .replace("/>", written + "/>")));
                cases.add(services("<consumes" + written + "/>"));
                cases.add(assembly(IDENTIFICATION
                        + UNIT
                        + CONNECTIONS
                                .replaceAll(" " + attribute + "='[^']*'", "")
                                .replace("/>", written + "/>")));
            }
            cases.add(services(PROVIDES.replaceAll(" " + attribute + "='[^']*'", "")));
        }
        for (String element : List.of(
                "<service-assembly",
                "<identification",
                "<name",
                "<service-unit",
                "<target",
                "<connections",
                "<connection")) {
            cases.add(assembly(IDENTIFICATION + UNIT + CONNECTIONS).replace(element + ">", element + " more='1'>"));
            cases.add(assembly(IDENTIFICATION + UNIT + CONNECTIONS).replace(element + ">", element + " a:more='1'>"));
        }
        for (String version :
                List.of("", "version='1.0'", "version='1.1'", "version='1'", "version=''", "other='1'", "a:x='1'")) {
            cases.add(assembly(IDENTIFICATION + UNIT).replace("version='1.0'", version));
            cases.add(services("").replace("version='1.0'", version));
        }
        for (String binding : List.of("", "binding-component='false'", "binding-component=' 1 '", "other='1'")) {
            cases.add(services(PROVIDES).replace("binding-component='true'", binding));
        }
        String whole = "<service-assembly>" + IDENTIFICATION + UNIT + "</service-assembly>";
        for (String content : sequences(2, whole, "<services/>", "<component/>", EXTENSION, "text")) {
            cases.add(jbi(content));
        }
        cases.add("<jbi/>");
        cases.add("<other xmlns='http://java.sun.com/xml/ns/jbi'>" + whole + "</other>");
        return cases;
    }

    @Test
    void bothTakeAndRefuseTheSame() throws Exception {
        List<String> cases = cases();
        List<String> different = new ArrayList<>();
        int taken = 0;
        for (String file : cases) {
            boolean takes = readerTakes(file);
            if (schemaTakes(file) != takes) {
                different.add((takes ? "the reader alone takes " : "the schema alone takes ") + file);
            }
            taken += takes ? 1 : 0;
        }
        assertThat(different).isEmpty();
        assertThat(taken).isBetween(100, cases.size() - 100);
    }

    /** Files valid by the schema are accepted by the bus, except for rules that no schema can express. */
    @Test
    void theyDifferWhereTheGuideSaysSo() throws Exception {
        String twice = CONNECTIONS.replace(CONSUMER, CONSUMER + CONSUMER);
        for (String file : List.of(
                assembly(IDENTIFICATION + UNIT + twice),
                services(PROVIDES).replace("'true'", "'maybe'"),
                services(PROVIDES).replace("a:s", "a:1"))) {
            assertThat(readerTakes(file)).as(file).isTrue();
            assertThat(schemaTakes(file)).as(file).isFalse();
        }
        for (String file : List.of(
                assembly(IDENTIFICATION + UNIT + OTHER_UNIT.replace("other<", "ORDERS<")),
                assembly(IDENTIFICATION + UNIT).replace("orders", "orders<!-- of Acme -->"),
                "<!DOCTYPE jbi>" + assembly(IDENTIFICATION + UNIT))) {
            assertThat(readerTakes(file)).as(file).isFalse();
            assertThat(schemaTakes(file)).as(file).isTrue();
        }
    }

    @Test
    void descriptorsOfTheGuideAreValid() throws Exception {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(GUIDE.resolve("examples"))) {
            files = tree.filter(file -> file.endsWith(Path.of("META-INF", "jbi.xml"))
                            && !file.toString().contains("/target/"))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            schema.newValidator().validate(new StreamSource(file.toFile()));
        }
    }
}
