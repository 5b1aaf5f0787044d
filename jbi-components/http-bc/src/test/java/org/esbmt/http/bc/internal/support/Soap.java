package org.esbmt.http.bc.internal.support;

import java.nio.charset.StandardCharsets;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** SOAP messages and requests as text. */
public final class Soap {
    private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    private Soap() {}

    public static String context(TenantId tenant, UserId user, String password) {
        return "<t:TenantContext xmlns:t=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><t:tenantID>" + tenant
                + "</t:tenantID><t:userID>" + user + "</t:userID><t:password>" + password
                + "</t:password></t:TenantContext>";
    }

    public static String envelope(String header, String body) {
        return "<soap:Envelope xmlns:soap=\"" + ENVELOPE + "\"><soap:Header>" + header + "</soap:Header><soap:Body>"
                + body + "</soap:Body></soap:Envelope>";
    }

    public static String answer(String name, String echo) {
        return envelope(
                "",
                "<r:from xmlns:r=\"urn:r\">" + name + "</r:from><r:got xmlns:r=\"urn:r\">" + echo.length()
                        + "</r:got>");
    }

    public static String fault(String reason) {
        return envelope(
                "",
                "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>" + reason + "</faultstring></soap:Fault>");
    }

    /** A request with a Content-Length. */
    public static String post(String path, String message) {
        return post(path, message, "");
    }

    /** A request with more headers; their lines end with CRLF. */
    public static String post(String path, String message, String moreHeaders) {
        return "POST " + path + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml; charset=utf-8\r\n" + moreHeaders
                + "Content-Length: " + message.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + message;
    }
}
