package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.TagWords;

/** The names that the bus itself understands in a SOAP message. */
final class Names {
    static final int SOAP_1_1 = 1;
    static final int SOAP_1_2 = 2;
    static final int TENANT_CONTEXT_1 = 3;
    /** WS-Addressing 1.0. */
    static final int ADDRESSING = 4;
    /** The submission of August 2004, still in use by many SOAP stacks. */
    static final int ADDRESSING_2004 = 5;

    /** WS-Security: SOAP Message Security 1.1.1, the namespace of version 1.0. */
    static final int SECURITY_1_0 = 6;
    /** XML Signature 1.1. */
    static final int XML_SIGNATURE = 7;

    /** Times and identifiers of WS-Security. */
    static final int SECURITY_UTILITY = 8;

    /** Assertions of SAML 2.0. */
    static final int SAML_2 = 9;

    static final NamespaceTable TABLE = new NamespaceTable(
                    SoapVersion.SOAP_1_1.namespace(),
                    SoapVersion.SOAP_1_2.namespace(),
                    "urn:esbmt:tenant-context:1",
                    "http://www.w3.org/2005/08/addressing",
                    "http://schemas.xmlsoap.org/ws/2004/08/addressing",
                    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
                    "http://www.w3.org/2000/09/xmldsig#",
                    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd",
                    "urn:oasis:names:tc:SAML:2.0:assertion")
            .withFamily("urn:esbmt:tenant-context");

    static final byte[] ENVELOPE = bytes("Envelope");
    static final byte[] HEADER = bytes("Header");
    static final byte[] BODY = bytes("Body");
    static final byte[] SECURITY = bytes("Security");
    static final byte[] SIGNATURE = bytes("Signature");
    static final byte[] TENANT_CONTEXT = bytes("TenantContext");
    static final byte[] TENANT_CONTEXT_LOWER_CASE = bytes("tenantcontext");

    /** Names of elements that must not be where the bus does not see them. */
    static final TagWords GUARDED = new TagWords("Envelope", "Header", "Body", "TenantContext");

    private Names() {}

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
