package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An envelope with a bound on its bytes. */
final class LimitedStream extends FilterInputStream {
    private final long limit;
    private long read;

    /** The envelope is longer than the bound. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long limit) {
            super("the envelope has more than " + limit + " bytes");
        }
    }

    LimitedStream(InputStream in, long limit) {
        super(requireNonNull(in, "in"));
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
