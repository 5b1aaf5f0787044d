package org.esbmt.camel.se.internal.reader;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;

/** Reads an element of a language for a given use. */
final class ExpressionReader {
    /** The use of an expression. */
    enum Use {
        CONDITION,
        /** A header, or the common key of exchanges. */
        TEXT,
        BODY,
        /** The parts of a split. */
        PARTS
    }

    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_NAMESPACE = 1024;
    /** Replaces an expression with a finding, since a unit with findings never runs. */
    private static final Expression REFUSED = new Expression.Constant("");

    private static final Pattern PREFIX = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]{0,127}");

    private final Findings findings;
    private final ContentCheck check;

    ExpressionReader(Findings findings, ContentCheck check) {
        this.findings = findings;
        this.check = check;
    }

    /** The expression of the one child that is a language. */
    Expression of(Node parent, Use use) {
        return parent.children().stream()
                .filter(c -> RouteVocabulary.LANGUAGES.contains(c.name()))
                .findFirst()
                .map(c -> read(c, use))
                .orElse(REFUSED);
    }

    /** A text that is the same for every message. It is empty for another expression, which has a finding then. */
    Optional<String> constant(Node parent) {
        Optional<Node> child = parent.children().stream()
                .filter(c -> RouteVocabulary.LANGUAGES.contains(c.name()))
                .findFirst();
        if (child.isPresent() && !child.get().is("constant")) {
            wrong(
                    child.get().place(),
                    "camel.expression",
                    parent.name() + " takes a constant here, but has "
                            + child.get().name());
            return Optional.empty();
        }
        return child.map(c -> c.text().toString().strip());
    }

    private Expression read(Node node, Use use) {
        if (node.refused().contains("text")) {
            return REFUSED;
        }
        boolean trim = !node.attribute("trim").orElse("true").equals("false");
        String raw = node.text().toString();
        String text = trim ? raw.strip() : raw;
        if (use == Use.PARTS && !node.is("xpath")) {
            return wrong(node.place(), "camel.expression", "a split takes xpath for its parts, not " + node.name());
        }
        return switch (node.name()) {
            case "constant" -> constantOf(node, text);
            case "header" -> header(node, raw.strip());
            case "simple" -> simple(node, use == Use.CONDITION ? text.strip() : text, use);
            default -> xpath(node, text.strip(), use);
        };
    }

    private Expression wrong(Place place, String rule, String sentence) {
        findings.add(place, rule, sentence);
        return REFUSED;
    }

    private Expression constantOf(Node node, String text) {
        return isXml(text)
                ? new Expression.Constant(text)
                : wrong(node.place(), "camel.value", "a constant has only characters that XML 1.0 allows");
    }

    /** Returns true for the characters of XML 1.0, section 2.2; YAML permits others. */
    static boolean isXml(String text) {
        return text.codePoints()
                .allMatch(c -> c == '\t'
                        || c == '\n'
                        || c == '\r'
                        || (c >= 0x20 && c <= 0xD7FF)
                        || (c >= 0xE000 && c <= 0xFFFD)
                        || c >= 0x10000);
    }

    private Expression header(Node node, String name) {
        Optional<String> wrong = HeaderNames.wrong(name);
        return wrong.isPresent() ? wrong(node.place(), "camel.header", wrong.get()) : new Expression.Header(name);
    }

    private Expression simple(Node node, String text, Use use) {
        if (text.length() > LONGEST) {
            return wrong(node.place(), "camel.limit", "simple has more than " + LONGEST + " characters");
        }
        if (!isXml(text)) {
            return wrong(node.place(), "camel.simple", "simple has only characters that XML 1.0 allows");
        }
        try {
            return use == Use.CONDITION ? SimpleParser.condition(text) : SimpleParser.template(text);
        } catch (SimpleParser.RefusedException e) {
            return wrong(node.place(), "camel.simple", "simple " + e.getMessage());
        }
    }

    private Expression xpath(Node node, String text, Use use) {
        if (text.isEmpty()) {
            return wrong(node.place(), "camel.expression", "xpath is empty");
        }
        if (text.length() > LONGEST || !isXml(text)) {
            return wrong(
                    node.place(),
                    "camel.limit",
                    "xpath has at most " + LONGEST + " characters, and only such as XML 1.0 allows");
        }
        Result result = result(node, use);
        if (use == Use.PARTS && result != Result.NODES) {
            return wrong(node.place(), "camel.expression", "the parts of a split are nodes, not a " + result);
        }
        boolean saxon = node.attribute("saxon").orElse("false").equals("true");
        Expression.XPath xpath = new Expression.XPath(
                text,
                namespaces(node, text),
                saxon || node.attribute("objectModel").isPresent() ? Version.V2 : Version.V1,
                result,
                headerOf(node),
                Places.of(node));
        findings.addAll(check.xpath(xpath));
        return xpath;
    }

    private static Result result(Node node, Use use) {
        Optional<String> name = node.attribute("resultQName");
        if (name.isPresent()) {
            return name.get().startsWith("NODE") ? Result.NODES : Result.valueOf(name.get());
        }
        Optional<String> type = node.attribute("resultType");
        if (type.isPresent()) {
            String simple = type.get().substring(type.get().lastIndexOf('.') + 1);
            return switch (simple) {
                case "String" -> Result.STRING;
                case "Boolean", "boolean" -> Result.BOOLEAN;
                case "NodeList", "Node", "Document" -> Result.NODES;
                default -> Result.NUMBER;
            };
        }
        return switch (use) {
            case CONDITION -> Result.BOOLEAN;
            case TEXT -> Result.STRING;
            default -> Result.NODES;
        };
    }

    private String headerOf(Node node) {
        Optional<String> source = node.attribute("source");
        if (source.isPresent()
                && (!source.get().startsWith("header:")
                        || node.attribute("headerName").isPresent())) {
            wrong(
                    node.placeOf("source"),
                    "camel.value",
                    "source must be header: and a header's name, and headerName is then left out");
            return "";
        }
        String name = source.map(s -> s.substring("header:".length()))
                .or(() -> node.attribute("headerName"))
                .orElse("");
        Optional<String> wrong = name.isEmpty() && source.isEmpty() ? Optional.empty() : HeaderNames.wrong(name);
        wrong.ifPresent(w -> wrong(node.placeOf(source.isPresent() ? "source" : "headerName"), "camel.header", w));
        return wrong.isPresent() ? "" : name;
    }

    /** The namespaces that the expression may use. */
    private Map<String, String> namespaces(Node node, String text) {
        Map<String, String> namespaces = new LinkedHashMap<>();
        node.namespaces().forEach((prefix, uri) -> namespace(node, text, prefix, uri, namespaces));
        for (Node namespace : node.children("namespace")) {
            Optional<String> prefix = namespace.attribute("key");
            Optional<String> uri = namespace.attribute("value");
            if (prefix.isPresent() && uri.isPresent()) {
                namespace(namespace, text, prefix.get(), uri.get(), namespaces);
            }
        }
        if (namespaces.size() > 64) {
            wrong(node.place(), "camel.limit", "an xpath uses more than 64 namespaces");
        }
        return namespaces;
    }

    private void namespace(Node node, String text, String prefix, String uri, Map<String, String> to) {
        if (!text.contains(prefix + ":") || prefix.equals("xml")) {
            return;
        }
        if (!PREFIX.matcher(prefix).matches()
                || prefix.startsWith("xml")
                || uri.isBlank()
                || uri.length() > LONGEST_NAMESPACE
                || !isXml(uri)) {
            wrong(
                    node.place(),
                    "camel.value",
                    "a namespace has a prefix, which does not begin with xml, and a name of at most "
                            + LONGEST_NAMESPACE
                            + " characters, but here they are " + Findings.quoted(prefix) + " and "
                            + Findings.quoted(uri));
        } else {
            to.put(prefix, uri);
        }
    }
}
