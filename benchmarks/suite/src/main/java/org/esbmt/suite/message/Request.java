package org.esbmt.suite.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;

/** One request by POST. */
public final class Request {

    /** The headers of every request, without Host and Content-Length. */
    public static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"\"", "Accept-Language", "de");

    private final String path;
    private final byte[] envelope;
    private final String element;

    /** @param element the element in the SOAP body, which a good answer contains */
    public Request(String path, byte[] envelope, String element) {
        this.path = path;
        this.envelope = envelope;
        this.element = element;
    }

    public String path() {
        return path;
    }

    /** The body of the request. Callers do not change it. */
    public byte[] envelope() {
        return envelope;
    }

    public String element() {
        return element;
    }

    /** A message with a sender's credential in its SOAP header. Proxies without tenancy get the same bytes. */
    public static Request of(String path, String tenant, String user, String password, String element) {
        String context = "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><tenantID>"
                + tenant + "</tenantID><userID>" + user + "</userID><password>" + password
                + "</password></TenantContext>";
        return new Request(path, envelope(context, element).getBytes(US_ASCII), element);
    }

    /** A message of SOAP 1.1 with these header blocks and the block for routing. */
    public static String envelope(String headerBlocks, String element) {
        return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>" + headerBlocks
                + "<s:route xmlns:s=\"urn:esbmt:suite\">gold</s:route></soap:Header><soap:Body>" + element
                + "</soap:Body></soap:Envelope>";
    }
}
