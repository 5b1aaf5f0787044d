package org.esbmt.jbi.deployer.internal.assembly;

import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The message of a component that refuses a unit: a sentence, or the XML of JSR-208, section 6.10, with the sentence in
 * {@code loc-message}.
 */
final class ComponentMessage {
    private static final int LENGTH = 1000;

    private ComponentMessage() {}

    static String of(Throwable e) {
        String message = e.getMessage();
        if (message == null || message.isBlank()) {
            return e.getClass().getSimpleName() + " (see the log)";
        }
        String text = message.strip();
        if (text.startsWith("<")) {
            text = locMessage(text);
        }
        return text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
    }

    private static String locMessage(String text) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT
                        && xml.getLocalName().equals("loc-message")) {
                    return xml.getElementText().strip();
                }
            }
            return "the component reports a failure (see the log)";
        } catch (XMLStreamException e) {
            return text;
        }
    }
}
