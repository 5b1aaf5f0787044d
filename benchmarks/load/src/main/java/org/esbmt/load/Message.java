package org.esbmt.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a request, in two parts. The head (HTTP head, SOAP header, start of the body) differs by tenant. Messages of one size
 * share the rest (payload and end of the envelope).
 */
public final class Message {
    private static final String REST_END = "</payload></b:echo></soap:Body></soap:Envelope>";

    private static final byte[] NOTHING = {};

    private final byte[] head;
    private final byte[] rest;

    private Message(byte[] head, byte[] rest) {
        this.head = head;
        this.rest = rest;
    }

    byte[] head() {
        return head;
    }

    byte[] rest() {
        return rest;
    }

    /** The sender of a message, and the path to its endpoint. */
    public record Sender(String path, String tenant, String user, String password) {}

    /** The kind of a message's payload. */
    enum Payload {
        /** One text. */
        TEXT,
        /** Lines of an order with three elements each, for routes to read. */
        LINES;

        String of(int size) {
            if (this == TEXT) {
                return "x".repeat(size);
            }
            StringBuilder lines = new StringBuilder(size + 100);
            for (int i = 100; lines.length() < size; i++) {
                lines.append("<b:line><b:article>bolt-")
                        .append(i)
                        .append("</b:article><b:quantity>17</b:quantity><b:note>as always, please</b:note></b:line>");
            }
            return lines.toString();
        }
    }

    /** The shared part of messages with a payload of {@code size} bytes, rounded up to whole lines. */
    static byte[] rest(Payload payload, int size) {
        return (payload.of(size) + REST_END).getBytes(StandardCharsets.US_ASCII);
    }

    /** A message with an envelope of its own. */
    public static Message whole(String path, String hostAndPort, byte[] envelope) {
        return whole(path, hostAndPort, "Content-Type: text/xml; charset=utf-8\r\nSOAPAction: \"\"\r\n", envelope);
    }

    /**
     * A message with an envelope and headers of its own.
     *
     * @param headers lines, each with its end, without Host and Content-Length
     */
    public static Message whole(String path, String hostAndPort, String headers, byte[] envelope) {
        byte[] http = ("POST " + path + " HTTP/1.1\r\nHost: " + hostAndPort + "\r\n" + headers + "Content-Length: "
                        + envelope.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(http, http.length + envelope.length);
        System.arraycopy(envelope, 0, all, http.length, envelope.length);
        return new Message(all, NOTHING);
    }

    static Message of(Sender sender, String hostAndPort, byte[] rest) {
        String envelope = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
                + "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><tenantID>"
                + sender.tenant() + "</tenantID><userID>" + sender.user() + "</userID><password>"
                + sender.password() + "</password></TenantContext>"
                + "<b:kind xmlns:b=\"urn:esbmt:load\">order</b:kind></soap:Header><soap:Body>"
                + "<b:echo xmlns:b=\"urn:esbmt:load\"><b:kind>order</b:kind><payload>";
        int length = envelope.length() + rest.length;
        String head = "POST " + sender.path() + " HTTP/1.1\r\nHost: " + hostAndPort
                + "\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \"\"\r\nAccept-Language: de\r\nContent-Length: "
                + length
                + "\r\n\r\n" + envelope;
        return new Message(head.getBytes(StandardCharsets.US_ASCII), rest);
    }
}
