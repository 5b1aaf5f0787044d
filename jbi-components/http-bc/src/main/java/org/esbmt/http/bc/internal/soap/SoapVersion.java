package org.esbmt.http.bc.internal.soap;

/** The two versions of SOAP. A message's content type and its envelope must have the same. */
public enum SoapVersion {
    SOAP_1_1("http://schemas.xmlsoap.org/soap/envelope/", "text/xml"),
    SOAP_1_2("http://www.w3.org/2003/05/soap-envelope", "application/soap+xml");

    private final String namespace;
    private final String mediaType;
    private final String contentType;

    SoapVersion(String namespace, String mediaType) {
        this.namespace = namespace;
        this.mediaType = mediaType;
        this.contentType = mediaType + "; charset=utf-8";
    }

    /** The namespace of Envelope, Header and Body. */
    public String namespace() {
        return namespace;
    }

    /** The media type, without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** The {@code Content-Type} of the bus's own answers. */
    public String contentType() {
        return contentType;
    }
}
