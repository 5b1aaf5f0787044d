package org.esbmt.administration.rest.internal.json;

import static java.util.Objects.requireNonNull;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body with a bound on its bytes. */
final class LimitedBody extends FilterInputStream {
    private final long limit;
    private long read;

    /** The body is longer than the bound. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long limit) {
            super("the body has more than " + limit + " bytes");
        }
    }

    LimitedBody(InputStream body, long limit) {
        super(requireNonNull(body, "body"));
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int more) throws TooLongException {
        read += more;
        if (read > limit) {
            throw new TooLongException(limit);
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
