package org.esbmt.administration.soap.internal.cxf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.esbmt.administration.soap.internal.refusal.Refusal;

/**
 * The bytes of a multipart message, with its last ones. CXF takes the end of the bytes for the end of a part. So a
 * message that broke off is told by the delimiter that it lacks.
 */
final class MultipartStream extends FilterInputStream {
    private static final int KEPT = 256;
    private static final int PIECE = 8_192;

    private byte[] last = new byte[0];

    MultipartStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        if (count > 0) {
            keep(into, offset, count);
        }
        return count;
    }

    private void keep(byte[] from, int offset, int count) {
        int old = Math.min(last.length, Math.max(0, KEPT - count));
        int added = Math.min(count, KEPT);
        byte[] kept = new byte[old + added];
        System.arraycopy(last, last.length - old, kept, 0, old);
        System.arraycopy(from, offset + count - added, kept, old, added);
        last = kept;
    }

    /** CXF closes what it has read to its end; the port closes the body. */
    @Override
    public void close() {}

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Reads the rest, and refuses a message that does not end with its last delimiter. */
    void finish(String boundary) throws IOException, Refusal {
        byte[] piece = new byte[PIECE];
        while (read(piece, 0, PIECE) >= 0) {
            // the text after the last delimiter has no meaning, and its end is checked below
        }
        if (!new String(last, ISO_8859_1).stripTrailing().endsWith("--" + boundary + "--")) {
            throw Refusal.invalid("the multipart message does not end with its delimiter");
        }
    }
}
