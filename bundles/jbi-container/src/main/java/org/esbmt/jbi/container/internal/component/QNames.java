package org.esbmt.jbi.container.internal.component;

import javax.xml.namespace.QName;
import org.w3c.dom.Element;

/** Qualified names in text. */
final class QNames {
    private QNames() {}

    /** The name that the text denotes in the scope of the element; an unknown prefix means no namespace. */
    static QName of(Element where, String text) {
        int colon = text.indexOf(':');
        String namespace = where.lookupNamespaceURI(colon < 0 ? null : text.substring(0, colon));
        return new QName(namespace == null ? "" : namespace, text.substring(colon + 1));
    }
}
