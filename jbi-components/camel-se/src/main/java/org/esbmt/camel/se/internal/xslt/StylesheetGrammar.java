package org.esbmt.camel.se.internal.xslt;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.camel.se.internal.xpath.FunctionRules;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.RefusedLine;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** The permitted elements and attributes in one file of a stylesheet. */
final class StylesheetGrammar implements XmlEvents {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final NamespaceTable NAMESPACES = new NamespaceTable(XSLT);
    private static final int XSLT_NUMBER = 1;

    private static final Set<String> ELEMENTS = Set.of(
            ("accumulator accumulator-rule analyze-string apply-imports apply-templates assert attribute attribute-set"
                            + " break call-template catch character-map choose comment context-item copy copy-of"
                            + " decimal-format document element fallback for-each for-each-group fork function"
                            + " global-context-item if import include iterate key map map-entry matching-substring"
                            + " message mode namespace namespace-alias next-iteration next-match"
                            + " non-matching-substring number on-completion on-empty on-non-empty otherwise output"
                            + " output-character param perform-sort preserve-space processing-instruction sequence"
                            + " sort strip-space stylesheet template text transform try value-of variable when"
                            + " where-populated with-param")
                    .split(" "));
    /** Attributes of XSLT's elements that are expressions or patterns as a whole. */
    private static final Set<String> EXPRESSIONS = Set.of(
            "select",
            "test",
            "match",
            "use",
            "value",
            "count",
            "from",
            "group-by",
            "group-adjacent",
            "group-starting-with",
            "group-ending-with",
            "initial-value",
            "use-when",
            "key",
            "for-each-item");

    private static final List<String> NOT_ALLOWED = List.of("extension-element-prefixes", "use-packages");

    private static final int MOST_BRACES = 1000;

    private final StylesheetCheck check;
    private final String path;
    private final byte[] content;
    private final XmlLimits limits;
    private final XmlLexer lexer;
    private boolean textIsRead;
    private int textLine;
    private int line = 1;
    private long counted;
    /** All namespaces of each prefix anywhere in the file. */
    private final Map<String, Set<String>> prefixes = new HashMap<>();

    StylesheetGrammar(StylesheetCheck check, String path, byte[] content, XmlLimits limits) {
        this.check = check;
        this.path = path;
        this.content = content;
        this.limits = limits;
        this.lexer = new XmlLexer(limits, NAMESPACES, this);
    }

    void read() {
        String text = StylesheetCheck.text(content);
        textIsRead = text.contains("expand-text");
        try {
            lexer.feed(content, 0, content.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            int refused = RefusedLine.of(content, limits).map(RefusedLine::line).orElse(0);
            check.found(path, refused, e.isLimit() ? "xslt.limit" : "xslt.xml", e.getMessage());
        }
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        readText();
        advance(tag.from());
        for (int i = 0; i < tag.declarationCount(); i++) {
            prefixes.computeIfAbsent(tag.declaredPrefix(i), p -> new HashSet<>())
                    .add(tag.declaredUri(i));
        }
        boolean ofXslt = tag.namespace() == XSLT_NUMBER;
        if (depth == 1
                && !(ofXslt
                        && (tag.localName().equals("stylesheet")
                                || tag.localName().equals("transform")))) {
            found("xslt.element", "A stylesheet is an xsl:stylesheet or xsl:transform.");
        } else if (ofXslt && !ELEMENTS.contains(tag.localName())) {
            found("xslt.element", "The element xsl:" + SaxonPaths.printable(tag.localName()) + " may not be used.");
        }
        for (int i = 0; i < tag.attributeCount(); i++) {
            attribute(tag, i, ofXslt);
        }
        if (ofXslt && (tag.localName().equals("include") || tag.localName().equals("import"))) {
            include(tag);
        }
        collect();
    }

    private void attribute(StartTag tag, int i, boolean ofXslt) {
        String name = tag.attributeName(i);
        String local = name.substring(name.indexOf(':') + 1);
        boolean prefixed = name.indexOf(':') >= 0;
        boolean meansXslt = prefixed ? tag.attributeNamespace(i) == XSLT_NUMBER : ofXslt;
        String value = tag.attributeValue(i);
        if (meansXslt && NOT_ALLOWED.contains(local)) {
            found("xslt.extension", "Elements that are not of XSLT cannot be instructions.");
        } else if (meansXslt && local.startsWith("_")) {
            found("xslt.attribute", "Attributes whose names begin with '_' may not be used.");
        } else if (name.equals("xml:base")) {
            found("xslt.attribute", "The attribute xml:base may not be used.");
        } else if (meansXslt && EXPRESSIONS.contains(local)) {
            functions(value, prefix -> namespace(tag, prefix));
        } else {
            template(value, prefix -> namespace(tag, prefix));
        }
    }

    private static String namespace(StartTag tag, String prefix) {
        return tag.qualified(prefix + ":x").map(QName::getNamespaceURI).orElse(null);
    }

    /** The expressions between braces: one may begin at any brace, whatever a scanner's state. */
    private void template(String text, Function<String, String> namespaces) {
        if (text.chars().filter(c -> c == '{').count() > MOST_BRACES) {
            found("xslt.limit", "A text has at most " + MOST_BRACES + " braces.");
            return;
        }
        int brace = text.indexOf('{');
        while (brace >= 0) {
            functions(text.substring(brace + 1), namespaces);
            brace = text.indexOf('{', brace + 1);
        }
    }

    private void functions(String expression, Function<String, String> namespaces) {
        for (String sentence : FunctionRules.findings(expression, namespaces, false, true)) {
            found("xslt.function", sentence);
        }
    }

    private void include(StartTag tag) {
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeName(i).equals("href")) {
                check.include(tag.attributeValue(i), path, line);
            }
        }
    }

    // ---- text that may contain expressions

    private void collect() {
        if (textIsRead) {
            lexer.collect(Integer.MAX_VALUE);
            textLine = line;
        }
    }

    private void readText() {
        if (!textIsRead) {
            return;
        }
        String text = StylesheetCheck.text(lexer.text());
        if (text.indexOf('{') >= 0) {
            int before = line;
            line = textLine;
            template(text, this::anyRefused);
            line = before;
        }
    }

    /** A namespace with refused functions among all namespaces of a prefix in the file, if there is one. */
    private String anyRefused(String prefix) {
        return prefixes.getOrDefault(prefix, Set.of()).stream()
                .max((a, b) -> Boolean.compare(isRefused(a), isRefused(b)))
                .orElse(null);
    }

    private static boolean isRefused(String namespace) {
        return !FunctionRules.findings("p:f(", p -> namespace, false, true).isEmpty();
    }

    @Override
    public void endElement(int depth, long to) {
        readText();
        advance(to);
        if (depth > 1) {
            collect();
        }
    }

    @Override
    public void aside(Aside kind, int depth) {
        // comments do not end a text
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }

    private void advance(long to) {
        for (long i = counted; i < to; i++) {
            if (content[(int) i] == '\n') {
                line++;
            }
        }
        counted = Math.max(counted, to);
    }

    private void found(String rule, String sentence) {
        check.found(path, line, rule, sentence);
    }
}
