package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import org.esbmt.message.security.internal.xml.CanonicalForm;

/**
 * A message with some ranges left out or rewritten. Of a signed Body it leaves out the comments, and it rewrites CDATA
 * sections as text: whoever carried the message could have put them in, so that a reader stops at their borders. Ranges
 * come in document order.
 */
final class Excerpt implements CanonicalForm.Asides {
    private static final int CDATA_START = 9;
    private static final int CDATA_END = 3;
    private static final byte[] AMP = "&amp;".getBytes(US_ASCII);
    private static final byte[] LT = "&lt;".getBytes(US_ASCII);
    private static final byte[] GT = "&gt;".getBytes(US_ASCII);

    private final byte[] message;
    /** Null while nothing is left out. */
    private ByteArrayOutputStream out;

    private int done;

    Excerpt(byte[] message) {
        this.message = message;
    }

    /** Leaves a range out. */
    void cut(int from, int to) {
        if (out == null) {
            out = new ByteArrayOutputStream(message.length);
        }
        out.write(message, done, from - done);
        done = to;
    }

    @Override
    public void comment(int from, int to) {
        cut(from, to);
    }

    @Override
    public void cdata(int from, int to) {
        cut(from, to);
        for (int i = from + CDATA_START; i < to - CDATA_END; i++) {
            switch (message[i]) {
                case '&' -> out.write(AMP, 0, AMP.length);
                case '<' -> out.write(LT, 0, LT.length);
                case '>' -> out.write(GT, 0, GT.length);
                default -> out.write(message[i]);
            }
        }
    }

    /** The message itself, if nothing is left out. */
    byte[] bytes() {
        if (out == null) {
            return message;
        }
        cut(message.length, message.length);
        return out.toByteArray();
    }
}
