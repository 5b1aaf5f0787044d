package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** The order of attributes in canonical form: by namespace, then by local name, those without a namespace first. */
final class AttributeOrder {
    private static final byte[] XML = "http://www.w3.org/XML/1998/namespace".getBytes(US_ASCII);
    private static final int NO_NAMESPACE = -2;
    /** Only the prefix xml needs no declaration. */
    private static final int UNDECLARED = -1;

    private int[] order = new int[8];
    /** The declaration of each attribute's prefix, found once: an element may have a hundred of them. */
    private int[] declarations = new int[8];

    /** The indices of the current tag's attributes in their order; as many as it has attributes. */
    int[] of(Markup m) {
        int n = m.attributeCount;
        if (order.length < n) {
            order = new int[n];
            declarations = new int[n];
        }
        for (int i = 0; i < n; i++) {
            int at = i * Markup.STRIDE;
            int colon = m.attributes[at + 1];
            declarations[i] = colon < 0 ? NO_NAMESPACE : m.find(m.attributes[at], colon);
            int j = i;
            for (; j > 0 && compare(m, order[j - 1], i) > 0; j--) {
                order[j] = order[j - 1];
            }
            order[j] = i;
        }
        return order;
    }

    /** True if the current tag has its attributes in their order. */
    boolean isKept(Markup m) {
        int n = m.attributeCount;
        if (n < 2) {
            return true;
        }
        int[] a = m.attributes;
        boolean kept = a[1] < 0;
        for (int i = 1; kept && i < n; i++) {
            int at = i * Markup.STRIDE;
            int before = at - Markup.STRIDE;
            byte first = m.bytes[a[before]];
            byte second = m.bytes[a[at]];
            kept = a[at + 1] < 0
                    && (first == second
                            ? Arrays.compareUnsigned(m.bytes, a[before], a[before + 2], m.bytes, a[at], a[at + 2]) < 0
                            : (first & 0xFF) < (second & 0xFF));
        }
        return kept || isSorted(of(m), n);
    }

    private static boolean isSorted(int[] indices, int n) {
        for (int i = 0; i < n; i++) {
            if (indices[i] != i) {
                return false;
            }
        }
        return true;
    }

    private int compare(Markup m, int one, int other) {
        int byNamespace = compareNamespaces(m, declarations[one], declarations[other]);
        if (byNamespace != 0) {
            return byNamespace;
        }
        int[] a = m.attributes;
        int x = one * Markup.STRIDE;
        int y = other * Markup.STRIDE;
        int localX = a[x + 1] < 0 ? a[x] : a[x + 1] + 1;
        int localY = a[y + 1] < 0 ? a[y] : a[y + 1] + 1;
        return Arrays.compareUnsigned(m.bytes, localX, a[x + 2], m.bytes, localY, a[y + 2]);
    }

    private static int compareNamespaces(Markup m, int one, int other) {
        if (one == other) {
            return 0;
        }
        if (one == NO_NAMESPACE || other == NO_NAMESPACE) {
            return one == NO_NAMESPACE ? -1 : 1;
        }
        int x = one * Markup.STRIDE;
        int y = other * Markup.STRIDE;
        int[] d = m.declarations;
        if (one == UNDECLARED) {
            return Arrays.compareUnsigned(XML, 0, XML.length, m.bytes, d[y + 3], d[y + 4]);
        }
        if (other == UNDECLARED) {
            return Arrays.compareUnsigned(m.bytes, d[x + 3], d[x + 4], XML, 0, XML.length);
        }
        return Arrays.compareUnsigned(m.bytes, d[x + 3], d[x + 4], m.bytes, d[y + 3], d[y + 4]);
    }
}
