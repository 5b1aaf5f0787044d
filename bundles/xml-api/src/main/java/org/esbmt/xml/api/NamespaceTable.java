package org.esbmt.xml.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The namespaces of a grammar, each with a number, so that the comparison of names needs no strings. */
public final class NamespaceTable {
    /** No namespace. */
    public static final int NONE = 0;
    /** A namespace that is not in the table. */
    public static final int OTHER = -1;
    /** An undeclared prefix; only below the lexer's strict depth. */
    public static final int UNDECLARED = -2;
    /** {@code http://www.w3.org/XML/1998/namespace}, the namespace of the undeclared prefix {@code xml}. */
    public static final int XML = -3;
    /** {@code http://www.w3.org/2000/xmlns/}; no prefix may be bound to it. */
    static final int XMLNS = -4;
    /** A namespace outside the table that belongs to its family; see {@link #withFamily}. */
    public static final int FAMILY = -5;

    private static final byte[] XML_URI = "http://www.w3.org/XML/1998/namespace".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] XMLNS_URI = "http://www.w3.org/2000/xmlns/".getBytes(StandardCharsets.US_ASCII);

    private final byte[][] uris;
    /** In lower case; empty if there is none. */
    private final byte[] family;

    /** The first URI gets number 1. */
    public NamespaceTable(String... uris) {
        this(
                new byte[0],
                Arrays.stream(uris).map(u -> u.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new));
    }

    private NamespaceTable(byte[] family, byte[][] uris) {
        this.family = family;
        this.uris = uris;
    }

    /**
     * The same table with a family. Namespaces outside the table that begin with this text have the number {@link
     * #FAMILY}. The comparison ignores the case of ASCII and leading white space. Grammars use it to refuse near misses
     * and other versions.
     */
    public NamespaceTable withFamily(String beginning) {
        return new NamespaceTable(beginning.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII), uris);
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
        if (Arrays.equals(XMLNS_URI, 0, XMLNS_URI.length, bytes, from, to)) {
            return XMLNS;
        }
        return isOfFamily(bytes, from, to) ? FAMILY : OTHER;
    }

    private boolean isOfFamily(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] >= 0 && bytes[i] <= ' ') {
            i++;
        }
        if (family.length == 0 || to - i < family.length) {
            return false;
        }
        for (byte expected : family) {
            if (StartTag.lowerCase(bytes[i++]) != expected) {
                return false;
            }
        }
        return true;
    }
}
