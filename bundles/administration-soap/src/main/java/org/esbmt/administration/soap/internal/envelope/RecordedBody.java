package org.esbmt.administration.soap.internal.envelope;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The Body as the one reader of a message has seen it, inside of an Envelope with its namespaces. Confined to one thread. */
final class RecordedBody {
    private final Document document;
    private Node at;

    RecordedBody() {
        try {
            document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .newDocument();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
        at = document;
    }

    /** Records the event of a reader. */
    void add(int event, XMLStreamReader in) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> at = at.appendChild(element(in));
            case XMLStreamConstants.END_ELEMENT -> at = at.getParentNode();
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                if (at != document) {
                    at.appendChild(document.createTextNode(in.getText()));
                }
            }
            default -> {
                // a signature is not for comments
            }
        }
    }

    private Element element(XMLStreamReader in) {
        Element element = document.createElementNS(in.getNamespaceURI(), name(in.getPrefix(), in.getLocalName()));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = in.getNamespacePrefix(i);
            String uri = in.getNamespaceURI(i);
            element.setAttributeNS(
                    XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
                    prefix == null || prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix,
                    uri == null ? "" : uri);
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String uri = in.getAttributeNamespace(i);
            element.setAttributeNS(
                    uri == null || uri.isEmpty() ? null : uri,
                    name(in.getAttributePrefix(i), in.getAttributeLocalName(i)),
                    in.getAttributeValue(i));
        }
        return element;
    }

    private static String name(String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    /** The element Body, once it is read to its end. */
    Element body() {
        for (Node child = document.getDocumentElement().getFirstChild();
                child != null;
                child = child.getNextSibling()) {
            if (child instanceof Element body) {
                return body;
            }
        }
        throw new IllegalStateException("the Body is not read yet");
    }
}
