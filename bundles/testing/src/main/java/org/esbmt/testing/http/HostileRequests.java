package org.esbmt.testing.http;

import java.util.stream.Stream;

/**
 * Requests that two readers of HTTP could understand differently, or that exceed any server's limits. A server refuses
 * each of them, closes the connection, and takes nothing after it for a request.
 */
public final class HostileRequests {
    private static final String HOST = "Host: bus\r\n";

    private final String path;
    private final String type;
    private final String body;

    /**
     * @param path of a resource that accepts POST
     * @param contentType that it accepts
     * @param body that it accepts, in ASCII
     */
    public HostileRequests(String path, String contentType, String body) {
        this.path = path;
        this.type = "Content-Type: " + contentType + "\r\n";
        this.body = body;
    }

    /**
     * A hostile request.
     *
     * @param title its fault
     * @param status of the right answer
     * @param bytes its octets, as ISO 8859-1
     */
    public record Attack(String title, int status, String bytes) {
        @Override
        public String toString() {
            return title;
        }
    }

    private String head(String headers) {
        return "POST " + path + " HTTP/1.1\r\n" + headers + "\r\n";
    }

    private String length() {
        return "Content-Length: " + body.length() + "\r\n";
    }

    private String chunked(String sizeLine) {
        return head(HOST + type + "Transfer-Encoding: chunked\r\n") + sizeLine + body + "\r\n0\r\n\r\n";
    }

    private String hex() {
        return Integer.toHexString(body.length());
    }

