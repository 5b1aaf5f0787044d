package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The namespace declarations in force, innermost last (Namespaces in XML 1.0, section 6). A search is linear over
 * integers: a message has a handful of declarations, and no message may have more than {@link #MOST}.
 */
final class NamespaceScope {
    /** The greatest number of declarations in force at one time. */
    static final int MOST = 256;
    /** The greatest sum of bytes of their prefixes and names. */
    static final int MOST_BYTES = 64 * 1024;

    private static final int STRIDE = 7;
    private static final int DEPTH = 0;
    private static final int PREFIX_FROM = 1;
    private static final int URI_FROM = 2;
    private static final int URI_TO = 3;
    private static final int NUMBER = 4;
    private static final int URI_HASH = 5;
    /** The outermost declaration in force that names the same namespace. */
    private static final int FIRST = 6;

    private final NamespaceTable table;
    private byte[] bytes = new byte[256];
    private int used;
    private int[] declarations = new int[8 * STRIDE];
    /** The {@link NameKey} of each prefix. */
    private long[] keys = new long[8];

    private int count;
    /** The number of declarations, from the outermost one, that have {@link #URI_HASH} and {@link #FIRST}. */
    private int numbered;

    private long comparisons;

    NamespaceScope(NamespaceTable table) {
        this.table = table;
    }

    /** Adds the declaration {@code xmlns:prefix="uri"} of an element, or {@code xmlns="uri"} for an empty prefix. */
    void declare(int depth, byte[] b, int prefix, int prefixLength, int uri, int uriLength) throws XmlRefusedException {
        int number = table.number(b, uri, uriLength);
        if (prefixLength == 3 && b[prefix] == 'x' && b[prefix + 1] == 'm' && b[prefix + 2] == 'l') {
            if (number != NamespaceTable.XML) {
                throw new XmlRefusedException("The prefix xml is bound to another namespace.");
            }
        } else if (number == NamespaceTable.XML || number == NamespaceTable.XMLNS) {
            throw new XmlRefusedException("A namespace of XML itself is bound to a prefix.");
        }
        if (prefixLength > 0 && uriLength == 0) {
            throw new XmlRefusedException("A prefix is bound to no namespace.");
        }
        if (prefixLength == 5 && isXmlns(b, prefix)) {
            throw new XmlRefusedException("The prefix xmlns is declared.");
        }
        long key = NameKey.of(b, prefix, prefixLength);
        int outer = find(key, b, prefix, prefixLength);
        if (outer >= 0 && of(outer, DEPTH) == depth) {
            throw new XmlRefusedException("An element declares a prefix twice.");
        }
        if (count == MOST || used + prefixLength + uriLength > MOST_BYTES) {
            throw XmlRefusedException.limit("There are too many namespace declarations in force.");
        }
        if (count * STRIDE == declarations.length) {
            declarations = Arrays.copyOf(declarations, declarations.length * 2);
            keys = Arrays.copyOf(keys, keys.length * 2);
        }
        if (used + prefixLength + uriLength > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, used + prefixLength + uriLength));
        }
        System.arraycopy(b, prefix, bytes, used, prefixLength);
        System.arraycopy(b, uri, bytes, used + prefixLength, uriLength);
        int[] d = declarations;
        int at = count * STRIDE;
        keys[count] = key;
        d[at + DEPTH] = depth;
        d[at + PREFIX_FROM] = used;
        d[at + URI_FROM] = used + prefixLength;
        d[at + URI_TO] = used + prefixLength + uriLength;
        d[at + NUMBER] = number;
        used += prefixLength + uriLength;
        count++;
    }

    static boolean isXmlns(byte[] b, int from) {
        return b[from] == 'x' && b[from + 1] == 'm' && b[from + 2] == 'l' && b[from + 3] == 'n' && b[from + 4] == 's';
    }

    /** Removes the declarations of the element at {@code depth}, after its end tag. */
    void leave(int depth) {
        while (count > 0 && of(count - 1, DEPTH) >= depth) {
            count--;
            used = of(count, PREFIX_FROM);
        }
        numbered = Math.min(numbered, count);
    }

    /** The declaration of a prefix; -1 if there is none. */
    int find(byte[] b, int prefix, int length) {
        return find(NameKey.of(b, prefix, length), b, prefix, length);
    }

    private int find(long key, byte[] b, int prefix, int length) {
        for (int i = count - 1; i >= 0; i--) {
            boolean found = keys[i] == key
                    && (NameKey.isExact(length)
                            || isSame(of(i, PREFIX_FROM), of(i, URI_FROM), b, prefix, prefix + length));
            if (found) {
                return i;
            }
        }
        return -1;
    }

    /** The number of a prefix's namespace. */
    int resolve(byte[] b, int prefix, int length) {
        int found = find(b, prefix, length);
        if (found >= 0) {
            return of(found, NUMBER);
        }
        if (length == 0) {
            return NamespaceTable.NONE;
        }
        return length == 3 && b[prefix] == 'x' && b[prefix + 1] == 'm' && b[prefix + 2] == 'l'
                ? NamespaceTable.XML
                : NamespaceTable.UNDECLARED;
    }

    /**
     * A number shared by all declarations of one namespace, for a result of {@link #find}. It is computed once for each
     * declaration, since many attributes of an element may refer to it. Few messages ask, and names of namespaces are long: a
     * tenth of the time of a signed message (MessageSecurityCost).
     */
    int namespaceOf(int found) {
        for (; numbered <= found; numbered++) {
            int at = numbered * STRIDE;
            declarations[at + URI_HASH] = SeededHash.of(
                    bytes, declarations[at + URI_FROM], declarations[at + URI_TO] - declarations[at + URI_FROM]);
            declarations[at + FIRST] = first(numbered);
        }
        return of(found, FIRST);
    }

    private int first(int declared) {
        for (int i = 0; i < declared; i++) {
            if (of(i, URI_HASH) == of(declared, URI_HASH)
                    && isSame(of(i, URI_FROM), of(i, URI_TO), bytes, of(declared, URI_FROM), of(declared, URI_TO))) {
                return i;
            }
        }
        return declared;
    }

    private boolean isSame(int from, int to, byte[] b, int otherFrom, int otherTo) {
        comparisons++;
        return Arrays.equals(bytes, from, to, b, otherFrom, otherTo);
    }

    /** The number of byte-by-byte comparisons of two names, for tests: about one for each look-up. */
    long comparisons() {
        return comparisons;
    }

    /** The namespace of a declaration, for a result of {@link #find}. */
    String uri(int found) {
        return new String(bytes, of(found, URI_FROM), of(found, URI_TO) - of(found, URI_FROM), UTF_8);
    }

    /** The namespaces in scope, by prefix; none for an undeclared prefix. */
    Map<String, String> inForce() {
        Map<String, String> inForce = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String prefix = new String(bytes, of(i, PREFIX_FROM), of(i, URI_FROM) - of(i, PREFIX_FROM), UTF_8);
            inForce.put(prefix, uri(i));
        }
        inForce.values().removeIf(String::isEmpty);
        return inForce;
    }

    /** The prefix of a declaration. */
    String prefix(int declaration) {
        return new String(
                bytes, of(declaration, PREFIX_FROM), of(declaration, URI_FROM) - of(declaration, PREFIX_FROM), UTF_8);
    }

    /** The number of declarations in force. */
    int count() {
        return count;
    }

    private int of(int declaration, int field) {
        return declarations[declaration * STRIDE + field];
    }
}
