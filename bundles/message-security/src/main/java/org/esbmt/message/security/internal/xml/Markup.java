package org.esbmt.message.security.internal.xml;

import java.util.Arrays;
import org.esbmt.message.security.api.SecurityRefusedException;

/**
 * Goes over a document token by token. The document is whole in memory, and the lexer of the bus has accepted the same
 * bytes before ({@link CheckedDocument}), so nothing is checked here twice. All names and values are offsets in the
 * document: nothing is copied.
 *
 * <p>Namespaces are compared as they are written. A declaration with a reference, white space or a control character is
 * refused, so that both readers see the same namespaces.
 */
public final class Markup {

    /** The kinds of tokens. An empty-element tag is one token, without an end tag. */
    public enum Token {
        START,
        EMPTY,
        END,
        TEXT,
        COMMENT,
        CDATA,
        INSTRUCTION,
        END_OF_DOCUMENT
    }

    // An attribute: from, colon (-1 if there is none) and end of its name; from and end of its value.
    // A declaration: depth of its element; from and end of the prefix; from and end of the namespace.
    static final int STRIDE = 5;
    private static final byte[] CDATA_END = {']', ']', '>'};
    private static final byte[] COMMENT_END = {'-', '-', '>'};
    private static final byte[] INSTRUCTION_END = {'?', '>'};
    private static final String CUT_OFF = "The message is cut off.";
    private static final boolean[] ENDS_NAME = endsOfNames();
    private static final int COMMENT_START = 4;
    private static final int CDATA_START = 9;

    final byte[] bytes;
    private final int end;

    Token token = Token.TEXT;
    int from;
    int to;
    int depth;
    int nameFrom;
    int colon;
    int nameTo;

    int[] attributes = new int[4 * STRIDE];
    int attributeCount;
    /** The declarations in force, innermost last. */
    int[] declarations;

    int declarationCount;
    private boolean leaving;
    /**
     * True if the tag is written as canonical form writes one: single spaces, double quotes, values without references, and no
     * declaration. Its namespaces and the order of its attributes are not looked at. Of text, true if canonical form has the same.
     */
    boolean plain;

    /** Begins before the first token. */
    public Markup(byte[] document) {
        this.bytes = document;
        this.end = document.length;
        this.declarations = new int[12 * STRIDE];
    }

    private Markup(Markup at) {
        this.bytes = at.bytes;
        this.end = at.end;
        this.to = at.from;
        this.depth = at.depth - 1;
        this.declarationCount = at.declarationCount;
        while (declarationCount > 0 && at.declarations[(declarationCount - 1) * STRIDE] >= at.depth) {
            declarationCount--;
        }
        this.declarations = Arrays.copyOf(at.declarations, (declarationCount + 2) * STRIDE);
    }

    /** Another one whose next token is this start tag, with the declarations of all elements around it. */
    public Markup again() {
        return new Markup(this);
    }

    // ---- the current token

    public Token token() {
        return token;
    }

    /** True for a start tag and an empty-element tag. */
    public boolean isElement() {
        return token == Token.START || token == Token.EMPTY;
    }

    /** The offset of the token's first byte. */
    public int from() {
        return from;
    }

    /** The offset of the byte after the token. */
    public int to() {
        return to;
    }

    /** The offset after the element's name in its start tag. */
    public int nameTo() {
        return nameTo;
    }

