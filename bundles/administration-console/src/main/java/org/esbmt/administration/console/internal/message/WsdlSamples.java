package org.esbmt.administration.console.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Makes an example of a message for each operation of a WSDL 1.1 document. The document is a tenant's. */
public final class WsdlSamples {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP_1_1 = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SOAP_1_2 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    private static final int MOST_OPERATIONS = 100;

    private final Document wsdl;
    private final SchemaSample schemas;
    private final List<Sample> samples = new ArrayList<>();

    private WsdlSamples(Document wsdl) {
        this.wsdl = wsdl;
        this.schemas = new SchemaSample(wsdl);
    }

    /** Returns the examples of the first binding for SOAP; empty if there is none. */
    public static List<Sample> of(byte[] wsdl) {
        try {
            WsdlSamples reading = new WsdlSamples(XmlLayout.parsed(new String(wsdl, UTF_8)));
            reading.read();
            return reading.samples;
        } catch (SAXException e) {
            return List.of(); // the registry keeps any document
        }
    }

    private void read() {
        for (Element binding : all(wsdl.getDocumentElement(), WSDL, "binding")) {
            Optional<SoapVersion> version = version(binding);
            if (version.isEmpty()) {
                continue;
            }
            for (Element operation : all(binding, WSDL, "operation")) {
                if (samples.size() < MOST_OPERATIONS) {
                    samples.add(sample(version.get(), binding, operation));
                }
            }
            return;
        }
    }

    private static Optional<SoapVersion> version(Element binding) {
        if (!all(binding, SOAP_1_1, "binding").isEmpty()) {
            return Optional.of(SoapVersion.SOAP_1_1);
        }
        return all(binding, SOAP_1_2, "binding").isEmpty() ? Optional.empty() : Optional.of(SoapVersion.SOAP_1_2);
    }

    private Sample sample(SoapVersion version, Element binding, Element operation) {
        String name = operation.getAttribute("name");
        String namespace = version == SoapVersion.SOAP_1_1 ? SOAP_1_1 : SOAP_1_2;
        String action = all(operation, namespace, "operation").stream()
                .map(soap -> soap.getAttribute("soapAction"))
                .findFirst()
                .orElse("");
        String body = named("portType", name(binding, "type"))
                .flatMap(type -> child(type, "operation", name))
                .flatMap(of -> all(of, WSDL, "input").stream().findFirst())
                .flatMap(input -> named("message", name(input, "message")))
                .flatMap(message -> all(message, WSDL, "part").stream().findFirst())
                .map(part -> schemas.of(name(part, "element")))
                .orElse("<!-- the message of " + name.replace("--", "") + " -->");
        return new Sample(name, printable(action), version.envelope(body));
    }

    /** An action is a URI; any other text of a tenant is none. */
    private static String printable(String action) {
        return action.matches("[!#-\\[\\]-~]{0,1000}") ? action : "";
    }

    private Optional<Element> named(String kind, QName name) {
        return child(wsdl.getDocumentElement(), kind, name.getLocalPart());
    }

    private static Optional<Element> child(Element parent, String kind, String name) {
        return all(parent, WSDL, kind).stream()
                .filter(each -> each.getAttribute("name").equals(name))
                .findFirst();
    }

    /** Reads a qualified name of an attribute. */
    static QName name(Element element, String attribute) {
        String value = element.getAttribute(attribute).strip();
        int colon = value.indexOf(':');
        String namespace = element.lookupNamespaceURI(colon < 0 ? null : value.substring(0, colon));
        return new QName(namespace == null ? "" : namespace, value.substring(colon + 1));
    }

    /** The children of a name. */
    static List<Element> all(Element parent, String namespace, String name) {
        List<Element> found = new ArrayList<>();
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child instanceof Element element
                    && namespace.equals(element.getNamespaceURI())
                    && name.equals(element.getLocalName())) {
                found.add(element);
            }
        }
        return found;
    }
}
