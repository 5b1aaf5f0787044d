package org.esbmt.http.api.wire;

import java.util.Arrays;

/** Reads the heads of requests. It accepts the target only in origin form, as sent by clients to a server. */
public final class RequestReader extends HeadReader {
    private final int maxTarget;
    private String method;
    private String path;
    private String query;
    private byte[] lastTarget = {};
    private int lastTargetLength = -1;

    public RequestReader(HeaderNames headerNames, int maxTarget, int maxBytes, int maxFields) {
        super(headerNames, maxBytes, maxFields);
        this.maxTarget = maxTarget;
    }

    @Override
    boolean startLine(byte[] b, int from, int to) throws HttpRefusal {
        int i = from;
        while (Bytes.is(Bytes.TOKEN, b[i])) {
            i++;
        }
        if (i == from || b[i] != ' ') {
            throw HttpRefusal.malformed("a request line without a method");
        }
        method = i - from == 4 && b[from] == 'P' && b[from + 1] == 'O' && b[from + 2] == 'S' && b[from + 3] == 'T'
                ? "POST"
                : text(b, from, i);
        int targetFrom = ++i;
        while (Bytes.is(Bytes.TARGET, b[i])) {
            i++;
        }
        int targetTo = i;
        if (targetTo == targetFrom || b[targetFrom] != '/' || b[i] != ' ') {
            throw HttpRefusal.malformed("a request target that is no path");
        }
        if (targetTo - targetFrom > maxTarget) {
            throw startLineTooLong();
        }
        target(b, targetFrom, targetTo);
        return version(b, i + 1, to);
    }

    private void target(byte[] b, int from, int to) {
        int length = to - from;
        if (length == lastTargetLength && Arrays.equals(b, from, to, lastTarget, 0, length)) {
            return; // the connections of a busy client repeat the same target
        }
        int q = from;
        while (q < to && b[q] != '?') {
            q++;
        }
        path = text(b, from, q);
        query = q < to ? text(b, q + 1, to) : null;
        lastTarget = Arrays.copyOfRange(b, from, to);
        lastTargetLength = length;
    }

    private static boolean version(byte[] b, int from, int to) throws HttpRefusal {
        boolean shape = to - from == 8
                && b[from] == 'H'
                && b[from + 1] == 'T'
                && b[from + 2] == 'T'
                && b[from + 3] == 'P'
                && b[from + 4] == '/'
                && b[from + 5] >= '0'
                && b[from + 5] <= '9'
                && b[from + 6] == '.'
                && b[from + 7] >= '0'
                && b[from + 7] <= '9';
        if (!shape) {
            throw HttpRefusal.malformed("a request line without a version");
        }
        if (b[from + 5] != '1' || b[from + 7] > '1') {
            throw new HttpRefusal(505, "only HTTP/1.1 and HTTP/1.0");
        }
        return b[from + 7] == '1';
    }

    /** Checks the rules that depend on the whole head; must be called once it is complete. */
    public void checkHost() throws HttpRefusal {
        if (hosts() > 1 || (hosts() == 0 && isHttp11())) {
            throw HttpRefusal.malformed("a request must have one Host");
        }
    }

    @Override
    HttpRefusal startLineTooLong() {
        return new HttpRefusal(414, "the request target is too long");
    }

    public String method() {
        return method;
    }

    /** The path as sent, without the query; it is neither decoded nor normalized. */
    public String path() {
        return path;
    }

    /** The query after the question mark; null if there is none. */
    public String query() {
        return query;
    }
}
