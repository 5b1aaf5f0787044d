package org.esbmt.http.bc.internal.unit;

import java.util.Optional;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitPaths;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;

/**
 * Rules for a WSDL or schema of a unit: well-formed, without DOCTYPE, and with imports only of the unit's own files. So
 * a tenant's WSDL does not make a client fetch files from elsewhere.
 */
final class WsdlGrammar implements XmlEvents {
    private static final NamespaceTable TABLE = new NamespaceTable(
            "http://schemas.xmlsoap.org/wsdl/",
            "http://www.w3.org/ns/wsdl",
            "http://www.w3.org/2001/XMLSchema",
            "http://www.w3.org/2001/XInclude");
    private static final int WSDL = 1;
    private static final int WSDL2 = 2;
    private static final int SCHEMA = 3;
    private static final int XINCLUDE = 4;

    private final String file;
    private final UnitFiles unit;
    private final UnitFindings findings;
    private final TextLines lines;

    private WsdlGrammar(String file, UnitFiles unit, UnitFindings findings, TextLines lines) {
        this.file = file;
        this.unit = unit;
        this.findings = findings;
        this.lines = lines;
    }

    static void check(String file, UnitFiles unit, UnitFindings findings) {
        byte[] bytes = unit.content(file).orElseThrow();
        TextLines lines = new TextLines(bytes);
        WsdlGrammar grammar = new WsdlGrammar(file, unit, findings, lines);
        lines.feed(new XmlLexer(XmlLimits.DEFAULTS, TABLE, grammar), file, findings);
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        String attribute =
                switch (tag.namespace()) {
                    case WSDL, WSDL2 -> tag.localName().matches("import|include") ? "location" : "";
                    case SCHEMA -> tag.localName().matches("import|include|redefine|override") ? "schemaLocation" : "";
                    case XINCLUDE -> null;
                    default -> "";
                };
        if (attribute == null) {
            findings.add(
                    file,
                    lines.of(tag.from()),
                    Rule.WSDL_IMPORT,
                    "there is an element '" + tag.name() + "' of XInclude, which is not supported here");
        } else if (!attribute.isEmpty()) {
            checkReference(tag, attribute);
        }
    }

    private void checkReference(StartTag tag, String attribute) {
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (!tag.attributeName(i).equals(attribute)) {
                continue;
            }
            String value = tag.attributeValue(i).strip();
            Optional<String> target = UnitPaths.resolved(file, value);
            if (target.isEmpty() || !unit.names().contains(target.get())) {
                findings.add(
                        file,
                        lines.of(tag.attributeValueFrom(i)),
                        Rule.WSDL_IMPORT,
                        tag.name() + " brings in '" + Attributes.shown(value)
                                + "', but may bring in files of the unit only");
            }
        }
    }

    @Override
    public void endElement(int depth, long to) {
        // only start tags refer to files
    }

    @Override
    public void aside(Aside kind, int depth) {
        // ignored by the bus
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }
}
