package org.esbmt.xml.api;

/**
 * The current piece of a document, shared by the parts of the lexer. Each method loads its fields itself. The compiler
 * inlines all methods into one. An array that is passed among them would stay on the stack, and each byte of text would
 * load it from there. {@code HeaderBenchmark} measured text a quarter slower then.
 */
final class Piece {
    byte[] bytes;
    /** Index behind the last byte that may be read. */
    int to;

    private long base;
    private boolean ascii;

    /** Refuses characters beyond US-ASCII from here on. */
    void ascii() {
        ascii = true;
    }

    boolean isAscii() {
        return ascii;
    }

    /** The length in bytes of the character that begins with this byte beyond ASCII. */
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

    /** Drops the reference to the bytes, which belong to the caller of the lexer. */
    void forget() {
        bytes = null;
    }
}
