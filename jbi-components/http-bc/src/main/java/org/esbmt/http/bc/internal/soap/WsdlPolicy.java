package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Puts policies into a WSDL (WS-PolicyAttachment 1.5, section 4): one for each SOAP binding, one for the Bodies of requests,
 * and one for those of answers. Policies that are there already are neither read nor changed.
 */
public final class WsdlPolicy {
    private static final NamespaceTable TABLE = new NamespaceTable(
            "http://schemas.xmlsoap.org/wsdl/",
            "http://schemas.xmlsoap.org/wsdl/soap/",
            "http://schemas.xmlsoap.org/wsdl/soap12/");
    private static final int WSDL = 1;
    private static final int TOP = 2;
    private static final int BINDING_EXTENSION = 3;
    private static final int DIRECTION = 4;
    private static final int DIRECTION_EXTENSION = 5;

    private static final byte[] DOCUMENTATION = bytes("documentation");
    private static final byte[] BINDING = bytes("binding");
    private static final byte[] OUTPUT = bytes("output");
    private static final byte[] BODY = bytes("body");

    private WsdlPolicy() {}

    /**
     * The policies of an endpoint: the content of an element {@code wsp:Policy} each.
     *
     * @param binding of the tokens, algorithms and layout
     * @param request of the parts of requests
     * @param answer of the parts of answers
     */
    public record Policies(String binding, String request, String answer) {}

    /**
     * The document with the policies. For deploy time: reads the whole document.
     *
     * @param wsdl a WSDL 1.1 document in UTF-8, which {@link WsdlAddress} has accepted
     */
    public static byte[] added(byte[] wsdl, Policies policies) {
        Copy copy = new Copy(wsdl, policies);
        try {
            XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, TABLE, copy);
            lexer.feed(wsdl, 0, wsdl.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            throw new IllegalArgumentException("the WSDL cannot be used: " + e.getMessage(), e);
        }
        return copy.finish();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(US_ASCII);
    }

    /** Copies up to each place of an insertion, and continues after it. */
    private static final class Copy implements XmlEvents {
        private static final String POLICY = "http://www.w3.org/ns/ws-policy";
        private static final String UTILITY =
                "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
        private static final String NAME = "esbmt-security-";

        private final byte[] wsdl;
        private final Policies policies;
        private final ByteArrayOutputStream out;
        private int copied;
        private boolean written;
        private boolean answers;

        Copy(byte[] wsdl, Policies policies) {
            this.wsdl = wsdl;
            this.policies = policies;
            this.out = new ByteArrayOutputStream(wsdl.length + 4096);
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            boolean soap = tag.namespace() > WSDL;
            if (depth == TOP && !written && !(tag.namespace() == WSDL && tag.localIs(DOCUMENTATION))) {
                written = true; // in front of all other elements, as the schema of WSDL demands
                insert(tag, policy("binding", policies.binding()));
                insert(tag, policy("request", policies.request()));
                insert(tag, policy("answer", policies.answer()));
            } else if (depth == BINDING_EXTENSION && soap && tag.localIs(BINDING)) {
                insert(tag, reference("binding"));
            } else if (depth == DIRECTION && tag.namespace() == WSDL) {
                answers = tag.localIs(OUTPUT);
            } else if (depth == DIRECTION_EXTENSION && soap && tag.localIs(BODY)) {
                insert(tag, reference(answers ? "answer" : "request"));
            }
        }

        private static String policy(String name, String content) {
            return "<wsp:Policy xmlns:wsp=\"" + POLICY + "\" xmlns:wsu=\"" + UTILITY + "\" wsu:Id=\"" + NAME + name
                    + "\">" + content + "</wsp:Policy>\n";
        }

        private static String reference(String name) {
            return "<wsp:PolicyReference xmlns:wsp=\"" + POLICY + "\" URI=\"#" + NAME + name + "\"/>";
        }

        /** In front of the element. */
        private void insert(StartTag tag, String element) {
            int from = (int) tag.from();
            out.write(wsdl, copied, from - copied);
            copied = from;
            out.writeBytes(element.getBytes(UTF_8));
        }

        byte[] finish() {
            out.write(wsdl, copied, wsdl.length - copied);
            return out.toByteArray();
        }

        @Override
        public void endElement(int depth, long to) {
            // only start tags have places
        }

        @Override
        public void aside(Aside kind, int depth) {
            // copied unchanged
        }

        @Override
        public void misplacedText(int depth) {
            // never called: text may occur everywhere
        }
    }
}
