package org.esbmt.http.bc.internal.soap;

import io.netty.buffer.ByteBuf;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Feeds network buffers to a lexer: from their backing array, if they have one, else through a small array of the
 * thread.
 */
final class Pieces {
    /** Half of a processor's first cache, so that the copy is read from there. */
    private static final int WINDOW_BYTES = 16 * 1024;

    private static final ThreadLocal<byte[]> WINDOW = ThreadLocal.withInitial(() -> new byte[WINDOW_BYTES]);

    private Pieces() {}

    static void feed(XmlLexer lexer, ByteBuf piece) throws XmlRefusedException {
        int from = piece.readerIndex();
        int to = piece.writerIndex();
        if (piece.hasArray()) {
            int offset = piece.arrayOffset();
            lexer.feed(piece.array(), offset + from, offset + to);
            return;
        }
        byte[] window = WINDOW.get();
        for (int i = from; i < to; i += window.length) {
            int n = Math.min(window.length, to - i);
            piece.getBytes(i, window, 0, n);
            lexer.feed(window, 0, n);
        }
    }
}
