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

    /** @param offset of the byte at {@code from} in the document */
    void begin(byte[] b, int from, int end, long offset) {
        bytes = b;
        to = end;
        base = offset - from;
    }

    /** Where the byte at an index stands in the document. */
    long offset(int i) {
        return base + i;
    }

    /** The bytes belong to who feeds. */
    void forget() {
        bytes = null;
    }
}
