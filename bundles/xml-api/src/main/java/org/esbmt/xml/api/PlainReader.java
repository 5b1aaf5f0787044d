package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.xml.api.XmlBytes.NAME;
import static org.esbmt.xml.api.XmlBytes.NAME_START;
import static org.esbmt.xml.api.XmlBytes.SPACE;

/**
 * Reads the plain beginning of a document from one array, a tag for each call. Plain are text without references, names
 * and values of ASCII, few attributes, and few levels. The reader refuses nothing. It stops at anything else with
 * {@link #OTHER}, and an {@link XmlLexer} must read the document from its first byte. It accepts only bytes that the
 * lexer accepts, within limits that {@link #fits}, and finds the same elements in them.
 *
 * <p>It copies nothing, and tells its caller no attributes ({@code QueryBenchmark}). Not for concurrent use.
 */
public final class PlainReader {
    /** The largest number of bytes that it reads. */
    public static final int MOST_BYTES = 2048;

    /** A start tag, or the first half of an empty-element tag. */
    public static final int START = 1;
    /** An end tag, or the second half of an empty-element tag. */
    public static final int END = 2;
    /** The bytes end before the next tag does. */
    public static final int MORE = 3;
    /** The next bytes are not plain. Nothing may be asked any more. */
    public static final int OTHER = 4;

    private static final int MOST_DEPTH = 16;
    private static final int MOST_ATTRIBUTES = 8;
    private static final int LONGEST_NAME = 64;
    private static final int SHORTEST_ELEMENT = 4;

    private static final int INCOMPLETE = -1;
    private static final int NOT_PLAIN = -2;

    private static final int STRIDE = 4;
    private static final int NAME_FROM = 0;
    private static final int COLON = 1;
    private static final int NAME_TO = 2;
    private static final int VALUE_TO = 3;
    /** The equals sign and the quote between the name and the value. */
    private static final int TO_VALUE = 2;

    private static final byte[][] DECLARATIONS = {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>".getBytes(ISO_8859_1),
        "<?xml version='1.0' encoding='UTF-8'?>".getBytes(ISO_8859_1),
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>".getBytes(ISO_8859_1)
    };
    private static final int DECLARATION_BYTES = DECLARATIONS[0].length;

    private final PlainDeclarations declarations;
    /** Where the names of the open elements begin and end. */
    private final int[] names = new int[2 * MOST_DEPTH];

    private int[] attributes; // null without attributes until now
    private int attributeCount;

    /** The first byte that is not read yet. */
    private int at;

    private int depth;
    private boolean begun;
    private boolean empty;
    private int textFrom;
    private int textTo;
    private int colon;
    private int localFrom;
    private int nameTo;
    private int namespace;

    /** @param table the namespaces, with their numbers */
    public PlainReader(NamespaceTable table) {
        this.declarations = new PlainDeclarations(table);
    }

    /** True if no document that is read here exceeds the limits. */
    public static boolean fits(XmlLimits limits) {
        return limits.messageBytes() >= MOST_BYTES
                && limits.attributeBytes() >= MOST_BYTES
                && limits.elements() >= MOST_BYTES / SHORTEST_ELEMENT
                && limits.depth() >= MOST_DEPTH
                && limits.nameBytes() >= LONGEST_NAME
                && limits.attributes() >= MOST_ATTRIBUTES
                && limits.namespaces() >= MOST_ATTRIBUTES;
    }

    /**
     * Reads the next tag, and the text before it.
     *
     * @param b the document from its first byte on: the same bytes in each call, and perhaps more of them
     * @param to the end of the bytes at hand, at most {@link #MOST_BYTES}
     * @return {@link #START}, {@link #END}, {@link #MORE} or {@link #OTHER}
     */
    public int next(byte[] b, int to) {
        if (empty) {
            empty = false;
            textFrom = at;
            textTo = at;
            return leave();
        }
        if (at == 0 && !begun) {
            int i = declaration(b, to);
            if (i < 0) {
                return stopped(i);
            }
            at = i;
        }
        int tag = textEnd(b, at, to);
        if (tag < 0) {
            return stopped(tag);
        }
        if (tag + 1 >= to) {
            return tag == to || b[tag] == '<' ? MORE : OTHER;
        }
        if (b[tag] != '<' || (depth == 0 && XmlBytes.skip(SPACE, b, at, tag) != tag)) {
            return OTHER;
        }
        boolean ends = b[tag + 1] == '/';
        int i = ends ? endTag(b, tag + 2, to) : startTag(b, tag + 1, to);
        if (i < 0) {
            return stopped(i);
        }
        textFrom = at;
        textTo = tag;
        at = i;
        return ends ? leave() : START;
    }

