package org.esbmt.message.security.internal.xml;

import java.util.Arrays;

/** The namespace declarations that a canonical form has shown so far, and those that the current start tag must show. */
final class RenderedNamespaces {
    /** The default namespace is needed and none, and nothing in force says so. */
    private static final int UNDECLARED = -1;

    private Markup m;

    /** Depth, then as a declaration of {@link Markup}: what is shown, innermost last. */
    private int[] shown = new int[16 * Markup.STRIDE];

    /** The declaration of each that is shown. */
    private int[] shownDeclarations = new int[16];

    private int shownCount;

    /** Declarations of the markup, or {@link #UNDECLARED}. */
    private int[] needed = new int[16];

    private int neededCount;
    private int last;

    // Prefixes of elements that were found shown, since the last start tag that was not plain: most elements have one
    // of these.

    private boolean defaultShown;
    private int shownPrefixFrom;
    private int shownPrefixTo;
    private int declarationsThen;
    private int shownThen;

    void clear() {
        shownCount = 0;
        forgetPrefixes();
    }

    private void forgetPrefixes() {
        defaultShown = false;
        shownPrefixFrom = 0;
        shownPrefixTo = 0;
    }

    void begin(Markup markup) {
        m = markup;
        neededCount = 0;
        forgetPrefixes();
    }

    /** The start tag uses the prefixes of its element and its attributes. */
    void needUsed() {
        need(m.nameFrom, m.prefixTo());
        for (int i = 0; i < m.attributeCount; i++) {
            int c = m.attributes[i * Markup.STRIDE + 1];
            if (c >= 0) {
                need(m.attributes[i * Markup.STRIDE], c);
            }
        }
    }

    /** True if all namespaces of a start tag without declarations are shown around it. */
    boolean shows(Markup markup) {
        neededCount = 0;
        knows(markup);
        boolean known = isKnown(m.nameFrom, m.prefixTo());
        if (known && !hasPrefixedAttribute()) {
            return true;
        }
        needUsed();
        if (neededCount > 0) {
            return false;
        }
        if (m.colon < 0) {
            defaultShown = true;
        } else {
            shownPrefixFrom = m.nameFrom;
            shownPrefixTo = m.colon;
        }
        return true;
    }

    /** True if a prefix is known to be shown around the next token. */
    boolean knows(Markup markup) {
        m = markup;
        if (m.declarationCount != declarationsThen || shownCount != shownThen) { // an element has ended that has some
            forgetPrefixes();
            declarationsThen = m.declarationCount;
            shownThen = shownCount;
        }
        return defaultShown || shownPrefixTo > shownPrefixFrom;
    }

    /** The depth of the innermost element that shows a namespace; 0 if there is none. */
    int depth() {
        return shownCount == 0 ? 0 : shown[(shownCount - 1) * Markup.STRIDE];
    }

    /** True if this prefix is known to be shown. */
    boolean isKnown(int from, int to) {
        if (from == to) {
            return defaultShown;
        }
        if (to - from != shownPrefixTo - shownPrefixFrom) {
            return false;
        }
        for (int i = 0; i < to - from; i++) {
            if (m.bytes[from + i] != m.bytes[shownPrefixFrom + i]) {
                return false;
            }
        }
        return true;
    }

