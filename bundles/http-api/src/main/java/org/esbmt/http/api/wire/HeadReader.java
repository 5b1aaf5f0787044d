package org.esbmt.http.api.wire;

import io.netty.buffer.ByteBuf;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the start line and the header fields of a connection's messages, one after the other. It refuses everything
 * that two readers could interpret differently (RFC 9112, section 11). Lines have no bare CR or LF, no obsolete folding,
 * no space before the colon and no control characters. Lengths are not repeated, malformed or beside Transfer-Encoding.
 * Transfer-Encoding is one {@code chunked}, and absent in HTTP/1.0. Subclasses read the start line.
 */
abstract class HeadReader {
    private static final int STEP = 1024;
    private static final int MAX_LENGTH_DIGITS = 18;
    private static final int MAX_PORT = 65_535;
    private static final String BEARER = "bearer ";

    private final HeaderNames headerNames;
    private final int maxBytes;
    private final int maxFields;
    private final Headers.Builder passed = new Headers.Builder();

    /** The octets so far of a head that comes in pieces. Most heads come whole and need no copy here. */
    private byte[] bytes = {};

    private int received;
    private int lineStart;
    private int start;

    private int hosts;
    private boolean http11;
    private long contentLength;
    private boolean chunked;
    private boolean closeToken;
    private boolean keepAliveToken;
    private boolean contentEncoded;
    private String contentType;
    private boolean expectsContinue;
    private int authorizations;
    private String bearerToken;

    HeadReader(HeaderNames headerNames, int maxBytes, int maxFields) {
        this.headerNames = headerNames;
        this.maxBytes = maxBytes;
        this.maxFields = maxFields;
    }

    /** Must be called before the first octet of each head. */
    public void reset() {
        received = 0;
        lineStart = 0;
        start = 0;
    }

    /** Returns true if an octet of the current head has been received. */
    public boolean begun() {
        return received > 0;
    }

    /**
     * Takes octets up to the end of the head and no further.
     *
     * @param scratch at least {@value #STEP} octets for exclusive use during the call. A head that comes whole is read
     *     there. This memory is the same for all connections, so it stays in the caches
     * @return true if the head is complete; its parts are available until {@link #reset}
     */
    public boolean read(ByteBuf in, byte[] scratch) throws HttpRefusal {
        while (in.isReadable()) {
            int n = Math.min(in.readableBytes(), Math.min(STEP, maxBytes + 1 - received));
            byte[] b = received == 0 ? scratch : room(n);
            in.getBytes(in.readerIndex(), b, received, n);
            int end = endOfHead(b, received, received + n);
            if (end >= 0) {
                in.skipBytes(end - received);
                received = end;
                parse(b, end);
                return true;
            }
            if (received == 0) {
                System.arraycopy(scratch, 0, room(n), 0, n);
            }
            in.skipBytes(n);
            received += n;
            if (received > maxBytes) {
                throw lineStart == start ? startLineTooLong() : new HttpRefusal(431, "the header is too large");
            }
        }
        return false;
    }

