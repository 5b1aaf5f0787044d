package org.esbmt.xml.api;

/**
 * The piece of a document that is being read; the parts of the lexer share one. Each method loads from it what it needs:
 * an array that all of them handed on would be kept on the stack, since the compiler makes one of them all, and be loaded
 * from there for each byte of text ({@code HeaderBenchmark}, text: a quarter slower).
 */
final class Piece {
    byte[] bytes;
    /** Index behind the last byte that may be read. */
    int to;

    private long base;
    private boolean ascii;

    /** No character beyond US-ASCII is accepted from here on. */
    void ascii() {
        ascii = true;
    }

    /** How many bytes the character has that begins with this byte, which is not ASCII. */
    int characterLength(byte lead) throws XmlRefusedException {
        if (ascii) {
            throw XmlBytes.notAscii();
        }
        return XmlBytes.utf8Length(lead);
    }

    /** @param offset of the byte at {@code from} in the document */
    void begin(byte[] b, int from, int end, long offset) {
        bytes = b;
        to = end;
        base = offset - from;
    }

    /** The offset in the document of the byte at an index. */
    long offset(int i) {
        return base + i;
    }

    /** Drops the bytes, which belong to the caller that feeds them. */
    void forget() {
        bytes = null;
    }
}
