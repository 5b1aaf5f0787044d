package org.esbmt.jbi.container.internal.component;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Reads the interfaces of an endpoint from a component's WSDL 1.1. */
final class ServiceDescription {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    private final Element definitions;

    private ServiceDescription(Element definitions) {
        this.definitions = definitions;
    }

    /**
     * The port type of the endpoint's binding, or the only port type of a description without services. Empty if the
     * document is null, not WSDL 1.1, or does not describe the endpoint.
     */
    static List<QName> interfaces(Document description, QName service, String endpoint) {
        if (description == null
                || description.getDocumentElement() == null
                || !WSDL.equals(description.getDocumentElement().getNamespaceURI())) {
            return List.of();
        }
        return new ServiceDescription(description.getDocumentElement()).interfaces(service, endpoint);
    }

    private List<QName> interfaces(QName service, String endpoint) {
        if (children(definitions, "service").findAny().isEmpty()) {
            List<Element> portTypes = children(definitions, "portType").toList();
            return portTypes.size() == 1 ? List.of(defined(portTypes.get(0))) : List.of();
        }
        return child(definitions, "service", service)
                .flatMap(s -> child(s, "port", new QName(targetNamespace(), endpoint)))
                .flatMap(port -> child(definitions, "binding", used(port, "binding")))
                .map(binding -> used(binding, "type"))
                .stream()
                .toList();
    }

    private Optional<Element> child(Element parent, String kind, QName name) {
        return children(parent, kind).filter(e -> defined(e).equals(name)).findFirst();
    }

    private static Stream<Element> children(Element parent, String kind) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(i -> parent.getChildNodes().item(i))
                .filter(n -> WSDL.equals(n.getNamespaceURI()) && kind.equals(n.getLocalName()))
                .map(Element.class::cast);
    }

    private QName defined(Element element) {
        return new QName(targetNamespace(), element.getAttribute("name"));
    }

    private String targetNamespace() {
        return definitions.getAttribute("targetNamespace");
    }

    private static QName used(Element element, String attribute) {
        return QNames.of(element, element.getAttribute(attribute));
    }
}