    private byte[] room(int more) {
        if (received + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(maxBytes + 1, Math.max(STEP, 2 * bytes.length)));
        }
        return bytes;
    }

    /** The index after the empty line that ends the head, or -1. */
    private int endOfHead(byte[] b, int from, int to) throws HttpRefusal {
        for (int i = from; i < to; i++) {
            if (b[i] == '\n') {
                if (i == 0 || b[i - 1] != '\r') {
                    throw HttpRefusal.malformed("a line that ends without CR");
                }
                if (lineStart == i - 1) {
                    if (i > 1) {
                        if (lineStart == start) {
                            throw HttpRefusal.malformed("empty lines before the message");
                        }
                        return i + 1;
                    }
                    start = 2; // one empty line before the message is skipped (RFC 9112, section 2.2)
                }
                lineStart = i + 1;
            }
        }
        return -1;
    }

    private void parse(byte[] b, int end) throws HttpRefusal {
        hosts = 0;
        contentLength = -1;
        chunked = false;
        closeToken = false;
        keepAliveToken = false;
        contentEncoded = false;
        contentType = null;
        expectsContinue = false;
        authorizations = 0;
        bearerToken = null;
        passed.build();

        int lineEnd = start;
        while (b[lineEnd] != '\r') {
            lineEnd++;
        }
        if (b[lineEnd + 1] != '\n') {
            throw HttpRefusal.malformed("a bare CR");
        }
        http11 = startLine(b, start, lineEnd);
        int at = lineEnd + 2;
        for (int fields = 0; at < end - 2; fields++) {
            if (fields == maxFields) {
                throw HttpRefusal.tooManyFields();
            }
            at = field(b, at);
        }
        if (chunked && contentLength >= 0) {
            throw HttpRefusal.malformed("Content-Length beside Transfer-Encoding");
        }
        if (chunked && !http11) {
            throw HttpRefusal.malformed("Transfer-Encoding in HTTP/1.0");
        }
    }

    /** Reads one field and returns the start of the next line. */
    private int field(byte[] b, int from) throws HttpRefusal {
        int i = from;
        int hash = 0;
        while (Bytes.is(Bytes.TOKEN, b[i])) {
            hash = HeaderNames.hash(hash, b[i]);
            i++;
        }
        int nameTo = i;
        if (nameTo == from || b[i] != ':') {
            throw HttpRefusal.malformed("a header field without a proper name");
        }
        i++;
        while (b[i] == ' ' || b[i] == '\t') {
            i++;
        }
        int valueFrom = i;
        while (Bytes.is(Bytes.VALUE, b[i])) {
            i++;
        }
        if (b[i] != '\r' || b[i + 1] != '\n') {
            throw HttpRefusal.malformed("a control character in a header field");
        }
        int next = i + 2;
        while (i > valueFrom && (b[i - 1] == ' ' || b[i - 1] == '\t')) {
            i--;
        }
        HeaderName name = headerNames.find(b, from, nameTo, hash);
        if (name != null) {
            take(name, b, valueFrom, i);
        }
        return next;
    }

    private void take(HeaderName name, byte[] b, int from, int to) throws HttpRefusal {
        switch (name.role()) {
            case CONTENT_LENGTH -> {
                if (contentLength >= 0) {
                    throw HttpRefusal.malformed("repeated Content-Length");
                }
                contentLength = length(b, from, to);
            }
            case TRANSFER_ENCODING -> {
                if (chunked || !Bytes.equalsLower(b, from, to, "chunked")) {
                    throw HttpRefusal.malformed("Transfer-Encoding that is not one 'chunked'");
                }
                chunked = true;
            }
            case HOST -> {
                hosts++;
                checkHost(b, from, to);
                if (name.passed()) {
                    passed.add(name, text(b, from, to));
                }
            }
            case CONNECTION -> connection(b, from, to);
            case EXPECT -> {
                if (!Bytes.equalsLower(b, from, to, "100-continue")) {
                    throw new HttpRefusal(417, "an unknown expectation");
                }
                expectsContinue = true;
            }
            case CONTENT_ENCODING -> contentEncoded |= !Bytes.equalsLower(b, from, to, "identity");
            case CONTENT_TYPE -> {
                contentType = text(b, from, to);
                passed.add(name, contentType);
            }
            case AUTHORIZATION -> authorization(b, from, to);
            case LIST, SINGLE -> passed.add(name, text(b, from, to));
        }
    }

    /** Keeps a bearer token; other schemes are skipped. Readers would disagree about a second field beside a token. */
    private void authorization(byte[] b, int from, int to) throws HttpRefusal {
        authorizations++;
        int scheme = from + BEARER.length();
        if (scheme <= to && Bytes.equalsLower(b, from, scheme, BEARER)) {
            while (scheme < to && b[scheme] == ' ') {
                scheme++;
            }
            bearerToken = text(b, scheme, to);
        }
        if (authorizations > 1 && bearerToken != null) {
            throw HttpRefusal.malformed("repeated Authorization");
        }
    }

    private static long length(byte[] b, int from, int to) throws HttpRefusal {
        if (to == from || to - from > MAX_LENGTH_DIGITS) {
            throw HttpRefusal.malformed("a Content-Length that is no number we take");
        }
        long n = 0;
        for (int i = from; i < to; i++) {
            if (b[i] < '0' || b[i] > '9') {
                throw HttpRefusal.malformed("a Content-Length that is not a number");
            }
            n = n * 10 + (b[i] - '0');
        }
        return n;
    }

    /** {@code host [ ":" port ]} of RFC 3986, section 3.2: a name or an IPv4 address, or an IPv6 address in brackets. */
    private static void checkHost(byte[] b, int from, int to) throws HttpRefusal {
        int hostTo = from < to && b[from] == '[' ? addressEnd(b, from, to) : nameEnd(b, from, to);
        if (hostTo == from) {
            throw HttpRefusal.malformed("an empty Host");
        }
        if (hostTo < to && (b[hostTo] != ':' || !isPort(b, hostTo + 1, to))) {
            throw HttpRefusal.malformed("a Host that is no host and port");
        }
    }

    private static int nameEnd(byte[] b, int from, int to) {
        int i = from;
        while (i < to && Bytes.is(Bytes.HOST, b[i])) {
            i++;
        }
        return i;
    }

    /** The index after the closing bracket. */
    private static int addressEnd(byte[] b, int from, int to) throws HttpRefusal {
        int i = from + 1;
        while (i < to && (Bytes.hex(b[i]) >= 0 || b[i] == ':' || b[i] == '.')) {
            i++;
        }
        if (i == to || b[i] != ']' || !NetUtil.isValidIpV6Address(text(b, from + 1, i))) {
            throw HttpRefusal.malformed("a Host with brackets, but without an IPv6 address in them");
        }
        return i + 1;
    }

    /** Returns true for digits, or an empty text (RFC 3986, section 3.2.3). */
    private static boolean isPort(byte[] b, int from, int to) {
        int port = 0;
        for (int i = from; i < to; i++) {
            if (b[i] < '0' || b[i] > '9' || port > MAX_PORT) {
                return false;
            }
            port = 10 * port + (b[i] - '0');
        }
        return port <= MAX_PORT;
    }

    private void connection(byte[] b, int from, int to) {
        int i = from;
        while (i < to) {
            int tokenFrom = i;
            while (i < to && b[i] != ',') {
                i++;
            }
            int tokenTo = i;
            while (tokenTo > tokenFrom && (b[tokenTo - 1] == ' ' || b[tokenTo - 1] == '\t')) {
                tokenTo--;
            }
            closeToken |= Bytes.equalsLower(b, tokenFrom, tokenTo, "close");
            keepAliveToken |= Bytes.equalsLower(b, tokenFrom, tokenTo, "keep-alive");
            i++;
            while (i < to && (b[i] == ' ' || b[i] == '\t')) {
                i++;
            }
        }
    }

    /** Decodes octets as ISO 8859-1, as in field values. */
    static String text(byte[] b, int from, int to) {
        return new String(b, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads the first line.
     *
     * @return true for HTTP/1.1, false for HTTP/1.0
     */
    abstract boolean startLine(byte[] b, int from, int to) throws HttpRefusal;

    abstract HttpRefusal startLineTooLong();

    final int hosts() {
        return hosts;
    }

    public final boolean isHttp11() {
        return http11;
    }

    /** The declared length of the body, or -1. */
    public final long contentLength() {
        return contentLength;
    }

    public final boolean isChunked() {
        return chunked;
    }

    /** Returns true if the sender keeps the connection open after this message. */
    public final boolean keepAlive() {
        return http11 ? !closeToken : keepAliveToken && !closeToken;
    }

    public final boolean isContentEncoded() {
        return contentEncoded;
    }

    public final boolean expectsContinue() {
        return expectsContinue && http11;
    }

    /** The bearer token in Authorization; null if there is none. */
    public final String bearerToken() {
        return bearerToken;
    }

    /** The content type; null if there is none. */
    public final String contentType() {
        return contentType;
    }

    /** The fields on the allow-list. Must be called once for each message. */
    public final Headers takeHeaders() {
        return passed.build();
    }
}