    public Stream<Attack> all() {
        String good = HOST + type + length();
        String chunkedHead = HOST + type + "Transfer-Encoding: chunked\r\n";
        return Stream.of(
                new Attack("Content-Length beside Transfer-Encoding", 400, head(chunkedHead + length()) + body),
                new Attack(
                        "Transfer-Encoding before Content-Length",
                        400,
                        head(HOST + type + length() + "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
                new Attack(
                        "Transfer-Encoding in HTTP/1.0",
                        400,
                        "POST " + path + " HTTP/1.0\r\n" + chunkedHead + "\r\n0\r\n\r\n"),
                new Attack("two equal lengths", 400, head(good + length()) + body),
                new Attack("two different lengths", 400, head(good + "Content-Length: 3\r\n") + body),
                new Attack(
                        "a list of lengths",
                        400,
                        head(HOST + type + "Content-Length: " + body.length() + ", " + body.length() + "\r\n") + body),
                new Attack("a length with a sign", 400, head(HOST + type + "Content-Length: +5\r\n") + "<a/>x"),
                new Attack("a negative length", 400, head(HOST + type + "Content-Length: -1\r\n")),
                new Attack("a hexadecimal length", 400, head(HOST + type + "Content-Length: 0x5\r\n") + "<a/>x"),
                new Attack("an empty length", 400, head(HOST + type + "Content-Length: \r\n")),
                new Attack("an enormous length", 400, head(HOST + type + "Content-Length: 99999999999999999999\r\n")),
                new Attack(
                        "an unknown coding", 400, head(HOST + type + "Transfer-Encoding: xchunked\r\n") + "0\r\n\r\n"),
                new Attack(
                        "chunked twice",
                        400,
                        head(HOST + type + "Transfer-Encoding: chunked, chunked\r\n") + "0\r\n\r\n"),
                new Attack(
                        "two Transfer-Encodings",
                        400,
                        head(chunkedHead + "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
                new Attack(
                        "identity and chunked",
                        400,
                        head(HOST + type + "Transfer-Encoding: identity, chunked\r\n") + "0\r\n\r\n"),
                new Attack("obsolete folding", 400, head(HOST + type + "X-A: b\r\n c\r\n" + length()) + body),
                new Attack("folding with a tab", 400, head(HOST + type + "X-A: b\r\n\tc\r\n" + length()) + body),
                new Attack("a line that ends with LF", 400, head(HOST + "X-A: b\n" + type + length()) + body),
                new Attack(
                        "only LF everywhere",
                        400,
                        ("POST " + path + " HTTP/1.1\n" + good.replace("\r", "") + "\n") + body),
                new Attack("a bare CR in a value", 400, head(HOST + "X-A: b\rc\r\n" + type + length()) + body),
                new Attack("a zero byte in a value", 400, head(HOST + "X-A: b\0c\r\n" + type + length()) + body),
                new Attack("a control character in a name", 400, head(HOST + "X\1A: b\r\n" + good) + body),
                new Attack("a space in a name", 400, head(good + "X A: b\r\n") + body),
                new Attack(
                        "a space before the colon",
                        400,
                        head(HOST + type + "Content-Length : " + body.length() + "\r\n") + body),
                new Attack("a line without a colon", 400, head(good + "nonsense\r\n") + body),
                new Attack("an empty name", 400, head(good + ": b\r\n") + body),
                new Attack("no Host", 400, head(type + length()) + body),
                new Attack("two Hosts", 400, head(HOST + good) + body),
                new Attack("an empty Host", 400, head("Host:\r\n" + type + length()) + body),
                new Attack("a Host that is none", 400, head("Host: a b\r\n" + type + length()) + body),
                new Attack("a Host without its bracket", 400, head("Host: [::1\r\n" + type + length()) + body),
                new Attack("a Host with two colons", 400, head("Host: a:b:c\r\n" + type + length()) + body),
                new Attack("a Host with a port too high", 400, head("Host: b:99999\r\n" + type + length()) + body),
                new Attack("a Host with a named port", 400, head("Host: b:http\r\n" + type + length()) + body),
                new Attack("a port without a Host", 400, head("Host: :80\r\n" + type + length()) + body),
                new Attack("brackets around a name", 400, head("Host: [bus]\r\n" + type + length()) + body),
                new Attack("a bare IPv6 address", 400, head("Host: ::1\r\n" + type + length()) + body),
                new Attack("text behind brackets", 400, head("Host: [::1]x\r\n" + type + length()) + body),
                new Attack("two content types", 400, head(good + type) + body),
                new Attack("a chunk size that is no number", 400, chunked("xyz\r\n")),
                new Attack("a chunk size with 0x", 400, chunked("0x" + hex() + "\r\n")),
                new Attack("a chunk size with a space", 400, chunked(" " + hex() + "\r\n")),
                new Attack("a negative chunk size", 400, chunked("-" + hex() + "\r\n")),
                new Attack("an empty chunk size", 400, chunked("\r\n")),
                new Attack("a chunk size that overflows", 400, chunked("ffffffffffffffff" + hex() + "\r\n")),
                new Attack("a chunk size line that ends with LF", 400, chunked(hex() + "\n")),
                new Attack("an extension with a control character", 400, chunked(hex() + ";a=\1\r\n")),
                new Attack("an extension that ends with LF", 400, chunked(hex() + ";a=b\n")),
                new Attack("an extension without a name", 400, chunked(hex() + ";\r\n")),
                new Attack("an endless extension", 400, chunked(hex() + ";a=" + "b".repeat(9000) + "\r\n")),
                new Attack(
                        "a chunk longer than its size",
                        400,
                        head(chunkedHead) + Integer.toHexString(body.length() - 1) + "\r\n" + body + "\r\n0\r\n\r\n"),
                new Attack(
                        "a trailer that is none",
                        400,
                        head(chunkedHead) + hex() + "\r\n" + body + "\r\n0\r\nbad line\r\n\r\n"),
                new Attack("no version", 400, "POST " + path + "\r\n" + good + "\r\n" + body),
                new Attack("two spaces", 400, "POST  " + path + " HTTP/1.1\r\n" + good + "\r\n" + body),
                new Attack("a target that is a URL", 400, "POST http://bus" + path + " HTTP/1.1\r\n" + good + "\r\n"),
                new Attack("a fragment", 400, "POST " + path + "#a HTTP/1.1\r\n" + good + "\r\n" + body),
                new Attack("HTTP/2.0", 505, "POST " + path + " HTTP/2.0\r\n" + good + "\r\n" + body),
                new Attack("TLS on a plain port", 400, "\26\3\1\2\0\1\0\1\r\n"),
                new Attack("no length", 411, head(HOST + type)),
                new Attack("an unknown expectation", 417, head(good + "Expect: 200-ok\r\n") + body),
                new Attack("a long target", 414, "POST /" + "a".repeat(3000) + " HTTP/1.1\r\n" + good + "\r\n"),
                new Attack("an endless target", 414, "POST /" + "a".repeat(40_000)),
                new Attack("a large header", 431, head(good + "X-A: " + "b".repeat(20_000) + "\r\n")),
                new Attack("many header fields", 431, head(good + "X-A: b\r\n".repeat(101))),
                new Attack("an open quote in an extension", 400, chunked(hex() + ";a=\"b\r\n")),
                new Attack("a backslash in an extension", 400, chunked(hex() + ";a=\"b\\\"\r\n")),
                new Attack("a space before an extension", 400, chunked(hex() + " ;a=b\r\n")));
    }
}
