package org.esbmt.load;

import java.nio.charset.StandardCharsets;

/**
 * A request as it goes over the wire, in the two parts that can be shared: the head (HTTP head, SOAP header, start of the
 * body) differs from tenant to tenant, the rest (payload and end of the envelope) only from size to size.
 */
final class Message {
    private static final String REST_END = "</payload></b:echo></soap:Body></soap:Envelope>";

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

    /** Who sends it and where to: all that the message path needs of a tenant. */
    record Sender(String path, String tenant, String user, String password) {}

    /** The shared part of messages with a payload of {@code size} bytes. */
    static byte[] rest(int size) {
        return ("x".repeat(size) + REST_END).getBytes(StandardCharsets.US_ASCII);
    }

    static Message of(Sender sender, String hostAndPort, byte[] rest) {
        String envelope = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
                + "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><tenantID>"
                + sender.tenant() + "</tenantID><userID>" + sender.user() + "</userID><password>"
                + sender.password() + "</password></TenantContext></soap:Header><soap:Body>"
                + "<b:echo xmlns:b=\"urn:esbmt:load\"><payload>";
        int length = envelope.length() + rest.length;
        String head = "POST " + sender.path() + " HTTP/1.1\r\nHost: " + hostAndPort
                + "\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \"\"\r\nContent-Length: " + length
                + "\r\n\r\n" + envelope;
        return new Message(head.getBytes(StandardCharsets.US_ASCII), rest);
    }
}
