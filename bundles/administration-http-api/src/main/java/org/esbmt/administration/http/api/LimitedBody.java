package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body, or an envelope in one, with a bound on its bytes. Confined to one thread. */
public final class LimitedBody extends FilterInputStream {
    private final long limit;
    private long read;

    /** The body is longer than the bound. */
    public static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long limit) {
            super("the body has more than " + limit + " bytes");
        }
    }

    /** @param limit the bytes of the body; the read of a further one throws {@link TooLongException} */
    public LimitedBody(InputStream body, long limit) {
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
