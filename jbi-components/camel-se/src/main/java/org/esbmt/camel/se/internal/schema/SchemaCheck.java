package org.esbmt.camel.se.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.esbmt.camel.se.internal.document.DocumentXmlReader;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.xml.api.RefusedLine;
import org.esbmt.xml.api.XmlLimits;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads a schema and all its includes before the platform's validator reads any of them. */
final class SchemaCheck {
    static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final int MOST_FILES = 100;
    private static final int MOST_BYTES = 2 << 20;

    private final UnitFiles unit;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Patterns patterns = new Patterns();
    private final PlainTypes plainTypes = new PlainTypes();
    private final ContentModels contentModels = new ContentModels();
    private final UnionTypes unionTypes = new UnionTypes();
    private final SlowTypes slowTypes = new SlowTypes();
    private boolean definesPlainTypes;
    private boolean patternRefused;
    private int longestValue;
    private int bytes;

    SchemaCheck(UnitFiles unit) {
        this.unit = unit;
    }

    void file(String path, String from, int line) {
        if (files.containsKey(path)) {
            return;
        }
        byte[] content = unit.content(path).orElse(null);
        if (content == null) {
            found(from, line, "schema.file", "There is no file " + SaxonPaths.printable(path) + " in the unit.");
            return;
        }
        bytes += content.length;
        if (files.size() == MOST_FILES || bytes > MOST_BYTES) {
            found(from, line, "schema.limit", "A schema has at most " + MOST_FILES + " files and 2 MiB.");
            return;
        }
        files.put(path, content);
        DocumentXmlReader reader = new DocumentXmlReader(content, XmlLimits.DEFAULTS, path);
        reader.setContentHandler(new OneFile(path));
        try {
            reader.parse((InputSource) null);
        } catch (SAXParseException e) {
            int refused = RefusedLine.of(content, XmlLimits.DEFAULTS)
                    .map(RefusedLine::line)
                    .orElse(Math.max(0, e.getLineNumber()));
            found(path, refused, "schema.xml", e.getMessage());
        } catch (SAXException e) {
            found(path, 0, "schema.xml", "It cannot be read.");
        }
    }

    private void found(String file, int line, String rule, String sentence) {
        findings.add(new Finding(file, line, rule, sentence));
    }

    List<Finding> findings() {
        return findings;
    }

    /**
     * Checks the schema as a whole, after all files have been read. It cannot check the contents of a file that is not
     * XML. Other missing parts only make the schema smaller.
     */
    void whole(String file) {
        if (has("schema.xml")) {
            return;
        }
        slowTypes.whole();
        int longestText = longestText();
        if (!contentModels.areSmall()) {
            found(file, 0, "schema.limit", ContentModels.RULE);
        }
        if (!unionTypes.areSmall() || longestText == 0) {
            found(file, 0, "schema.limit", UnionTypes.RULE);
        }
        if (longestText > 0 && longestValue > longestText) {
            String most = "With its patterns and unions, a value in it has at most " + longestText + " characters.";
            found(file, 0, "schema.pattern", most);
        }
    }

    /**
     * Returns true if the platform's validator may compile it: there are no findings, or only ones about imports and
     * elements that it cannot follow. Findings about long run times forbid it (limits, and patterns, which it matches
     * with the schema's own values). Redefined types forbid it too, since the costs are estimated with the original
     * ones.
     */
    boolean mayBeCompiled() {
        return !definesPlainTypes
                && findings.stream()
                        .allMatch(finding -> finding.rule().equals("schema.import")
                                || finding.rule().equals("schema.element"));
    }

    private boolean has(String rule) {
        return findings.stream().anyMatch(finding -> finding.rule().equals(rule));
    }

    /**
     * The largest number of characters in a text whose type is not plain; 0 if no text is short enough. Refused
     * patterns do not count.
     */
    int longestText() {
        return IntStream.of(Patterns.LENGTHS)
                .filter(length -> unionTypes.allow(length)
                        && (patternRefused || patterns.allow(length, unionTypes.mostMembers())))
                .findFirst()
                .orElse(0);
    }

    PlainTypes plainTypes() {
        return plainTypes;
    }

    SlowTypes slowTypes() {
        return slowTypes;
    }

    Map<String, byte[]> files() {
        return files;
    }

    private final class OneFile extends DefaultHandler {
        private final String path;
        private final PlainTypes.Reader types = plainTypes.reader();
        private Locator locator;
        private boolean root = true;

        OneFile(String path) {
            this.path = path;
        }

        @Override
        public void setDocumentLocator(Locator given) {
            locator = given;
        }

        @Override
        public void startElement(String namespace, String local, String name, Attributes attributes) {
            int line = locator.getLineNumber();
            if (root && !(namespace.equals(XSD) && local.equals("schema"))) {
                found(path, line, "schema.element", "An XML schema is an xs:schema.");
            }
            if (root && XSD.equals(attributes.getValue("", "targetNamespace"))) {
                definesPlainTypes = true;
                found(path, line, "schema.element", "XML schema's own types cannot be defined.");
            }
            root = false;
            if (!namespace.equals(XSD)) {
                return;
            }
            String location = attributes.getValue("", "schemaLocation");
            if (location != null) {
                String resolved = SaxonPaths.resolve(path, location);
                if (resolved == null) {
                    found(path, line, "schema.import", "A schema is in the unit, named by a relative path.");
                } else {
                    file(resolved, path, line);
                }
            }
            String pattern = local.equals("pattern") ? attributes.getValue("", "value") : null;
            if (pattern != null && !patterns.add(pattern)) {
                patternRefused = true;
                found(path, line, "schema.pattern", Patterns.RULE);
            }
            types.begin(local, name, attributes);
            contentModels.begin(local, attributes);
            unionTypes.begin(local, attributes);
            slowTypes.begin(local, attributes);
            value(local.equals("enumeration") ? attributes.getValue("", "value") : null);
            value(attributes.getValue("", "default"));
            value(attributes.getValue("", "fixed"));
        }

        private void value(String value) {
            longestValue = Math.max(longestValue, value == null ? 0 : value.length());
        }

        @Override
        public void endElement(String namespace, String local, String name) {
            if (namespace.equals(XSD)) {
                types.end();
                contentModels.end();
                unionTypes.end();
                slowTypes.end();
            }
        }
    }
}
