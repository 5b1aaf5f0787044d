package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.ElementRule;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.Slot;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

/** The schema for editors and the reader accept the same documents. */
class SchemaTest {
    private static final Set<String> SHAPE = Set.of(
            "camel.attribute",
            "camel.element",
            "camel.order",
            "camel.step",
            "camel.language",
            "camel.bean",
            "camel.text");
    private static final String XMLNS = " xmlns='http://camel.apache.org/schema/spring'";

    private final Schema schema = schema(EditorSchema.write());
    /** A parent of each element on a path from routes. */
    private final Map<String, String> parents = parents();

    private static Path guide() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs/guide"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/guide");
    }

    private static Schema schema(String text) {
        try {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(new StreamSource(new StringReader(text)));
        } catch (SAXException e) {
            throw new AssertionError(text, e);
        }
    }

    private boolean validates(String document) {
        try {
            schema.newValidator().validate(new StreamSource(new StringReader(document)));
            return true;
        } catch (SAXException e) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isRead(String document) {
        List<Finding> findings = TestUnit.xml(document).findings();
        return findings.stream().noneMatch(f -> SHAPE.contains(f.rule()));
    }

    @Test
    void theFileOfTheGuideEqualsTheReadersTable() throws IOException {
        assertThat(Files.readString(guide().resolve("schemas/esbmt-camel-routes.xsd")))
                .isEqualTo(EditorSchema.write());
    }

    @Test
    void theExamplesOfTheGuideAreReadAndValid() throws IOException {
        String page = Files.readString(guide().resolve("camel-service-engine.md"));
        Matcher xml =
                Pattern.compile("```xml\n(<(?:routes|camelContext)[^`]*)```").matcher(page);
        Matcher yaml = Pattern.compile("```yaml\n([^`]*)```").matcher(page);
        int examples = 0;
        while (xml.find()) {
            assertThat(validates(xml.group(1))).as(xml.group(1)).isTrue();
            assertThat(files(TestUnit.xml(xml.group(1))).findings()).isEmpty();
            assertThat(yaml.find()).isTrue();
            assertThat(files(TestUnit.yaml(yaml.group(1))).findings()).isEmpty();
            assertThat(withoutPlaces(TestUnit.yaml(yaml.group(1))))
                    .isEqualTo(withoutPlaces(TestUnit.xml(xml.group(1))));
            examples++;
        }
        assertThat(examples).isGreaterThan(1);
    }

    private static TestUnit files(TestUnit unit) {
        return unit.with("order.xsl", "<x/>")
                .with("order.xsd", "<x/>")
                .with("to-erp.xsl", "<x/>")
                .with("price-request.xsl", "<x/>");
    }

    private static String withoutPlaces(TestUnit unit) {
        byte[] written = RouteWriter.write(files(unit).accepted(), n -> n).orElseThrow();
        return new String(written, UTF_8).replaceAll(" esbmt:at=\"[^\"]*\"", "");
    }

    // ---- generated documents

    private static Map<String, String> parents() {
        Map<String, String> parents = new HashMap<>();
        List<String> left = new ArrayList<>(List.of("routes"));
        for (int i = 0; i < left.size(); i++) {
            for (Slot slot : RouteVocabulary.rule(left.get(i)).orElseThrow().slots()) {
                for (String name : new TreeSet<>(slot.names())) {
                    if (!name.equals("routes") && !parents.containsKey(name)) {
                        parents.put(name, left.get(i));
                        left.add(name);
                    }
                }
            }
        }
        return parents;
    }

    private static String sample(String attribute, AttributeValues.Kind kind) {
        if (kind instanceof AttributeValues.Words words) {
            return words.words().get(0);
        }
        return switch (attribute) {
            case "uri", "deadLetterUri" -> "jbi:service:urn:a/B";
            case "source" -> "header:a";
            case "idempotentRepository" -> "memory:5";
            default -> "5";
        };
    }

    /** An element with its required content, and an additional child or attributes. */
    private static String element(String name, String more, Map<String, String> children, String last) {
        ElementRule rule = RouteVocabulary.rule(name).orElseThrow();
        StringBuilder xml = new StringBuilder("<" + name + more);
        rule.attributes().forEach((a, r) -> {
            if (r.required() && !more.contains(" " + a + "=")) {
                xml.append(" ")
                        .append(a)
                        .append("='")
                        .append(sample(a, r.kind()))
                        .append("'");
            }
        });
        xml.append(">");
        if (rule.text()) {
            xml.append(name.equals("exception") ? "java.lang.Exception" : "5");
        }
        Set<String> used = new HashSet<>();
        for (Slot slot : rule.slots()) {
            int before = xml.length();
            for (Map.Entry<String, String> child : children.entrySet()) {
                if (slot.names().contains(child.getKey()) && used.add(child.getKey())) {
                    xml.append(child.getValue());
                }
            }
            if (xml.length() == before && slot.least() > 0) {
                String filler = slot.names().contains("stop")
                        ? "stop"
                        : slot.names().contains("constant")
                                ? "constant"
                                : slot.names().iterator().next();
                xml.append(element(filler, "", Map.of(), ""));
            }
        }
        return xml + last + "</" + name + ">";
    }

    /** A document with an element in a permitted place. */
    private String document(String name, String xml) {
        String inside = xml;
        for (String at = name; parents.containsKey(at); at = parents.get(at)) {
            String parent = parents.get(at);
            inside = element(parent, parent.equals("routes") ? XMLNS : "", Map.of(at, inside), "");
        }
        return inside;
    }

    @Test
    void readerAndSchemaKnowTheSameAttributesOfEachElement() {
        Set<String> attributes = new TreeSet<>(Set.of("ref", "method", "nonsense"));
        Map<String, AttributeValues.Kind> kinds = new HashMap<>();
        RouteVocabulary.names()
                .forEach(n -> RouteVocabulary.rule(n).orElseThrow().attributes().forEach((a, r) -> {
                    attributes.add(a);
                    kinds.put(a, r.kind());
                }));
        int known = 0;
        for (String name : parents.keySet()) {
            Map<String, RouteVocabulary.AttributeRule> own =
                    RouteVocabulary.rule(name).orElseThrow().attributes();
            for (String attribute : attributes) {
                AttributeValues.Kind kind =
                        own.containsKey(attribute) ? own.get(attribute).kind() : kinds.get(attribute);
                String more = " " + attribute + "='" + sample(attribute, kind) + "'";
                String document = document(name, element(name, more, Map.of(), ""));
                assertThat(isRead(document)).as(document).isEqualTo(own.containsKey(attribute));
                assertThat(validates(document)).as(document).isEqualTo(own.containsKey(attribute));
                known += own.containsKey(attribute) ? 1 : 0;
            }
        }
        assertThat(known).isGreaterThan(150);
    }

    @Test
    void readerAndSchemaKnowTheSameElementsInEachElement() {
        Set<String> names = new TreeSet<>(RouteVocabulary.names());
        names.addAll(RouteVocabulary.REFUSED_STEPS);
        names.addAll(RouteVocabulary.REFUSED_LANGUAGES);
        int known = 0;
        for (String parent : parents.keySet()) {
            List<Slot> slots = RouteVocabulary.rule(parent).orElseThrow().slots();
            for (String name : names) {
                boolean fits = slots.stream().anyMatch(s -> s.names().contains(name));
                String child =
                        RouteVocabulary.rule(name).isPresent() ? element(name, "", Map.of(), "") : "<" + name + "/>";
                String document = document(
                        parent,
                        fits ? element(parent, "", Map.of(name, child), "") : element(parent, "", Map.of(), child));
                assertThat(isRead(document)).as(document).isEqualTo(fits);
                assertThat(validates(document)).as(document).isEqualTo(fits);
                known += fits ? 1 : 0;
            }
        }
        assertThat(known).isGreaterThan(300);
    }
}
