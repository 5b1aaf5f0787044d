package org.esbmt.administration.console.internal.message;

import static java.util.Objects.requireNonNull;

import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A SOAP fault.
 *
 * @param code of a fault that the bus makes, such as {@code BACKEND_TIMEOUT}; empty for a fault of a back end
 * @param correlation the identifier in the bus's log; empty for a fault of a back end
 * @param sentence the fault's own text; may be empty
 */
public record Fault(Optional<String> code, Optional<String> correlation, String sentence) {
    private static final String OF_BUS = "urn:esbmt:tenant-context:1";

    public Fault {
        requireNonNull(code, "code");
        requireNonNull(correlation, "correlation");
        requireNonNull(sentence, "sentence");
    }

    /** Reads the fault of an envelope; empty for any other text. */
    static Optional<Fault> of(String envelope) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        Map<String, String> found = new HashMap<>();
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(envelope));
            int depth = 0;
            String element = "";
            while (xml.hasNext()) {
                switch (xml.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        depth++;
                        element = name(xml, depth);
                        if (element.equals("Fault")) {
                            found.put(element, "");
                        }
                    }
                    case XMLStreamConstants.CHARACTERS -> {
                        if (found.containsKey("Fault") && !element.isEmpty()) {
                            found.putIfAbsent(element, xml.getText().strip());
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        depth--;
                        element = "";
                    }
                    default -> {} // ignored
                }
            }
        } catch (XMLStreamException e) {
            return Optional.empty(); // no XML, or cut off: shown as it is
        }
        return found.containsKey("Fault")
                ? Optional.of(new Fault(
                        Optional.ofNullable(found.get("code")),
                        Optional.ofNullable(found.get("correlationID")),
                        found.getOrDefault("faultstring", found.getOrDefault("Text", ""))))
                : Optional.empty();
    }

    /** The name of an element that belongs to a fault: the third one is Fault itself. Empty for any other. */
    private static String name(XMLStreamReader xml, int depth) {
        String name = xml.getLocalName();
        return switch (name) {
            case "Fault" -> depth == 3 ? name : "";
            case "code", "correlationID" -> OF_BUS.equals(xml.getNamespaceURI()) ? name : "";
            case "faultstring", "Text" -> name;
            default -> "";
        };
    }
}
