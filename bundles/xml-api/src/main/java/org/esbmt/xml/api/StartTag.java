package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The start tag just read. A lexer has one object and fills it anew for each tag: it is valid only during {@link
 * XmlEvents#startElement}. Namespace declarations are not attributes here.
 */
public final class StartTag {
    private static final int STRIDE = 6;
    private static final int NAME_FROM = 0;
    private static final int COLON = 1;
    private static final int NAME_TO = 2;
    private static final int VALUE_FROM = 3;
    private static final int VALUE_TO = 4;
    private static final int NAMESPACE = 5;
    private static final int NO_NAMESPACE = -1;
    private static final int XML_NAMESPACE = -2;

    private final NamespaceScope scope;
    private final XmlLimits limits;

    /** Names and kept values, concatenated. */
    private byte[] copied = new byte[256];

    private int length;
    /** That of the copies, or the piece of the document that has a plain tag. */
    private byte[] bytes = copied;

    private int nameFrom;
    /** -1 if the element has no prefix. */
    private int colon;

    private int localFrom;
    private int nameTo;
    private boolean resolved;
    private int namespace;
    private int[] attributes = new int[8 * STRIDE];
    private long[] rawValues = new long[8 * 2];
    private long[] localKeys = new long[8];
    private int attributeCount;
    private int plainCount;
    private int declarationCount;
    private long comparisons;
    private long from;
    private long to;

    StartTag(NamespaceScope scope, XmlLimits limits) {
        this.scope = scope;
        this.limits = limits;
    }

    // ---- for grammars

    /** Offset of the tag's first byte. */
    public long from() {
        return from;
    }

    /** Offset of the byte after the tag. */
    public long to() {
        return to;
    }

    /** True if the element has this name. The namespace is its number in the grammar's table. */
    public boolean is(int namespace, byte[] local) {
        return localIs(local) && namespace() == namespace;
    }

    /** True if the element has this local part; cheaper than a check of the namespace too. */
    public boolean localIs(byte[] local) {
        int start = localFrom;
        return nameTo - start == local.length && XmlBytes.same(bytes, start, local, 0, local.length);
    }

    /**
     * As {@link #localIs}, ignoring case.
     *
     * @param local in lower case, of ASCII
     */
    public boolean localIsIgnoringCase(byte[] local) {
        int start = localFrom;
        if (nameTo - start != local.length) {
            return false;
        }
        for (int i = 0; i < local.length; i++) {
            if (lowerCase(bytes[start + i]) != local[i]) {
                return false;
            }
        }
        return true;
    }

    static byte lowerCase(byte c) {
        return c >= 'A' && c <= 'Z' ? (byte) (c + 'a' - 'A') : c;
    }

    /** The number of the element's namespace in the lexer's table. */
    public int namespace() {
        if (!resolved) {
            namespace = scope.resolve(bytes, nameFrom, colon < 0 ? 0 : colon - nameFrom);
            resolved = true;
        }
        return namespace;
    }

    /** The name as written, prefix included. */
    public String name() {
        return new String(bytes, nameFrom, nameTo - nameFrom, UTF_8);
    }

    public String localName() {
        return new String(bytes, localFrom, nameTo - localFrom, UTF_8);
    }

    /** The element's prefix; empty if it has none. */
    public String prefix() {
        return colon < 0 ? "" : new String(bytes, nameFrom, colon - nameFrom, UTF_8);
    }

    /** The number of namespaces declared by the tag. */
    public int declarationCount() {
        return declarationCount;
    }

    /** The prefix of one of the tag's declarations, in their order; empty for the default namespace. */
    public String declaredPrefix(int i) {
        return scope.prefix(scope.count() - declarationCount + i);
    }

    /** The namespace of the declaration; empty if it undeclares the default namespace. */
    public String declaredUri(int i) {
        return scope.uri(scope.count() - declarationCount + i);
    }

    public int attributeCount() {
        return attributeCount;
    }

    public int attributeNamespace(int i) {
        int start = attributes[i * STRIDE + NAME_FROM];
        int c = attributes[i * STRIDE + COLON];
        return c < 0 ? NamespaceTable.NONE : scope.resolve(bytes, start, c - start);
    }

    /** The attribute's name as written, prefix included. */
    public String attributeName(int i) {
        int start = attributes[i * STRIDE + NAME_FROM];
        return new String(bytes, start, attributes[i * STRIDE + NAME_TO] - start, UTF_8);
    }

    public boolean attributeLocalIs(int i, byte[] local) {
        int start = localFrom(i);
        int end = attributes[i * STRIDE + NAME_TO];
        return end - start == local.length && XmlBytes.same(bytes, start, local, 0, local.length);
    }

    /** The attribute's normalized value; empty if the lexer does not keep values. */
    public String attributeValue(int i) {
        int valueFrom = attributes[i * STRIDE + VALUE_FROM];
        return new String(bytes, valueFrom, attributes[i * STRIDE + VALUE_TO] - valueFrom, UTF_8);
    }

    public boolean attributeValueIs(int i, byte[] value) {
        int start = attributes[i * STRIDE + VALUE_FROM];
        int end = attributes[i * STRIDE + VALUE_TO];
        return end - start == value.length && XmlBytes.same(bytes, start, value, 0, value.length);
    }

    /** Offset of the value's first byte in the document, after the quote. */
    public long attributeValueFrom(int i) {
        return rawValues[i * 2];
    }

    /** Offset of the quote after the value. */
    public long attributeValueTo(int i) {
        return rawValues[i * 2 + 1];
    }

    /** Resolves a qualified name by the declarations in force here; empty if its prefix is not declared. */
    public Optional<QName> qualified(String text) {
        int c = text.indexOf(':');
        String prefix = c < 0 ? "" : text.substring(0, c);
        byte[] p = prefix.getBytes(UTF_8);
        int found = scope.find(p, 0, p.length);
        if (found < 0) {
            return c < 0 ? Optional.of(new QName(text)) : Optional.empty();
        }
        return Optional.of(new QName(scope.uri(found), text.substring(c + 1), prefix));
    }

    /** The namespaces in force here, by prefix; the default one has the empty prefix. A copy. */
    public Map<String, String> namespaces() {
        return scope.inForce();
    }

    // ---- for the lexer

    void begin(long offset) {
        forget();
        clear(offset);
    }

    private void clear(long offset) {
        from = offset;
        length = 0;
        attributeCount = 0;
        plainCount = 0;
        declarationCount = 0;
    }

    /** Begins a plain tag, whose names and values stay in the piece. */
    void view(byte[] piece, long offset) {
        if (bytes != piece) { // spares each tag the write barrier of a store
            bytes = piece;
        }
        clear(offset);
    }

    /** Drops the reference to the piece, which belongs to the caller of the lexer. */
    void forget() {
        if (bytes != copied) {
            bytes = copied;
        }
    }

    void viewName(int start, int colonAt, int end) {
        nameFrom = start;
        colon = colonAt;
        localFrom = colonAt < 0 ? start : colonAt + 1;
        nameTo = end;
    }

    /**
     * Adds an attribute of a plain tag.
     *
     * @param value offset in the document of the value's first byte
     * @return false if there are too many attributes
     */
    boolean viewAttribute(
            int start, int colonAt, int nameEnd, int valueFrom, int valueTo, long value, boolean keepValue) {
        boolean declares = declares(start, colonAt < 0 ? nameEnd : colonAt);
        if (declares ? ++declarationCount > limits.namespaces() : ++plainCount > limits.attributes()) {
            return false;
        }
        makeRoom();
        int at = attributeCount * STRIDE;
        attributes[at + NAME_FROM] = start;
        attributes[at + COLON] = colonAt;
        attributes[at + NAME_TO] = nameEnd;
        attributes[at + VALUE_FROM] = valueFrom;
        attributes[at + VALUE_TO] = keepValue || declares ? valueTo : valueFrom;
        rawValues[attributeCount * 2] = value;
        rawValues[attributeCount * 2 + 1] = value + valueTo - valueFrom;
        attributeCount++;
        return true;
    }

    private boolean declares(int start, int prefixTo) {
        return prefixTo - start == 5 && NamespaceScope.isXmlns(bytes, start);
    }

    private void makeRoom() {
        if (attributeCount * STRIDE == attributes.length) {
            attributes = Arrays.copyOf(attributes, attributes.length * 2);
            rawValues = Arrays.copyOf(rawValues, rawValues.length * 2);
            localKeys = Arrays.copyOf(localKeys, localKeys.length * 2);
        }
    }

    int length() {
        return length;
    }

    void append(byte[] b, int start, int n) {
        ensure(n);
        System.arraycopy(b, start, copied, length, n);
        length += n;
    }

    void append(int b) {
        ensure(1);
        copied[length++] = (byte) b;
    }

    private void ensure(int more) {
        if (length + more > copied.length) {
            copied = Arrays.copyOf(copied, Math.max(copied.length * 2, length + more));
            bytes = copied;
        }
    }

    void name(int colonAt) {
        viewName(0, colonAt, length);
    }

    /** True if the attribute declares a namespace. */
    boolean attributeName(int start, int colonAt) throws XmlRefusedException {
        int prefixTo = colonAt < 0 ? length : colonAt;
        boolean declares = declares(start, prefixTo);
        if (declares) {
            if (++declarationCount > limits.namespaces()) {
                throw XmlRefusedException.limit(
                        "An element declares more than " + limits.namespaces() + " namespaces.");
            }
        } else if (++plainCount > limits.attributes()) {
            throw XmlRefusedException.limit("An element has more than " + limits.attributes() + " attributes.");
        }
        makeRoom();
        int at = attributeCount * STRIDE;
        attributes[at + NAME_FROM] = start;
        attributes[at + COLON] = colonAt;
        attributes[at + NAME_TO] = length;
        return declares;
    }

    void valueFrom(long offset) {
        attributes[attributeCount * STRIDE + VALUE_FROM] = length;
        rawValues[attributeCount * 2] = offset;
    }

    long valueFrom() {
        return rawValues[attributeCount * 2];
    }

    void valueTo(long offset) {
        attributes[attributeCount * STRIDE + VALUE_TO] = length;
        rawValues[attributeCount * 2 + 1] = offset;
        attributeCount++;
    }

    /** Puts the tag's declarations in force and takes them out of the attributes. */
    void end(long offset, int depth, boolean checked) throws XmlRefusedException {
        to = offset;
        resolved = false;
        if (declarationCount > 0) {
            declare(depth);
        }
        if (checked) {
            check();
        }
    }

    private void declare(int depth) throws XmlRefusedException {
        int kept = 0;
        int[] a = attributes;
        for (int i = 0; i < attributeCount; i++) {
            int at = i * STRIDE;
            int start = a[at + NAME_FROM];
            int c = a[at + COLON];
            int prefixTo = c < 0 ? a[at + NAME_TO] : c;
            if (declares(start, prefixTo)) {
                int prefix = c < 0 ? a[at + NAME_TO] : c + 1;
                int prefixLength = a[at + NAME_TO] - prefix;
                scope.declare(
                        depth, bytes, prefix, prefixLength, a[at + VALUE_FROM], a[at + VALUE_TO] - a[at + VALUE_FROM]);
            } else {
                if (kept != i) {
                    System.arraycopy(a, at, a, kept * STRIDE, STRIDE);
                    rawValues[kept * 2] = rawValues[i * 2];
                    rawValues[kept * 2 + 1] = rawValues[i * 2 + 1];
                }
                kept++;
            }
        }
        attributeCount = kept;
    }

    private void check() throws XmlRefusedException {
        if (colon >= 0 && namespace() == NamespaceTable.UNDECLARED) {
            throw new XmlRefusedException("An element's prefix is not declared.");
        }
        int[] a = attributes;
        for (int i = 0; i < attributeCount; i++) {
            int at = i * STRIDE;
            a[at + NAMESPACE] = a[at + COLON] < 0 ? NO_NAMESPACE : resolvedNamespace(at);
            if (attributeCount == 1) {
                return;
            }
            int local = localFrom(i);
            int localLength = a[at + NAME_TO] - local;
            long key = NameKey.of(bytes, local, localLength);
            localKeys[i] = key;
            for (int j = 0; j < i; j++) {
                if (localKeys[j] == key
                        && a[j * STRIDE + NAMESPACE] == a[at + NAMESPACE]
                        && (NameKey.isExact(localLength) || sameLocalName(i, j))) {
                    throw new XmlRefusedException("An element has an attribute twice.");
                }
            }
        }
    }

    /**
     * The namespace of an attribute. It is resolved once for each attribute, so that two of them are compared by
     * number.
     */
    private int resolvedNamespace(int at) throws XmlRefusedException {
        int from = attributes[at + NAME_FROM];
        int prefixLength = attributes[at + COLON] - from;
        int found = scope.find(bytes, from, prefixLength);
        if (found >= 0) {
            return scope.namespaceOf(found);
        }
        if (scope.resolve(bytes, from, prefixLength) == NamespaceTable.UNDECLARED) {
            throw new XmlRefusedException("An attribute's prefix is not declared.");
        }
        return XML_NAMESPACE;
    }

    private boolean sameLocalName(int i, int j) {
        comparisons++;
        int[] a = attributes;
        return Arrays.equals(
                bytes, localFrom(i), a[i * STRIDE + NAME_TO], bytes, localFrom(j), a[j * STRIDE + NAME_TO]);
    }

    private int localFrom(int i) {
        int c = attributes[i * STRIDE + COLON];
        return c < 0 ? attributes[i * STRIDE + NAME_FROM] : c + 1;
    }

    /** As {@link NamespaceScope#comparisons}, plus the comparisons of possibly doubled attribute names. */
    long comparisons() {
        return comparisons + scope.comparisons();
    }

    byte[] bytes() {
        return bytes;
    }

    int nameFrom() {
        return nameFrom;
    }

    int nameTo() {
        return nameTo;
    }

    int attributeNameFrom(int i) {
        return attributes[i * STRIDE + NAME_FROM];
    }

    int attributeNameTo(int i) {
        return attributes[i * STRIDE + NAME_TO];
    }

    int localFrom() {
        return localFrom;
    }
}
