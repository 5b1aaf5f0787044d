package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** Tells by a whole message whether it is a fault, whatever its status of HTTP is. */
public final class BodyFault implements XmlEvents {
    private static final NamespaceTable SOAP =
            new NamespaceTable(SoapVersion.SOAP_1_1.namespace(), SoapVersion.SOAP_1_2.namespace());
    private static final byte[] BODY = "Body".getBytes(US_ASCII);
    private static final byte[] FAULT = "Fault".getBytes(US_ASCII);
    private static final int PART = 2;

    private boolean inBody;
    private boolean fault;

    private BodyFault() {}

    /**
     * Tells whether the first element of the Body is a fault.
     *
     * @param message a SOAP message of these limits that was read before
     */
    public static boolean isIn(byte[] message, XmlLimits limits) throws XmlRefusedException {
        BodyFault reader = new BodyFault();
        XmlLexer lexer = new XmlLexer(limits, SOAP, reader);
        lexer.keepValues(false);
        lexer.feed(message, 0, message.length);
        lexer.finish();
        return reader.fault;
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        boolean soap = tag.namespace() > NamespaceTable.NONE;
        if (depth == PART) {
            inBody = soap && tag.localIs(BODY);
        } else if (depth == PART + 1 && inBody) {
            fault |= soap && tag.localIs(FAULT);
        }
    }

    @Override
    public void endElement(int depth, long to) {
        // the next start tag at this depth decides
    }

    @Override
    public void aside(Aside kind, int depth) {
        // has no meaning here
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }
}