    /** The end of plain text, or of the bytes; {@link #INCOMPLETE} in a character, {@link #NOT_PLAIN} for one that is refused. */
    private static int textEnd(byte[] b, int from, int to) {
        int i = XmlBytes.findTextStop(b, from, to);
        while (i < to && b[i] < 0) {
            try {
                int length = XmlBytes.utf8Length(b[i]);
                if (i + length > to) {
                    return INCOMPLETE;
                }
                int unused = XmlBytes.utf8(b, i, length);
                i = XmlBytes.findTextStop(b, i + length, to);
            } catch (XmlRefusedException e) {
                return NOT_PLAIN; // the lexer refuses it
            }
        }
        return i;
    }

    private static int stopped(int why) {
        return why == INCOMPLETE ? MORE : OTHER;
    }

    /** The number of open elements behind the tag. */
    public int depth() {
        return depth;
    }

    /** True if the element of the start tag has this name. The namespace is its number in the table. */
    public boolean is(byte[] b, int asked, byte[] local) {
        return namespace == asked
                && nameTo - localFrom == local.length
                && XmlBytes.same(b, localFrom, local, 0, local.length);
    }

    /** For tests. */
    String localName(byte[] b) {
        return new String(b, localFrom, nameTo - localFrom, ISO_8859_1);
    }

    /** For tests: the number of the element's namespace. */
    int namespace() {
        return namespace;
    }

    /** The text between the last two tags; an empty-element tag counts as two of them. */
    public String text(byte[] b) {
        return new String(b, textFrom, textTo - textFrom, UTF_8);
    }

    /** True if XML changes that text: it replaces carriage returns (XML 1.0, section 2.11). */
    public boolean isTextChanged(byte[] b) {
        for (int i = textFrom; i < textTo; i++) {
            if (b[i] == '\r') {
                return true;
            }
        }
        return false;
    }

    /** True if these are all bytes of a document: its root has ended, and white space follows. */
    public boolean isWhole(byte[] b, int to) {
        return begun && depth == 0 && !empty && XmlBytes.skip(SPACE, b, at, to) == to;
    }

    /** The end of an XML declaration, 0 without one. Rare ones are not plain. */
    private static int declaration(byte[] b, int to) {
        if (to < 2) {
            return INCOMPLETE;
        }
        if (b[0] != '<' || b[1] != '?') {
            return 0;
        }
        if (to < DECLARATION_BYTES) {
            return INCOMPLETE;
        }
        for (byte[] declaration : DECLARATIONS) {
            if (XmlBytes.same(b, 0, declaration, 0, DECLARATION_BYTES)) {
                return DECLARATION_BYTES;
            }
        }
        return NOT_PLAIN;
    }

    // ---- tags: each method returns the index behind its part, INCOMPLETE or NOT_PLAIN

    private int endTag(byte[] b, int from, int to) {
        if (depth == 0) {
            return NOT_PLAIN;
        }
        int name = names[2 * depth - 2];
        int length = names[2 * depth - 1] - name;
        int end = from + length;
        if (end >= to) {
            return INCOMPLETE;
        }
        return b[end] == '>' && XmlBytes.same(b, name, b, from, length) ? end + 1 : NOT_PLAIN;
    }

    /** Closes the innermost element and its declarations. */
    private int leave() {
        declarations.leave(depth);
        depth--;
        return END;
    }

    private int startTag(byte[] b, int from, int to) {
        int i = name(b, from, to);
        if (i < 0) {
            return i;
        }
        int nameColon = colon;
        int nameEnd = i;
        attributeCount = 0;
        while (b[i] != '>' && b[i] != '/') {
            if (!XmlBytes.is(b[i], SPACE)) {
                return NOT_PLAIN;
            }
            i = XmlBytes.skip(SPACE, b, i + 1, to);
            if (i < to && b[i] != '>' && b[i] != '/') {
                i = attribute(b, i, to);
            }
            if (i < 0 || i >= to) {
                return i < 0 ? i : INCOMPLETE;
            }
        }
        boolean ends = b[i] == '/';
        if (ends && i + 1 == to) {
            return INCOMPLETE;
        }
        if ((ends && b[i + 1] != '>') || (depth == 0 && begun) || !enter(b, from, nameColon, nameEnd)) {
            return NOT_PLAIN;
        }
        empty = ends;
        return ends ? i + 2 : i + 1;
    }

