package org.esbmt.http.api.wire;

/** Reads the heads of responses, as strictly as those of requests: an attacker may control a back end. */
public final class ResponseReader extends HeadReader {
    private int status;

    public ResponseReader(HeaderNames headerNames, int maxBytes, int maxFields) {
        super(headerNames, maxBytes, maxFields);
    }

    @Override
    boolean startLine(byte[] b, int from, int to) throws HttpRefusal {
        boolean shape = to - from >= 12
                && b[from] == 'H'
                && b[from + 1] == 'T'
                && b[from + 2] == 'T'
                && b[from + 3] == 'P'
                && b[from + 4] == '/'
                && b[from + 5] == '1'
                && b[from + 6] == '.'
                && (b[from + 7] == '0' || b[from + 7] == '1')
                && b[from + 8] == ' '
                && (to - from == 12 || b[from + 12] == ' ');
        if (!shape) {
            throw HttpRefusal.malformed("not a status line of HTTP/1");
        }
        int code = 0;
        for (int i = from + 9; i < from + 12; i++) {
            if (b[i] < '0' || b[i] > '9') {
                throw HttpRefusal.malformed("a status that is not a number");
            }
            code = 10 * code + (b[i] - '0');
        }
        for (int i = from + 12; i < to; i++) {
            if (!Bytes.is(Bytes.VALUE, b[i])) {
                throw HttpRefusal.malformed("a control character in the status line");
            }
        }
        if (code < 100 || code > 599) {
            throw HttpRefusal.malformed("a status that does not exist");
        }
        status = code;
        return b[from + 7] == '1';
    }

    @Override
    HttpRefusal startLineTooLong() {
        return HttpRefusal.malformed("the status line is too long");
    }

    public int status() {
        return status;
    }
}
