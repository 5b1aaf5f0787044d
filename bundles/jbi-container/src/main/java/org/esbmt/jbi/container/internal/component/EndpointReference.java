package org.esbmt.jbi.container.internal.component;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * An endpoint's name in the form that {@code ServiceEndpoint.getAsReference} writes into messages (JSR-208, section
 * 5.5.4.1): {@code <jbi:end-point-reference jbi:service-name="p:service" jbi:end-point-name="endpoint"/>}.
 */
record EndpointReference(QName service, String endpoint) {
    private static final String JBI = "http://java.sun.com/jbi/end-point-reference";

    /** Empty for a fragment that is no such reference. */
    static Optional<EndpointReference> read(DocumentFragment fragment) {
        for (Node n = fragment.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element e
                    && JBI.equals(e.getNamespaceURI())
                    && "end-point-reference".equals(e.getLocalName())) {
                return Optional.of(new EndpointReference(
                        QNames.of(e, e.getAttributeNS(JBI, "service-name")), e.getAttributeNS(JBI, "end-point-name")));
            }
        }
        return Optional.empty();
    }
}