    private int attribute(byte[] b, int from, int to) {
        int nameEnd = name(b, from, to);
        if (nameEnd < 0) {
            return nameEnd;
        }
        int value = nameEnd + TO_VALUE;
        if (value > to) {
            return b[nameEnd] == '=' ? INCOMPLETE : NOT_PLAIN;
        }
        byte quote = b[nameEnd + 1];
        if (b[nameEnd] != '=' || (quote != '"' && quote != '\'') || attributeCount == MOST_ATTRIBUTES) {
            return NOT_PLAIN;
        }
        int valueTo = XmlBytes.findValueStop(b, value, to);
        if (valueTo == to || b[valueTo] != quote) {
            return valueTo == to ? INCOMPLETE : NOT_PLAIN;
        }
        if (attributes == null) {
            attributes = new int[MOST_ATTRIBUTES * STRIDE];
        }
        int a = attributeCount++ * STRIDE;
        attributes[a + NAME_FROM] = from;
        attributes[a + COLON] = colon;
        attributes[a + NAME_TO] = nameEnd;
        attributes[a + VALUE_TO] = valueTo;
        return valueTo + 1;
    }

    /** Reads a name and sets its colon. The byte at the returned index is at hand. */
    private int name(byte[] b, int from, int to) {
        colon = -1;
        int i = part(b, from, to);
        if (i > 0 && i < to && b[i] == ':') {
            colon = i;
            i = part(b, i + 1, to);
        }
        if (i < 0 || i >= to) {
            return i < 0 ? i : INCOMPLETE;
        }
        return b[i] < 0 || b[i] == ':' || i - from > LONGEST_NAME ? NOT_PLAIN : i;
    }

    private static int part(byte[] b, int from, int to) {
        if (from >= to) {
            return INCOMPLETE;
        }
        return XmlBytes.is(b[from], NAME_START) ? XmlBytes.skip(NAME, b, from + 1, to) : NOT_PLAIN;
    }

    // ---- elements

    /** Opens the element of a start tag. Returns false for a tag that the lexer must judge. */
    private boolean enter(byte[] b, int from, int nameColon, int nameEnd) {
        if (depth == MOST_DEPTH) {
            return false;
        }
        names[2 * depth] = from;
        names[2 * depth + 1] = nameEnd;
        depth++;
        begun = true;
        if (attributeCount > 0 && !(declareAll(b) && areDifferent(b))) {
            return false;
        }
        localFrom = nameColon < 0 ? from : nameColon + 1;
        nameTo = nameEnd;
        namespace = declarations.resolve(b, from, nameColon < 0 ? from : nameColon);
        return namespace != NamespaceTable.UNDECLARED;
    }

    private boolean declareAll(byte[] b) {
        for (int i = 0; i < attributeCount; i++) {
            if (declares(b, i) && !declare(b, i * STRIDE)) {
                return false;
            }
        }
        return true;
    }

    private boolean declares(byte[] b, int i) {
        int from = attributes[i * STRIDE + NAME_FROM];
        return prefixTo(i) - from == 5 && NamespaceScope.isXmlns(b, from);
    }

    /** The end of the attribute's prefix; of its name if it has none. */
    private int prefixTo(int i) {
        int c = attributes[i * STRIDE + COLON];
        return c < 0 ? attributes[i * STRIDE + NAME_TO] : c;
    }

    private boolean declare(byte[] b, int a) {
        int nameEnd = attributes[a + NAME_TO];
        int prefix = attributes[a + COLON] < 0 ? nameEnd : attributes[a + COLON] + 1;
        return declarations.declare(b, depth, prefix, nameEnd, nameEnd + TO_VALUE, attributes[a + VALUE_TO]);
    }

    /** Returns true if the attributes have declared prefixes, and different local names. */
    private boolean areDifferent(byte[] b) {
        for (int i = 0; i < attributeCount; i++) {
            if (declares(b, i)) {
                continue;
            }
            int c = attributes[i * STRIDE + COLON];
            if (c >= 0 && !declarations.has(b, attributes[i * STRIDE + NAME_FROM], c)) {
                return false;
            }
            for (int j = 0; j < i; j++) {
                if (!declares(b, j) && isSameLocalName(b, i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isSameLocalName(byte[] b, int i, int j) {
        int one = localFrom(i);
        int other = localFrom(j);
        int length = attributes[i * STRIDE + NAME_TO] - one;
        return attributes[j * STRIDE + NAME_TO] - other == length && XmlBytes.same(b, one, b, other, length);
    }

    private int localFrom(int i) {
        int c = attributes[i * STRIDE + COLON];
        return c < 0 ? attributes[i * STRIDE + NAME_FROM] : c + 1;
    }
}