    /** The depth of the tag's element, or of the element around another token; 1 for the root. */
    public int depth() {
        return depth;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** True if the element has this name. */
    public boolean is(byte[] namespace, byte[] local) {
        return localIs(local) && hasNamespace(namespace);
    }

    public boolean localIs(byte[] local) {
        return same(colon < 0 ? nameFrom : colon + 1, nameTo, local);
    }

    public boolean hasNamespace(byte[] namespace) {
        return declares(find(nameFrom, prefixTo()), namespace);
    }

    /** The element's prefix; empty if it has none. */
    public byte[] prefix() {
        return Arrays.copyOfRange(bytes, nameFrom, prefixTo());
    }

    /** True if this start tag itself declares the prefix. */
    public boolean declaresHere(byte[] prefix) {
        for (int at = (declarationCount - 1) * STRIDE; at >= 0 && declarations[at] == depth; at -= STRIDE) {
            if (same(declarations[at + 1], declarations[at + 2], prefix)) {
                return true;
            }
        }
        return false;
    }

    int prefixTo() {
        return colon < 0 ? nameFrom : colon;
    }

    /** The number of the element's attributes, without declarations of namespaces. */
    public int attributeCount() {
        return attributeCount;
    }

    /** The value, as it is written, of an attribute without a namespace; null if there is none. */
    public byte[] attribute(byte[] local) {
        return value(index(null, local));
    }

    /** The value, as it is written, of an attribute; null if there is none. */
    public byte[] attribute(byte[] namespace, byte[] local) {
        return value(index(namespace, local));
    }

    /** True if there is an attribute without a namespace that has this value. */
    public boolean attributeIs(byte[] local, byte[] expected) {
        int at = index(null, local) * STRIDE;
        return at >= 0 && same(attributes[at + 3], attributes[at + 4], expected);
    }

    private int index(byte[] namespace, byte[] local) {
        for (int i = 0; i < attributeCount; i++) {
            int at = i * STRIDE;
            int c = attributes[at + 1];
            if (same(c < 0 ? attributes[at] : c + 1, attributes[at + 2], local)
                    && (namespace == null ? c < 0 : c >= 0 && declares(find(attributes[at], c), namespace))) {
                return i;
            }
        }
        return -1;
    }

    private byte[] value(int index) {
        int at = index * STRIDE;
        return index < 0 ? null : Arrays.copyOfRange(bytes, attributes[at + 3], attributes[at + 4]);
    }

    /** The declaration in force for a prefix, from 0; -1 if there is none. */
    int find(int prefixFrom, int prefixTo) {
        for (int i = declarationCount - 1; i >= 0; i--) {
            if (isPrefix(i, prefixFrom, prefixTo)) {
                return i;
            }
        }
        return -1;
    }

    /** Compares byte by byte: prefixes are too short for the library's method to pay. */
    private boolean isPrefix(int declaration, int prefixFrom, int prefixTo) {
        int at = declaration * STRIDE;
        int start = declarations[at + 1];
        if (declarations[at + 2] - start != prefixTo - prefixFrom) {
            return false;
        }
        for (int i = prefixFrom; i < prefixTo; i++) {
            if (bytes[i] != bytes[start + i - prefixFrom]) {
                return false;
            }
        }
        return true;
    }

    private boolean declares(int declaration, byte[] namespace) {
        int at = declaration * STRIDE;
        return declaration >= 0 && same(declarations[at + 3], declarations[at + 4], namespace);
    }

    private boolean same(int start, int stop, byte[] expected) {
        return stop - start == expected.length && Arrays.equals(bytes, start, stop, expected, 0, expected.length);
    }

    // ---- going on

    /** Goes to the next token. */
    public Token next() throws SecurityRefusedException {
        token = read();
        return token;
    }

    private Token read() throws SecurityRefusedException {
        leave();
        from = to;
        if (from == end) {
            return Token.END_OF_DOCUMENT;
        }
        if (bytes[from] != '<') {
            to = text(from);
            return Token.TEXT;
        }
        return switch (at(from + 1)) {
            case '/' -> endTag();
            case '?' -> until(from + 2, INSTRUCTION_END, Token.INSTRUCTION);
            case '!' ->
                at(from + 2) == '['
                        ? until(from + CDATA_START, CDATA_END, Token.CDATA)
                        : until(from + COMMENT_START, COMMENT_END, Token.COMMENT);
            default -> startTag();
        };
    }

    /** Ends the element whose end was the current token, and with it its declarations, before the next token is read. */
    void leave() {
        if (leaving) {
            leaveDeclarations(depth--);
            leaving = false;
        }
    }

    /**
     * Goes on behind the tokens that follow and are plain, after {@link #leave()}. The next one is read by {@link #next()}.
     *
     * @param floor elements of this depth and outer ones are not ended
     * @param limit the offset of a byte that is not passed; negative for the end of the document
     */
    void pass(PlainRun run, int floor, int limit) {
        int declared = declarationCount == 0 ? 0 : declarations[(declarationCount - 1) * STRIDE];
        depth = run.pass(this, depth, Math.max(floor, declared), limit < 0 ? end : limit);
    }

    /** Goes to the end tag of the element that has just begun; stays at an empty-element tag. */
    public void skip() throws SecurityRefusedException {
        if (token == Token.EMPTY) {
            return;
        }
        int element = depth;
        do {
            Refusal.invalidIf(next() == Token.END_OF_DOCUMENT, CUT_OFF);
        } while (token != Token.END || depth != element);
    }

    /** As {@link #skip}, but the offset of the byte after the element is known from the lexer. */
    public void skipTo(int elementTo) {
        to = elementTo;
        token = Token.END;
        leaving = true;
    }

    private void leaveDeclarations(int element) {
        while (declarationCount > 0 && declarations[(declarationCount - 1) * STRIDE] >= element) {
            declarationCount--;
        }
    }

    /** The index of the markup after the text, or of the document's end. */
    private int text(int start) {
        int i = Bytes.textStop(bytes, start, end);
        while (i < end && bytes[i] != '<') {
            int next = bytes[i] == '&' ? CanonicalCharacters.endOfKept(bytes, i, end) : i;
            if (next == i) {
                plain = false;
                return Bytes.find(bytes, i, end, (byte) '<');
            }
            i = Bytes.textStop(bytes, next, end);
        }
        plain = true;
        return i;
    }

    private Token endTag() throws SecurityRefusedException {
        nameFrom = from + 2;
        int i = space(name(nameFrom));
        Refusal.invalidIf(at(i) != '>' || depth == 0, "There is a malformed end tag.");
        plain = i == nameTo;
        to = i + 1;
        leaving = true;
        return Token.END;
    }

    private Token until(int start, byte[] mark, Token kind) throws SecurityRefusedException {
        for (int i = start; i + mark.length <= end; i++) {
            if (Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
                to = i + mark.length;
                return kind;
            }
        }
        throw Refusal.invalid(CUT_OFF);
    }

    private Token startTag() throws SecurityRefusedException {
        depth++;
        attributeCount = 0;
        nameFrom = from + 1;
        int i = name(nameFrom);
        int elementColon = colon;
        int elementTo = nameTo;
        plain = true;
        while (true) {
            int before = i;
            byte c = at(i);
            if (c != '>') {
                i = space(i);
                c = at(i);
            }
            if (c == '>' || c == '/') {
                colon = elementColon;
                nameTo = elementTo;
                leaving = c == '/';
                plain &= i == before && !leaving;
                to = leaving ? i + 2 : i + 1;
                return leaving ? Token.EMPTY : Token.START;
            }
            plain &= i == before + 1 && bytes[before] == ' ';
            i = attribute(i);
        }
    }

    private int attribute(int start) throws SecurityRefusedException {
        int i = space(name(start));
        Refusal.invalidIf(at(i) != '=', "There is a malformed attribute.");
        i = space(i + 1);
        byte quote = at(i);
        int valueFrom = i + 1;
        // Behind a single quote, a search for a double one could go on to the end of the message, for each attribute.
        int valueTo = quote == '"' && valueFrom == nameTo + 2 ? Bytes.plainValue(bytes, valueFrom, end) : end;
        if (valueTo == end || bytes[valueTo] != '"') {
            plain = false;
            valueTo = Bytes.find(bytes, valueFrom, end, quote);
        }
        Refusal.invalidIf(valueTo == end, CUT_OFF);
        int prefixTo = colon < 0 ? nameTo : colon;
        if (prefixTo - start == 5 && isXml(start) && bytes[start + 3] == 'n' && bytes[start + 4] == 's') {
            plain = false;
            declare(colon < 0 ? nameTo : colon + 1, valueFrom, valueTo);
        } else {
            attributes = room(attributes, attributeCount);
            set(attributes, attributeCount++, start, colon, nameTo, valueFrom, valueTo);
        }
        return valueTo + 1;
    }

    boolean isXml(int start) {
        return bytes[start] == 'x' && bytes[start + 1] == 'm' && bytes[start + 2] == 'l';
    }

    private void declare(int prefixFrom, int valueFrom, int valueTo) throws SecurityRefusedException {
        Refusal.invalidIf(
                Bytes.hasReferenceOrSpace(bytes, valueFrom, valueTo), "A namespace has a reference or white space.");
        declarations = room(declarations, declarationCount);
        set(declarations, declarationCount++, depth, prefixFrom, nameTo, valueFrom, valueTo);
    }

    private static int[] room(int[] table, int count) {
        return count * STRIDE < table.length ? table : Arrays.copyOf(table, 2 * table.length);
    }

    private static void set(int[] table, int index, int a, int b, int c, int d, int e) {
        int at = index * STRIDE;
        table[at] = a;
        table[at + 1] = b;
        table[at + 2] = c;
        table[at + 3] = d;
        table[at + 4] = e;
    }

    /** Reads a name and sets its end and colon. */
    private int name(int start) throws SecurityRefusedException {
        byte[] b = bytes;
        int lastColon = -1;
        int i = start;
        while (i < end && !ENDS_NAME[b[i] & 0xFF]) {
            if (b[i] == ':') {
                lastColon = i;
            }
            i++;
        }
        Refusal.invalidIf(i == end, CUT_OFF);
        colon = lastColon;
        nameTo = i;
        return i;
    }

    /** By byte: white space and the characters of tags. */
    private static boolean[] endsOfNames() {
        boolean[] ends = new boolean[256];
        for (char c : " \t\r\n>/=".toCharArray()) {
            ends[c] = true;
        }
        return ends;
    }

    private int space(int start) throws SecurityRefusedException {
        int i = start;
        while (isSpace(at(i))) {
            i++;
        }
        return i;
    }

    /** True if the text has an ampersand, white space or a control character. */
    public static boolean hasReferenceOrSpace(byte[] text, int from, int to) {
        return Bytes.hasReferenceOrSpace(text, from, to);
    }

    /** True for white space of XML. */
    public static boolean isSpace(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private byte at(int i) throws SecurityRefusedException {
        if (i >= end) {
            throw Refusal.invalid(CUT_OFF);
        }
        return bytes[i];
    }
}