    private boolean hasPrefixedAttribute() {
        for (int i = 0; i < m.attributeCount; i++) {
            if (m.attributes[i * Markup.STRIDE + 1] >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Forgets what the element at this depth has shown. */
    void leave(int depth) {
        while (shownCount > 0 && shown[(shownCount - 1) * Markup.STRIDE] >= depth) {
            shownCount--;
        }
    }

    /** The start tag uses this prefix. */
    void need(int prefixFrom, int prefixTo) {
        boolean xml = prefixTo - prefixFrom == 3 && m.isXml(prefixFrom);
        if (!xml) {
            need(m.find(prefixFrom, prefixTo), prefixFrom, prefixTo);
        }
    }

    /** The prefix is listed, and belongs to the canonical form where it is declared. */
    void needIfDeclared(byte[] prefix) {
        for (int i = m.declarationCount - 1; i >= 0; i--) {
            int from = m.declarations[i * Markup.STRIDE + 1];
            int to = m.declarations[i * Markup.STRIDE + 2];
            if (Arrays.equals(m.bytes, from, to, prefix, 0, prefix.length)) {
                boolean xml = to - from == 3 && m.isXml(from);
                if (!xml) {
                    need(i, from, to);
                }
                return;
            }
        }
    }

    private void need(int declaration, int prefixFrom, int prefixTo) {
        if (isShownItself(declaration) || isShown(declaration, prefixFrom, prefixTo)) {
            return;
        }
        for (int i = 0; i < neededCount; i++) {
            if (needed[i] == declaration) {
                return;
            }
        }
        if (neededCount == needed.length) {
            needed = Arrays.copyOf(needed, 2 * neededCount);
        }
        needed[neededCount++] = declaration;
    }

    /** A declaration goes out of force with its element, and what was shown within does so before. */
    private boolean isShownItself(int declaration) {
        for (int i = shownCount - 1; i >= 0; i--) {
            if (shownDeclarations[i] == declaration && declaration != UNDECLARED) {
                return true;
            }
        }
        return false;
    }

    private boolean isShown(int declaration, int prefixFrom, int prefixTo) {
        int uriFrom = declaration < 0 ? 0 : m.declarations[declaration * Markup.STRIDE + 3];
        int uriTo = declaration < 0 ? 0 : m.declarations[declaration * Markup.STRIDE + 4];
        for (int i = shownCount - 1; i >= 0; i--) {
            int at = i * Markup.STRIDE;
            if (Arrays.equals(m.bytes, shown[at + 1], shown[at + 2], m.bytes, prefixFrom, prefixTo)) {
                return Arrays.equals(m.bytes, shown[at + 3], shown[at + 4], m.bytes, uriFrom, uriTo);
            }
        }
        return uriFrom == uriTo; // no default namespace, as around the canonical form
    }

    /** Sorts the needed declarations by prefix. Returns their number. */
    int sort() {
        for (int i = 1; i < neededCount; i++) {
            int one = needed[i];
            int j = i;
            for (; j > 0 && compare(needed[j - 1], one) > 0; j--) {
                needed[j] = needed[j - 1];
            }
            needed[j] = one;
        }
        return neededCount;
    }

    private int compare(int one, int other) {
        if (one == UNDECLARED || other == UNDECLARED) {
            return Integer.compare(one, other);
        }
        int x = one * Markup.STRIDE;
        int y = other * Markup.STRIDE;
        int[] d = m.declarations;
        return Arrays.compareUnsigned(m.bytes, d[x + 1], d[x + 2], m.bytes, d[y + 1], d[y + 2]);
    }

    /** Counts a needed declaration as shown; the four methods below tell of it then. */
    void render(int index) {
        if (shownCount * Markup.STRIDE == shown.length) {
            shown = Arrays.copyOf(shown, 2 * shown.length);
            shownDeclarations = Arrays.copyOf(shownDeclarations, 2 * shownDeclarations.length);
        }
        shownDeclarations[shownCount] = needed[index];
        last = shownCount++ * Markup.STRIDE;
        shown[last] = m.depth;
        int declaration = needed[index] * Markup.STRIDE;
        for (int i = 1; i < Markup.STRIDE; i++) {
            shown[last + i] = declaration < 0 ? 0 : m.declarations[declaration + i];
        }
    }

    int prefixFrom() {
        return shown[last + 1];
    }

    int prefixTo() {
        return shown[last + 2];
    }

    int uriFrom() {
        return shown[last + 3];
    }

    int uriTo() {
        return shown[last + 4];
    }
}
