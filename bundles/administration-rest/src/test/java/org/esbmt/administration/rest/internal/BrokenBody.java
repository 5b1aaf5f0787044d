package org.esbmt.administration.rest.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body whose client goes away after its begin. */
public final class BrokenBody extends InputStream {
    public static final String MESSAGE = "the client went away";

    private final InputStream begin;

    public BrokenBody(String begin) {
        this.begin = new ByteArrayInputStream(begin.getBytes(UTF_8));
    }

    @Override
    public int read() throws IOException {
        return checked(begin.read());
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return checked(begin.read(into, offset, length));
    }

    private static int checked(int read) throws IOException {
        if (read < 0) {
            throw new IOException(MESSAGE);
        }
        return read;
    }
}
