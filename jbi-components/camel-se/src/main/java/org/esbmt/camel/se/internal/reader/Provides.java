package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** The {@code provides} of a unit's {@code META-INF/jbi.xml} (JSR-208, section 6.3.1). */
final class Provides implements XmlEvents {
    static final String FILE = "META-INF/jbi.xml";

    private static final NamespaceTable TABLE = new NamespaceTable("http://java.sun.com/xml/ns/jbi");
    private static final int MOST_BYTES = 256 * 1024;

    record Declared(NamedEndpoint endpoint, Place place) {}

    private final Lines lines;
    private final Findings findings;
    private final List<Declared> declared = new ArrayList<>();

    private Provides(byte[] bytes, Findings findings) {
        this.lines = new Lines(bytes);
        this.findings = findings;
    }

    static List<Declared> read(byte[] bytes, Findings findings) {
        Provides provides = new Provides(bytes, findings);
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS.withMessageBytes(MOST_BYTES), TABLE, provides);
        lexer.keepValues(true);
        int line = 1;
        try {
            for (int from = 0; from < bytes.length; line++) {
                int to = provides.lines.endOfLine(line);
                lexer.feed(bytes, from, to);
                from = to;
            }
            lexer.finish();
        } catch (XmlRefusedException e) {
            findings.add(new Place(FILE, Math.min(line, provides.lines.count())), e.rule(), e.getMessage());
        }
        return provides.declared;
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        if (depth != 3 || tag.namespace() != 1 || !tag.localName().equals("provides")) {
            return;
        }
        Place place = new Place(FILE, lines.of((int) tag.from()));
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < tag.attributeCount(); i++) {
            attributes.put(tag.attributeName(i), tag.attributeValue(i).strip());
        }
        String service = attributes.getOrDefault("service-name", "");
        String endpoint = attributes.getOrDefault("endpoint-name", "");
        Optional<QName> name = service.isEmpty() ? Optional.empty() : tag.qualified(service);
        if (name.isEmpty() || endpoint.isEmpty()) {
            findings.add(
                    place,
                    "camel.provides",
                    "provides needs a service-name whose prefix is declared, and an endpoint-name");
        } else {
            declared.add(new Declared(new NamedEndpoint(name.get(), endpoint), place));
        }
    }

    @Override
    public void endElement(int depth, long to) {
        // a provides has no content
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
