package org.esbmt.administration.console.internal.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Makes an example of an element out of the schemas inside of a WSDL: its elements in their order, each once. An imported
 * type, an extension or a deep part stays a comment.
 */
final class SchemaSample {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final int DEEPEST = 8;
    private static final int MOST = 200;

    private final List<Element> schemas = new ArrayList<>();
    private final Map<String, String> prefixes = new LinkedHashMap<>();
    private int elements;

    SchemaSample(Document wsdl) {
        NodeList found = wsdl.getElementsByTagNameNS(XSD, "schema");
        for (int i = 0; i < found.getLength(); i++) {
            schemas.add((Element) found.item(i));
        }
    }

    /** The example of a global element. One that no schema has is empty. */
    String of(QName name) {
        if (name.getLocalPart().isEmpty()) {
            return "<!-- the message of the service -->";
        }
        elements = 0;
        prefixes.clear();
        String tag = tag(name);
        StringBuilder text = new StringBuilder();
        global("element", name).ifPresent(element -> write(element, tag, 0, text));
        return text.isEmpty() ? "<" + tag + declared() + "/>" : text.toString().stripTrailing();
    }

    /** The name with the prefix of its namespace. */
    private String tag(QName name) {
        if (name.getNamespaceURI().isEmpty()) {
            return name.getLocalPart();
        }
        String prefix = prefixes.computeIfAbsent(
                name.getNamespaceURI(), namespace -> prefixes.isEmpty() ? "m" : "m" + (prefixes.size() + 1));
        return prefix + ":" + name.getLocalPart();
    }

    private String declared() {
        StringBuilder declared = new StringBuilder();
        prefixes.forEach((namespace, prefix) -> declared.append(" xmlns:")
                .append(prefix)
                .append("=\"")
                .append(namespace.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"))
                .append('"'));
        return declared.toString();
    }

    private Optional<Element> global(String kind, QName name) {
        return schemas.stream()
                .filter(schema -> schema.getAttribute("targetNamespace").equals(name.getNamespaceURI()))
                .flatMap(schema -> WsdlSamples.all(schema, XSD, kind).stream())
                .filter(each -> each.getAttribute("name").equals(name.getLocalPart()))
                .findFirst();
    }

    /** Writes an element; the outermost one declares the prefixes of all. */
    private void write(Element element, String tag, int depth, StringBuilder text) {
        String indent = "  ".repeat(depth);
        if (++elements > MOST || depth > DEEPEST) {
            text.append(indent).append("<!-- and so on -->\n");
            return;
        }
        StringBuilder content = new StringBuilder();
        Optional<Element> type = type(element);
        if (type.isPresent()) {
            content(type.get(), depth + 1, content);
            content.insert(0, '\n').append(indent);
        } else {
            content.append(value(WsdlSamples.name(element, "type").getLocalPart()));
        }
        text.append(indent)
                .append('<')
                .append(tag)
                .append(depth == 0 ? declared() : "")
                .append('>');
        text.append(content).append("</").append(tag).append(">\n");
    }

    private Optional<Element> type(Element element) {
        List<Element> own = WsdlSamples.all(element, XSD, "complexType");
        return own.isEmpty() ? global("complexType", WsdlSamples.name(element, "type")) : Optional.of(own.get(0));
    }

    private void content(Element type, int depth, StringBuilder text) {
        for (String group : List.of("sequence", "all", "choice")) {
            for (Element particles : WsdlSamples.all(type, XSD, group)) {
                for (Element inside : WsdlSamples.all(particles, XSD, "element")) {
                    particle(inside, depth, text);
                    if (group.equals("choice")) {
                        return;
                    }
                }
            }
        }
    }

    private void particle(Element particle, int depth, StringBuilder text) {
        if (particle.hasAttribute("ref")) {
            QName name = WsdlSamples.name(particle, "ref");
            global("element", name).ifPresent(element -> write(element, tag(name), depth, text));
            return;
        }
        Element schema = schemaOf(particle);
        boolean qualified = particle.hasAttribute("form")
                ? particle.getAttribute("form").equals("qualified")
                : schema.getAttribute("elementFormDefault").equals("qualified");
        String namespace = qualified ? schema.getAttribute("targetNamespace") : "";
        write(particle, tag(new QName(namespace, particle.getAttribute("name"))), depth, text);
    }

    private static Element schemaOf(Element particle) {
        Element each = particle;
        while (!each.getLocalName().equals("schema") && each.getParentNode() instanceof Element parent) {
            each = parent;
        }
        return each;
    }

    private static String value(String type) {
        return switch (type) {
            case "boolean" -> "true";
            case "byte", "int", "integer", "long", "nonNegativeInteger", "positiveInteger", "short", "unsignedInt" ->
                "1";
            case "decimal", "double", "float" -> "1.0";
            case "date" -> "2026-01-31";
            case "dateTime" -> "2026-01-31T12:00:00Z";
            default -> "text";
        };
    }
}
