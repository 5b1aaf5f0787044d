package org.esbmt.camel.se.internal.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitPaths;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** The stylesheets and schemas named by routes, and their imports, among the unit's files. */
final class UnitResources {
    private static final int MOST_BYTES = 10 * 1024 * 1024;
    private static final NamespaceTable TABLE =
            new NamespaceTable("http://www.w3.org/1999/XSL/Transform", "http://www.w3.org/2001/XMLSchema");

    private record Named(String file, Place place) {}

    private record Import(String file, boolean schema, Place place) {}

    private final UnitFiles files;
    private final ContentCheck check;
    private final Findings findings;
    private final Set<String> needed = new TreeSet<>();
    private final Deque<Named> left = new ArrayDeque<>();

    UnitResources(UnitFiles files, ContentCheck check, Findings findings) {
        this.files = files;
        this.check = check;
        this.findings = findings;
    }

    Set<String> of(List<Route> routes) {
        Set<String> checked = new TreeSet<>();
        for (Route route : routes) {
            Steps.each(route, step -> checkOnce(step, checked));
        }
        while (!left.isEmpty()) {
            imports(left.poll());
        }
        return needed;
    }

    /** Checks the file of a step; a file of several steps is checked with the first. */
    private void checkOnce(Step step, Set<String> checked) {
        step.accept(new Step.PartialVisitor<Void>() {
            @Override
            public Void xslt(Step.Xslt xslt) {
                if (isThere(xslt.file(), xslt.place(), ".xsl", ".xslt") && checked.add("xslt " + xslt.file())) {
                    findings.addAll(check.stylesheet(xslt.file(), files, xslt.place()));
                }
                return null;
            }

            @Override
            public Void validateSchema(Step.ValidateSchema schema) {
                if (isThere(schema.file(), schema.place(), ".xsd") && checked.add("xsd " + schema.file())) {
                    findings.addAll(check.schema(schema.file(), files, schema.place()));
                }
                return null;
            }

            @Override
            public Void other(Step without) {
                return null;
            }
        });
    }

    private boolean isThere(String file, Place place, String... endings) {
        String lower = file.toLowerCase(Locale.ROOT);
        boolean kind = false;
        for (String ending : endings) {
            kind |= lower.endsWith(ending);
        }
        if (!kind || !files.names().contains(file)) {
            findings.add(
                    place,
                    "camel.file",
                    Findings.quoted(file) + " is not a file of the unit that ends with "
                            + String.join(" or ", endings));
            return false;
        }
        if (needed.add(file)) {
            left.add(new Named(file, place));
        }
        return true;
    }

    private void imports(Named named) {
        Optional<byte[]> content = files.content(named.file());
        if (content.isEmpty()) {
            return;
        }
        byte[] bytes = content.get();
        Lines lines = new Lines(bytes);
        Imports imports = new Imports(named.file(), lines);
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS.withMessageBytes(MOST_BYTES), TABLE, imports);
        lexer.keepValues(true);
        int line = 1;
        try {
            for (int from = 0; from < bytes.length; line++) {
                int to = lines.endOfLine(line);
                lexer.feed(bytes, from, to);
                from = to;
            }
            lexer.finish();
        } catch (XmlRefusedException e) {
            // the check of the stylesheet or schema has reported most of these
            Place place = new Place(named.file(), Math.min(line, lines.count()));
            if (!findings.has(place, e.getMessage())) {
                findings.add(place, e.rule(), e.getMessage());
            }
        }
        imports.found.forEach(this::imported);
    }

    private void imported(Import named) {
        if (named.schema()) {
            isThere(named.file(), named.place(), ".xsd");
        } else {
            isThere(named.file(), named.place(), ".xsl", ".xslt");
        }
    }

    /** Collects the imports and includes of a file. */
    private final class Imports implements XmlEvents {
        private final String file;
        private final Lines lines;
        private final List<Import> found = new ArrayList<>();

        Imports(String file, Lines lines) {
            this.file = file;
            this.lines = lines;
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            String name = tag.localName();
            boolean stylesheet = tag.namespace() == 1 && (name.equals("import") || name.equals("include"));
            boolean schema = tag.namespace() == 2
                    && (name.equals("import")
                            || name.equals("include")
                            || name.equals("redefine")
                            || name.equals("override"));
            if (!stylesheet && !schema) {
                return;
            }
            for (int i = 0; i < tag.attributeCount(); i++) {
                if (tag.attributeName(i).equals(stylesheet ? "href" : "schemaLocation")) {
                    Place place = new Place(file, lines.of((int) tag.attributeValueFrom(i)));
                    String location = tag.attributeValue(i).strip();
                    Optional<String> resolved = UnitPaths.resolved(file, location);
                    if (resolved.isEmpty()) {
                        findings.add(
                                place,
                                "camel.file",
                                Findings.quoted(location) + " must be the relative path of a file of the unit");
                    } else {
                        found.add(new Import(resolved.get(), schema, place));
                    }
                }
            }
        }

        @Override
        public void endElement(int depth, long to) {
            // references occur in start tags only
        }

        @Override
        public void aside(Aside kind, int depth) {
            // ignored
        }

        @Override
        public void misplacedText(int depth) throws XmlRefusedException {
            throw new XmlRefusedException("There is text where only elements may stand.");
        }
    }
}
