package org.esbmt.administration.soap.internal.vocabulary;

/** A version of SOAP. */
public enum SoapVersion {
    SOAP_11("http://schemas.xmlsoap.org/soap/envelope/", "text/xml"),
    SOAP_12("http://www.w3.org/2003/05/soap-envelope", "application/soap+xml");

    private final String namespace;
    private final String mediaType;

    SoapVersion(String namespace, String mediaType) {
        this.namespace = namespace;
        this.mediaType = mediaType;
    }

    /** The namespace of the envelope. */
    public String namespace() {
        return namespace;
    }

    public String mediaType() {
        return mediaType;
    }
}
