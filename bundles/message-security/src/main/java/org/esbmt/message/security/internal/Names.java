package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The names of SOAP, WS-Security, XML Signature and XML Encryption that the bus reads and writes. */
public final class Names {
    public static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
    public static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";
    public static final String TENANT_CONTEXT_NS = "urn:esbmt:tenant-context:1";
    public static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
    public static final String ADDRESSING_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private static final String WSS = "http://docs.oasis-open.org/wss/";
    private static final String WSS_1_0 = WSS + "2004/01/oasis-200401-wss-";
    private static final String WSS_1_1 = WSS + "oasis-wss-";

    public static final String WSSE = WSS_1_0 + "wssecurity-secext-1.0.xsd";
    public static final String WSSE11 = WSS_1_1 + "wssecurity-secext-1.1.xsd";
    public static final String WSU = WSS_1_0 + "wssecurity-utility-1.0.xsd";
    public static final String DS = "http://www.w3.org/2000/09/xmldsig#";
    public static final String XENC = "http://www.w3.org/2001/04/xmlenc#";
    public static final String SAML2 = "urn:oasis:names:tc:SAML:2.0:assertion";
    public static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    public static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";

    public static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
    public static final String ENVELOPED = DS + "enveloped-signature";
    public static final String HMAC_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";
    public static final String CONTENT = XENC + "Content";
    public static final String ELEMENT = XENC + "Element";

    public static final String BASE64 = WSS_1_0 + "soap-message-security-1.0#Base64Binary";
    public static final String X509V3 = WSS_1_0 + "x509-token-profile-1.0#X509v3";
    public static final String PASSWORD_TEXT = WSS_1_0 + "username-token-profile-1.0#PasswordText";
    public static final String SUBJECT_KEY_IDENTIFIER = WSS_1_0 + "x509-token-profile-1.0#X509SubjectKeyIdentifier";
    public static final String THUMBPRINT = WSS_1_1 + "soap-message-security-1.1#ThumbprintSHA1";
    public static final String SAML_ID = WSS_1_1 + "saml-token-profile-1.1#SAMLID";
    public static final String SAML2_TOKEN = WSS_1_1 + "saml-token-profile-1.1#SAMLV2.0";
    public static final String ENCRYPTED_KEY_TYPE = WSS_1_1 + "soap-message-security-1.1#EncryptedKey";

    private Names() {}

    public static byte[] bytes(String name) {
        return name.getBytes(US_ASCII);
    }

    /** True if the bytes are this text of ASCII. */
    public static boolean isText(byte[] bytes, String ascii) {
        if (bytes.length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
