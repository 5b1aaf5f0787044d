package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.http.bc.internal.soap.Names.bytes;

import java.io.ByteArrayOutputStream;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** Replaces the addresses in a service's WSDL by the bus's own. */
public final class WsdlAddress {
    /** The bindings of WSDL 1.1 whose ports have an address that is a URL. */
    private static final NamespaceTable BINDINGS = new NamespaceTable(
            "http://schemas.xmlsoap.org/wsdl/soap/",
            "http://schemas.xmlsoap.org/wsdl/soap12/",
            "http://schemas.xmlsoap.org/wsdl/http/");

    private static final byte[] ADDRESS = bytes("address");
    private static final byte[] LOCATION = bytes("location");

    private WsdlAddress() {}

    /**
     * The document with the {@code location} of every {@code address} of the SOAP 1.1, SOAP 1.2 and HTTP bindings
     * replaced; every other byte stays unchanged. For deploy time: reads the whole document.
     *
     * @param wsdl a WSDL 1.1 document in UTF-8
     * @param url the new address
     * @throws IllegalArgumentException if the document is not well-formed XML in UTF-8 or has a DOCTYPE; the message is
     *     a sentence for the author of the WSDL
     */
    public static byte[] replaced(byte[] wsdl, String url) {
        Copy copy = new Copy(wsdl, escaped(url).getBytes(UTF_8));
        try {
            XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, BINDINGS, copy);
            lexer.feed(wsdl, 0, wsdl.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            throw new IllegalArgumentException("the WSDL cannot be used: " + e.getMessage(), e);
        }
        return copy.finish();
    }

    private static String escaped(String url) {
        return url.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replace("'", "&apos;");
    }

    /** Copies up to each value to replace, and continues after it. */
    private static final class Copy implements XmlEvents {
        private final byte[] wsdl;
        private final byte[] address;
        private final ByteArrayOutputStream out;
        private int copied;

        Copy(byte[] wsdl, byte[] address) {
            this.wsdl = wsdl;
            this.address = address;
            this.out = new ByteArrayOutputStream(wsdl.length + 256);
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            if (!tag.localIs(ADDRESS) || tag.namespace() <= NamespaceTable.NONE) {
                return;
            }
            for (int i = 0; i < tag.attributeCount(); i++) {
                if (tag.attributeLocalIs(i, LOCATION) && tag.attributeNamespace(i) == NamespaceTable.NONE) {
                    int from = (int) tag.attributeValueFrom(i);
                    out.write(wsdl, copied, from - copied);
                    out.write(address, 0, address.length);
                    copied = (int) tag.attributeValueTo(i);
                }
            }
        }

        byte[] finish() {
            out.write(wsdl, copied, wsdl.length - copied);
            return out.toByteArray();
        }

        @Override
        public void endElement(int depth, long to) {
            // only start tags have addresses
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
