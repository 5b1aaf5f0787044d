package org.esbmt.xml.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The namespaces that a grammar knows, each with a number, so that names are compared without making strings. */
public final class NamespaceTable {
    /** No namespace. */
    public static final int NONE = 0;
    /** A namespace that is not in the table. */
    public static final int OTHER = -1;
    /** A prefix that is not declared; only where the lexer was told not to mind. */
    public static final int UNDECLARED = -2;
    /** {@code http://www.w3.org/XML/1998/namespace}, which the prefix {@code xml} has without declaration. */
    public static final int XML = -3;
    /** {@code http://www.w3.org/2000/xmlns/}, which nothing may be bound to. */
    static final int XMLNS = -4;

    private static final byte[] XML_URI = "http://www.w3.org/XML/1998/namespace".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] XMLNS_URI = "http://www.w3.org/2000/xmlns/".getBytes(StandardCharsets.US_ASCII);

    private final byte[][] uris;

    /** The first URI gets number 1. */
    public NamespaceTable(String... uris) {
        this.uris =
                Arrays.stream(uris).map(u -> u.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    int number(byte[] bytes, int from, int length) {
        if (length == 0) {
            return NONE;
        }
        int to = from + length;
        for (int i = 0; i < uris.length; i++) {
            if (uris[i].length == length && Arrays.equals(uris[i], 0, length, bytes, from, to)) {
                return i + 1;
            }
        }
        if (Arrays.equals(XML_URI, 0, XML_URI.length, bytes, from, to)) {
            return XML;
        }
        return Arrays.equals(XMLNS_URI, 0, XMLNS_URI.length, bytes, from, to) ? XMLNS : OTHER;
    }
}
