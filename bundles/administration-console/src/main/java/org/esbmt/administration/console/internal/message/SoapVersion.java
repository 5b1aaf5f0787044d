package org.esbmt.administration.console.internal.message;

/** The versions of SOAP, with the media types of HTTP. */
public enum SoapVersion {
    SOAP_1_1("http://schemas.xmlsoap.org/soap/envelope/"),
    SOAP_1_2("http://www.w3.org/2003/05/soap-envelope");

    private final String namespace;

    SoapVersion(String namespace) {
        this.namespace = namespace;
    }

    /** The namespace of the envelope. */
    public String namespace() {
        return namespace;
    }

    /** The value of Content-Type. SOAP 1.2 has the action in it, SOAP 1.1 in a field of its own. */
    String contentType(String action) {
        return switch (this) {
            case SOAP_1_1 -> "text/xml; charset=utf-8";
            case SOAP_1_2 ->
                "application/soap+xml; charset=utf-8" + (action.isEmpty() ? "" : "; action=\"" + action + "\"");
        };
    }

    /** An envelope around a body, with the place of the TenantContext. */
    public String envelope(String body) {
        return """
                <soap:Envelope xmlns:soap="%s">
                  <soap:Header>
                    %s
                  </soap:Header>
                  <soap:Body>
                %s
                  </soap:Body>
                </soap:Envelope>
                """.formatted(namespace, Envelope.PLACE, body.indent(4).stripTrailing());
    }
}
