package org.esbmt.xml.api;

/**
 * The namespace declarations in force for a {@link PlainReader}, innermost last. Prefixes stay in the document's bytes,
 * which all methods get. {@link NamespaceScope} has all rules; this class leaves everything unusual to it.
 */
final class PlainDeclarations {
    private static final int MOST = 16;
    private static final int STRIDE = 4;
    private static final int DEPTH = 0;
    private static final int PREFIX_FROM = 1;
    private static final int PREFIX_TO = 2;
    private static final int NUMBER = 3;

    private final NamespaceTable table;
    private int[] declarations; // null without declarations until now
    private int count;

    PlainDeclarations(NamespaceTable table) {
        this.table = table;
    }

    /**
     * Adds a declaration of an element; the prefix is empty for the default namespace.
     *
     * @return false if the lexer must judge it
     */
    boolean declare(byte[] b, int depth, int prefix, int prefixTo, int uri, int uriTo) {
        int number = table.number(b, uri, uriTo - uri);
        if (number == NamespaceTable.XML
                || number == NamespaceTable.XMLNS
                || (number == NamespaceTable.NONE && prefix < prefixTo)
                || beginsLikeXml(b, prefix, prefixTo)
                || count == MOST) {
            return false;
        }
        int outer = find(b, prefix, prefixTo);
        if (outer >= 0 && declarations[outer * STRIDE + DEPTH] == depth) {
            return false;
        }
        if (declarations == null) {
            declarations = new int[MOST * STRIDE];
        }
        int d = count++ * STRIDE;
        declarations[d + DEPTH] = depth;
        declarations[d + PREFIX_FROM] = prefix;
        declarations[d + PREFIX_TO] = prefixTo;
        declarations[d + NUMBER] = number;
        return true;
    }

    private static boolean beginsLikeXml(byte[] b, int from, int to) {
        return to - from >= 3 && b[from] == 'x' && b[from + 1] == 'm' && b[from + 2] == 'l';
    }

    /** Removes the declarations of the element at a depth, after its end tag. */
    void leave(int depth) {
        while (count > 0 && declarations[(count - 1) * STRIDE + DEPTH] == depth) {
            count--;
        }
    }

    /** The number of the namespace of an element with this prefix. */
    int resolve(byte[] b, int from, int to) {
        int found = find(b, from, to);
        if (found >= 0) {
            return declarations[found * STRIDE + NUMBER];
        }
        return from == to ? NamespaceTable.NONE : NamespaceTable.UNDECLARED;
    }

    /** Returns true if a prefix is declared. */
    boolean has(byte[] b, int from, int to) {
        return find(b, from, to) >= 0;
    }

    private int find(byte[] b, int from, int to) {
        for (int i = count - 1; i >= 0; i--) {
            int declared = declarations[i * STRIDE + PREFIX_FROM];
            if (declarations[i * STRIDE + PREFIX_TO] - declared == to - from
                    && XmlBytes.same(b, declared, b, from, to - from)) {
                return i;
            }
        }
        return -1;
    }
}
