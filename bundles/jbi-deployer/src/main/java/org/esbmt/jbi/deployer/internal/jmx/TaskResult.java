package org.esbmt.jbi.deployer.internal.jmx;

import java.io.StringWriter;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The XML results of the JSR-208 services, and of their failures (section 6.10). */
final class TaskResult {
    private static final String NAMESPACE = "http://java.sun.com/xml/ns/jbi/management-message";

    private TaskResult() {}

    static String success(String task, String message) {
        return document(task, "SUCCESS", Optional.empty(), message);
    }

    static String failure(String task, String message) {
        return document(task, "FAILED", Optional.of("ERROR"), message);
    }

    private static String document(String task, String result, Optional<String> type, String message) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("jbi-task");
            xml.writeDefaultNamespace(NAMESPACE);
            xml.writeAttribute("version", "1.0");
            xml.writeStartElement("jbi-task-result");
            xml.writeStartElement("frmwk-task-result");
            xml.writeStartElement("frmwk-task-result-details");
            xml.writeStartElement("task-result-details");
            element(xml, "task-id", task);
            element(xml, "task-result", result);
            if (type.isPresent()) {
                element(xml, "message-type", type.get());
            }
            xml.writeStartElement("task-status-msg");
            xml.writeStartElement("msg-loc-info");
            element(xml, "loc-token", "");
            element(xml, "loc-message", message);
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndElement();
            element(xml, "locale", "en");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string can always be written to", e);
        }
        return text.toString();
    }

    private static void element(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }
}
