package org.esbmt.camel.se.internal.reader;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.AttributeRule;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.ElementRule;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.Slot;

/** Writes the vocabulary as an XML Schema, for editors. */
final class EditorSchema {
    static final Set<String> ROOTS = new TreeSet<>(Set.of("camel", "camelContext", "routes", "route"));

    private final StringBuilder out = new StringBuilder();

    private EditorSchema() {}

    /** The possible elements of a document with one of the roots. */
    static Set<String> reachable() {
        Set<String> found = new TreeSet<>(ROOTS);
        Deque<String> left = new ArrayDeque<>(ROOTS);
        while (!left.isEmpty()) {
            for (Slot slot : RouteVocabulary.rule(left.poll()).orElseThrow().slots()) {
                for (String name : slot.names()) {
                    if (found.add(name)) {
                        left.add(name);
                    }
                }
            }
        }
        return found;
    }

    static String write() {
        EditorSchema schema = new EditorSchema();
        schema.document();
        return schema.out.toString();
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private void document() {
        line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        line(
                0,
                "<!-- The language of tenants' routes, for editors. SchemaTest generates it from the reader's own table. The");
        line(0, "     reader also checks addresses, names, expressions and relations between elements. -->");
        line(
                0,
                "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns=\"http://camel.apache.org/schema/spring\"");
        line(
                0,
                "           targetNamespace=\"http://camel.apache.org/schema/spring\" elementFormDefault=\"qualified\">");
        for (String root : ROOTS) {
            line(1, "<xs:element name=\"" + root + "\" type=\"" + root + "\"/>");
        }
        group("step", RouteVocabulary.STEPS);
        group("expression", RouteVocabulary.LANGUAGES);
        for (String name : reachable()) {
            type(name, RouteVocabulary.rule(name).orElseThrow());
        }
        line(0, "</xs:schema>");
    }

    private void group(String group, Set<String> names) {
        line(1, "<xs:group name=\"" + group + "\">");
        line(2, "<xs:choice>");
        for (String name : new TreeSet<>(names)) {
            line(3, "<xs:element name=\"" + name + "\" type=\"" + name + "\"/>");
        }
        line(2, "</xs:choice>");
        line(1, "</xs:group>");
    }

    private void type(String name, ElementRule rule) {
        boolean simple = rule.text() && rule.slots().isEmpty();
        line(1, "<xs:complexType name=\"" + name + "\"" + (rule.text() && !simple ? " mixed=\"true\">" : ">"));
        if (simple) {
            line(2, "<xs:simpleContent>");
            line(3, "<xs:extension base=\"xs:string\">");
            attributes(4, rule);
            line(3, "</xs:extension>");
            line(2, "</xs:simpleContent>");
        } else {
            if (!rule.slots().isEmpty()) {
                line(2, "<xs:sequence>");
                rule.slots().forEach(this::slot);
                line(2, "</xs:sequence>");
            }
            attributes(2, rule);
        }
        line(1, "</xs:complexType>");
    }

    private void slot(Slot slot) {
        String occurs = (slot.least() == 1 ? "" : " minOccurs=\"" + slot.least() + "\"")
                + (slot.most() == 1 ? "" : " maxOccurs=\"" + (slot.most() > 1000 ? "unbounded" : slot.most()) + "\"");
        if (slot.names().equals(RouteVocabulary.STEPS)) {
            line(3, "<xs:group ref=\"step\"" + occurs + "/>");
        } else if (slot.names().equals(RouteVocabulary.LANGUAGES)) {
            line(3, "<xs:group ref=\"expression\"" + occurs + "/>");
        } else if (slot.names().size() == 1) {
            String name = slot.names().iterator().next();
            line(3, "<xs:element name=\"" + name + "\" type=\"" + name + "\"" + occurs + "/>");
        } else {
            line(3, "<xs:choice" + occurs + ">");
            for (String name : new TreeSet<>(slot.names())) {
                line(4, "<xs:element name=\"" + name + "\" type=\"" + name + "\"/>");
            }
            line(3, "</xs:choice>");
        }
    }

    private void attributes(int depth, ElementRule rule) {
        for (Map.Entry<String, AttributeRule> a : new TreeMap<>(rule.attributes()).entrySet()) {
            String use = a.getValue().required() ? " use=\"required\">" : ">";
            line(depth, "<xs:attribute name=\"" + a.getKey() + "\"" + use);
            line(
                    depth + 1,
                    "<xs:annotation><xs:documentation>" + a.getValue().kind().description()
                            + "</xs:documentation></xs:annotation>");
            line(depth + 1, "<xs:simpleType>");
            restriction(depth + 2, a.getValue().kind());
            line(depth + 1, "</xs:simpleType>");
            line(depth, "</xs:attribute>");
        }
    }

    private void restriction(int depth, AttributeValues.Kind kind) {
        if (kind instanceof AttributeValues.Words words) {
            line(depth, "<xs:restriction base=\"xs:string\">");
            words.words().forEach(w -> line(depth + 1, "<xs:enumeration value=\"" + w + "\"/>"));
        } else if (kind instanceof AttributeValues.Whole whole) {
            line(depth, "<xs:restriction base=\"xs:integer\">");
            bounds(depth + 1, whole.least(), whole.most());
        } else if (kind instanceof AttributeValues.Decimal decimal) {
            line(depth, "<xs:restriction base=\"xs:decimal\">");
            bounds(depth + 1, decimal.least(), decimal.most());
        } else if (kind instanceof AttributeValues.Time) {
            line(depth, "<xs:restriction base=\"xs:string\">");
            line(depth + 1, "<xs:pattern value=\"[0-9]+|([0-9]+h)?([0-9]+m(in)?)?([0-9]+s)?([0-9]+ms)?\"/>");
            line(depth + 1, "<xs:minLength value=\"1\"/>");
        } else if (kind instanceof AttributeValues.Id) {
            line(depth, "<xs:restriction base=\"xs:string\">");
            line(depth + 1, "<xs:pattern value=\"[A-Za-z0-9_][A-Za-z0-9._\\-]{0,127}\"/>");
        } else {
            line(depth, "<xs:restriction base=\"xs:string\">");
            line(depth + 1, "<xs:maxLength value=\"" + (kind instanceof AttributeValues.Remark ? 1024 : 4096) + "\"/>");
        }
        line(depth, "</xs:restriction>");
    }

    private void bounds(int depth, int least, int most) {
        line(depth, "<xs:minInclusive value=\"" + least + "\"/>");
        line(depth, "<xs:maxInclusive value=\"" + most + "\"/>");
    }
}
