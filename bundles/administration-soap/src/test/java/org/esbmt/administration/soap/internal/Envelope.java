package org.esbmt.administration.soap.internal;

import java.util.ArrayList;
import java.util.List;

/** A message of a test, as text. */
public final class Envelope {
    public static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    public static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
    public static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    public static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    public static final String TEXT_TYPE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";
    public static final String ADM = "urn:esbmt:administration:1";

    private final String operation;
    private final List<String> header = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private String soap = SOAP_11;

    private Envelope(String operation) {
        this.operation = operation;
    }

    public static Envelope of(String operation) {
        return new Envelope(operation);
    }

    public Envelope soap12() {
        soap = SOAP_12;
        return this;
    }

    /** An element with an escaped text. */
    public Envelope with(String word, String value) {
        return raw("<" + word + ">" + escaped(value) + "</" + word + ">");
    }

    /** Any content of the request element. */
    public Envelope raw(String xml) {
        body.append(xml);
        return this;
    }

    /** A UsernameToken. */
    public Envelope as(String login, String password) {
        return header(security(token(login, password)));
    }

    /** Any header block. */
    public Envelope header(String block) {
        header.add(block);
        return this;
    }

    public static String security(String children) {
        return "<wsse:Security xmlns:wsse='" + WSSE + "' xmlns:wsu='" + WSU + "' soap:mustUnderstand='1'>" + children
                + "</wsse:Security>";
    }

    public static String token(String login, String password, String... more) {
        return "<wsse:UsernameToken><wsse:Username>" + escaped(login) + "</wsse:Username><wsse:Password Type='"
                + TEXT_TYPE + "'>" + escaped(password) + "</wsse:Password>" + String.join("", more)
                + "</wsse:UsernameToken>";
    }

    public static String tenantContext(String tenantId, String userId, String password) {
        return "<TenantContext xmlns='urn:esbmt:tenant-context:1' soap:mustUnderstand='1'><tenantID>" + tenantId
                + "</tenantID><userID>" + userId + "</userID><password>" + escaped(password)
                + "</password></TenantContext>";
    }

    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The request element. */
    public String request() {
        return "<" + operation + " xmlns='" + ADM + "'>" + body + "</" + operation + ">";
    }

    public String text() {
        return "<soap:Envelope xmlns:soap='" + soap + "'><soap:Header>" + String.join("", header)
                + "</soap:Header><soap:Body>" + request() + "</soap:Body></soap:Envelope>";
    }

    public String contentType() {
        return soap.equals(SOAP_11) ? "text/xml; charset=utf-8" : "application/soap+xml; charset=utf-8";
    }

    /** The same message as the root of a multipart one. */
    public Multipart multipart() {
        return new Multipart(this);
    }

    /** Any message of SOAP 1.1 as the root of a multipart one. */
    public static Multipart raw11(String message) {
        return new Multipart(of(""), message);
    }

    /** A message with attachments. */
    public static final class Multipart {
        private static final String BOUNDARY = "part-of-a-test";

        private final Envelope root;
        private final String text;
        private final StringBuilder parts = new StringBuilder();

        private Multipart(Envelope root) {
            this(root, root.text());
        }

        private Multipart(Envelope root, String text) {
            this.root = root;
            this.text = text;
        }

        /** A part in ISO-8859-1, so that each character is a byte. */
        public Multipart part(String contentId, String content, String... fields) {
            parts.append("--").append(BOUNDARY).append("\r\nContent-Type: application/zip\r\n");
            for (String field : fields) {
                parts.append(field).append("\r\n");
            }
            parts.append("Content-ID: <")
                    .append(contentId)
                    .append(">\r\n\r\n")
                    .append(content)
                    .append("\r\n");
            return this;
        }

        public String contentType() {
            String type = root.soap.equals(SOAP_11) ? "text/xml" : "application/soap+xml";
            return "multipart/related; type=\"application/xop+xml\"; start=\"<root@test>\"; start-info=\"" + type
                    + "\"; boundary=\"" + BOUNDARY + "\"";
        }

        public byte[] bytes() {
            return (open() + "--" + BOUNDARY + "--\r\n").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        }

        /** Without the last delimiter. */
        public String open() {
            String type = root.soap.equals(SOAP_11) ? "text/xml" : "application/soap+xml";
            return "--" + BOUNDARY + "\r\nContent-Type: application/xop+xml; charset=utf-8; type=\"" + type
                    + "\"\r\nContent-ID: <root@test>\r\n\r\n" + text + "\r\n" + parts;
        }
    }

    /** A reference to a part, or to anything else. */
    public static String include(String href) {
        return "<xop:Include xmlns:xop='http://www.w3.org/2004/08/xop/include' href='" + href + "'/>";
    }
}
