package org.esbmt.administration.internal.assembly;

import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Checks a service's document. It must be well-formed, without a document type, of bounded size, with the root element
 * of its kind. No reference in it is fetched.
 */
final class ServiceDocument implements XmlEvents {
    private static final NamespaceTable TABLE = new NamespaceTable(
            "http://schemas.xmlsoap.org/wsdl/",
            "http://www.w3.org/ns/wsdl",
            "http://www.w3.org/ns/ws-policy",
            "http://schemas.xmlsoap.org/ws/2004/09/policy");
    private static final XmlLimits LIMITS =
            XmlLimits.DEFAULTS.withMessageBytes(ServiceAdministration.MAX_DOCUMENT_BYTES);

    /** Its kind, with the numbers of its namespaces and the name of its root in each. */
    enum Kind {
        WSDL("a WSDL document", 1, "definitions", 2, "description"),
        POLICY("a WS-Policy document", 3, "Policy", 4, "Policy");

        private final String text;
        private final int one;
        private final String rootOfOne;
        private final int other;
        private final String rootOfOther;

        Kind(String text, int one, String rootOfOne, int other, String rootOfOther) {
            this.text = text;
            this.one = one;
            this.rootOfOne = rootOfOne;
            this.other = other;
            this.rootOfOther = rootOfOther;
        }

        private boolean hasRoot(StartTag tag) {
            int namespace = tag.namespace();
            String root = tag.localName();
            return (namespace == one && root.equals(rootOfOne)) || (namespace == other && root.equals(rootOfOther));
        }
    }

    private final Kind kind;

    private ServiceDocument(Kind kind) {
        this.kind = kind;
    }

    static void check(Kind kind, byte[] document) throws AdministrationException {
        try {
            XmlLexer lexer = new XmlLexer(LIMITS, TABLE, new ServiceDocument(kind));
            lexer.feed(document, 0, document.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            throw new AdministrationException(INVALID, "this is not " + kind.text + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        if (depth == 1 && !kind.hasRoot(tag)) {
            throw new XmlRefusedException("Its root element is another.");
        }
    }

    @Override
    public void endElement(int depth, long to) {
        // The check looks at elements only, and their content is not evaluated.
    }

    @Override
    public void aside(Aside aside, int depth) {
        // As above.
    }

    @Override
    public void misplacedText(int depth) {
        // Text is permitted everywhere.
    }
}
