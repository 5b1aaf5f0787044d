package org.esbmt.http.api.edge;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The prepared status lines of the answers. */
final class StatusLines {
    static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(202, "Accepted"),
            Map.entry(204, "No Content"),
            Map.entry(400, "Bad Request"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(411, "Length Required"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));
    private static final byte[][] LINES = new byte[600][];

    static {
        for (int status = 100; status < LINES.length; status++) {
            LINES[status] = ("HTTP/1.1 " + status + " " + PHRASES.getOrDefault(status, "") + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }
    }

    private StatusLines() {}

    static byte[] of(int status) {
        return LINES[status];
    }
}
