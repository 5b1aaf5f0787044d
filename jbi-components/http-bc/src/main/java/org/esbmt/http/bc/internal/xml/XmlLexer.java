package org.esbmt.http.bc.internal.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.esbmt.http.bc.internal.xml.XmlBytes.ASIDE_STOP;
import static org.esbmt.http.bc.internal.xml.XmlBytes.NAME;
import static org.esbmt.http.bc.internal.xml.XmlBytes.NAME_START;
import static org.esbmt.http.bc.internal.xml.XmlBytes.SPACE;
import static org.esbmt.http.bc.internal.xml.XmlBytes.TEXT_STOP;
import static org.esbmt.http.bc.internal.xml.XmlBytes.VALUE_STOP;

import java.util.Arrays;
import org.esbmt.http.bc.internal.xml.XmlEvents.Aside;

/**
 * Splits a document in UTF-8 that arrives in pieces into its tags and tells them to a grammar. A state machine over
 * bytes: where a piece ends makes no difference, each byte is looked at once, and of the document it keeps the tag it is
 * in, the names of the open elements, the declarations in force and the text it was told to collect.
 *
 * <p>Held to XML 1.0 and Namespaces in XML 1.0, without DOCTYPE, which is refused at its first letter: so there is
 * nothing to expand but the five entities of XML itself. {@link #strictDepth} lowers what is asked of elements further
 * down. Stricter than XML in two points: processing instructions may not be named with a colon (as Namespaces demands),
 * and after the root nothing but white space may stand.
 *
 * <p>Not for concurrent use.
 */
public final class XmlLexer {

    /** What is done with character data directly in the element that was just begun or gone back to. */
    public enum Text {
        IGNORE,
        /** Only white space may stand here. */
        NONE,
        /** Kept for {@link #text()}, up to a limit. */
        COLLECT
    }

    private enum State {
        START,
        MARK_2,
        MARK_3,
        TEXT,
        TEXT_BRACKET,
        TEXT_BRACKETS,
        OPEN,
        TAG_NAME,
        IN_TAG,
        ATTRIBUTE_NAME,
        BEFORE_EQUALS,
        BEFORE_VALUE,
        VALUE,
        AFTER_VALUE,
        EMPTY_TAG,
        END_NAME,
        IN_END_TAG,
        EXCLAMATION,
        COMMENT_OPEN,
        COMMENT,
        COMMENT_DASH,
        COMMENT_DASHES,
        CDATA_OPEN,
        CDATA,
        CDATA_BRACKET,
        CDATA_BRACKETS,
        TARGET,
        AFTER_TARGET,
        INSTRUCTION,
        INSTRUCTION_MARK,
        DECLARATION,
        DECLARATION_MARK,
        REFERENCE,
        ENTITY,
        NUMBER,
        DECIMAL,
        HEXADECIMAL
    }

    private static final byte[] CDATA_START = "[CDATA[".getBytes(US_ASCII);
    private static final int MOST_DECLARATION_BYTES = 256;
    private static final long STOPPED = -1;
    private static final long AMP = entity("amp");
    private static final long LT = entity("lt");
    private static final long GT = entity("gt");
    private static final long APOS = entity("apos");
    private static final long QUOT = entity("quot");

    private final XmlLimits limits;
    private final XmlEvents events;
    private final NamespaceScope scope;
    private final StartTag tag;

    private State state = State.START;
    private State afterReference = State.TEXT;
    /** Offset of the next byte to be fed. */
    private long position;
    /** Where the lexer stops, whatever is fed; {@link #STOPPED} while it waits to be told. */
    private long end;

    /** Offset of the first byte behind the byte order mark. */
    private long documentFrom;

    private long tagFrom;
    private int depth;
    private int elements;
    private boolean rootSeen;
    private int strictDepth = Integer.MAX_VALUE;
    private boolean keepValues = true;

    private byte[] names = new byte[128];
    private int[] nameEnds = new int[8];

    private int nameFrom;
    private int partFrom;
    private int colon;
    private boolean keepValue;
    private byte quote;
    private boolean afterReturn;
    private int matched;

    private long entity;
    private int number;
    private boolean digits;

    private final byte[] partial = new byte[4];
    private int partialLength;
    private int partialWhole;

    private Text mode = Text.NONE;
    private byte[] text = new byte[64];
    private int textLength;
    private int textMost;
    private boolean textOverflow;

    public XmlLexer(XmlLimits limits, NamespaceTable table, XmlEvents events) {
        this.limits = requireNonNull(limits, "limits");
        this.events = requireNonNull(events, "events");
        this.scope = new NamespaceScope(table);
        this.tag = new StartTag(scope, limits);
        this.end = limits.messageBytes();
    }

    // ---- for grammars, within an event or before the first byte

    /**
     * Elements deeper than this are not held to: end tags that repeat the start tag's name, attributes that are not
     * doubled, prefixes that are declared. May be lowered while the document is read, to the present depth at least.
     */
    public void strictDepth(int depth) {
        strictDepth = depth;
    }

    /** Whether {@link StartTag#attributeValue} will be asked from the next tag on. */
    public void keepValues(boolean keep) {
        keepValues = keep;
    }

    /** What to do with character data from here to the next tag, where it becomes {@link Text#IGNORE} again. */
    public void text(Text mode) {
        this.mode = mode;
    }

    /** Collects character data from here to the next tag, {@code most} bytes of it. */
    public void collect(int most) {
        mode = Text.COLLECT;
        textLength = 0;
        textMost = most;
        textOverflow = false;
    }

    /** What was collected: normalized, references replaced, UTF-8. A copy. */
    public byte[] text() {
        return Arrays.copyOf(text, textLength);
    }

    /** Whether there was more than was to be collected. */
    public boolean textOverflow() {
        return textOverflow;
    }

    /** Overwrites what was collected. */
    public void forgetText() {
        Arrays.fill(text, 0, textLength, (byte) 0);
        textLength = 0;
    }

    public boolean collecting() {
        return mode == Text.COLLECT;
    }

    /** No byte from this offset on is accepted. Ends a {@link #stop()}. */
    public void end(long offset) {
        end = offset;
    }

    /**
     * Within {@link XmlEvents#startElement}: what follows the tag is not looked at, whatever is fed, until
     * {@link #end(long)} says how far it may go. It is to be fed then from {@link #position()} on.
     */
    public void stop() {
        end = STOPPED;
    }

    // ---- for who feeds

    /** Whether the root's end tag has been read. */
    public boolean rootEnded() {
        return rootSeen && depth == 0;
    }

    /** How many bytes have been fed. */
    public long position() {
        return position;
    }

    /** Takes the next bytes of the document. After an exception it must not be fed again. */
    public void feed(byte[] b, int from, int to) throws XmlRefusedException {
        int i = from;
        while (i < to && end != STOPPED) {
            int stop = (int) Math.min(to, i + end - position);
            if (stop <= i) {
                throw XmlRefusedException.limit("More than " + end + " bytes are not accepted here.");
            }
            long base = position - i;
            long endBefore = end;
            while (i < stop) {
                i = partialLength > 0 ? completed(b, i, stop) : step(b, i, stop, base);
                if (end != endBefore) {
                    break;
                }
            }
            position = base + i;
        }
    }

    /** Says that there is no more. */
    public void finish() throws XmlRefusedException {
        if (!rootEnded() || state != State.TEXT || partialLength > 0) {
            throw new XmlRefusedException("The document ends before its root element does.");
        }
    }

    // ---- the machine: each method takes at least one byte, or changes the state

    private int step(byte[] b, int i, int to, long base) throws XmlRefusedException {
        return switch (state) {
            case TEXT -> text(b, i, to, base);
            case TAG_NAME, ATTRIBUTE_NAME, END_NAME, TARGET -> name(b, i, to, base);
            case IN_TAG, AFTER_VALUE, BEFORE_EQUALS, BEFORE_VALUE, EMPTY_TAG, IN_END_TAG -> inTag(b, i, to, base);
            case VALUE -> value(b, i, to, base);
            case OPEN -> open(b, i, to, base);
            case REFERENCE, ENTITY, NUMBER, DECIMAL, HEXADECIMAL -> reference(b[i], i);
            case COMMENT, CDATA, INSTRUCTION -> aside(b, i, to);
            case START, MARK_2, MARK_3 -> start(b[i], i, base);
            default -> rare(b[i], i);
        };
    }

    private int start(byte c, int i, long base) throws XmlRefusedException {
        if (state == State.START) {
            if (c == (byte) 0xEF) {
                state = State.MARK_2;
                return i + 1;
            }
            if (c == 0 || c == (byte) 0xFE || c == (byte) 0xFF) {
                throw new XmlRefusedException("The document is not in UTF-8.");
            }
            state = State.TEXT;
            return i;
        }
        if (c != (state == State.MARK_2 ? (byte) 0xBB : (byte) 0xBF)) {
            throw new XmlRefusedException("The document is not in UTF-8.");
        }
        if (state == State.MARK_2) {
            state = State.MARK_3;
        } else {
            state = State.TEXT;
            documentFrom = base + i + 1;
        }
        return i + 1;
    }

    private int text(byte[] b, int from, int to, long base) throws XmlRefusedException {
        int i = from;
        if (mode == Text.IGNORE && depth > 0) {
            while (i < to && !XmlBytes.is(b[i], TEXT_STOP)) {
                i++;
            }
        } else if (mode == Text.COLLECT && depth > 0) {
            i = collectRun(b, i, to);
        } else {
            while (i < to && XmlBytes.is(b[i], SPACE)) {
                i++;
            }
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c == '<') {
            tagFrom = base + i;
            state = State.OPEN;
            if (i + 1 < to) {
                return open(b, i + 1, to, base);
            }
        } else if (c < 0) {
            return multibyte(b, i, to);
        } else if (c < ' ' && !XmlBytes.is(c, SPACE)) {
            throw control();
        } else if (depth == 0) {
            throw outside();
        } else if (c == '&') {
            afterReturn = false;
            afterReference = State.TEXT;
            state = State.REFERENCE;
        } else if (mode == Text.NONE) {
            events.misplacedText(depth);
            throw new XmlRefusedException("There is text where only elements may stand.");
        } else {
            textByte(c);
            state = State.TEXT_BRACKET;
        }
        return i + 1;
    }

    private int open(byte[] b, int i, int to, long base) throws XmlRefusedException {
        byte c = b[i];
        afterReturn = false;
        if (c == '/') {
            if (depth == 0) {
                throw new XmlRefusedException("There is an end tag without a start tag.");
            }
            beginName(State.END_NAME);
            return i + 1 < to ? name(b, i + 1, to, base) : i + 1;
        }
        if (c == '!') {
            state = State.EXCLAMATION;
            return i + 1;
        }
        if (c == '?') {
            beginName(State.TARGET);
            return i + 1;
        }
        if (rootEnded()) {
            throw new XmlRefusedException("There is a second root element.");
        }
        beginName(State.TAG_NAME);
        return name(b, i, to, base);
    }

    private void beginName(State next) {
        tag.begin(tagFrom);
        nameFrom = 0;
        partFrom = 0;
        colon = -1;
        state = next;
    }

    private int name(byte[] b, int from, int to, long base) throws XmlRefusedException {
        int i = from;
        while (i < to && XmlBytes.is(b[i], NAME)) {
            i++;
        }
        if (i > from) {
            if (tag.length() == partFrom && !XmlBytes.is(b[from], NAME_START)) {
                throw badName();
            }
            if (tag.length() - nameFrom + i - from > limits.nameBytes()) {
                throw XmlRefusedException.limit("A name has more than " + limits.nameBytes() + " bytes.");
            }
            tag.append(b, from, i - from);
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c < 0) {
            return multibyte(b, i, to);
        }
        if (tag.length() == partFrom) {
            throw badName();
        }
        if (c == ':') {
            if (colon >= 0 || state == State.TARGET) {
                throw badName();
            }
            colon = tag.length();
            tag.append(':');
            partFrom = tag.length();
            return i + 1;
        }
        endName();
        return inTag(b, i, to, base);
    }

    /** A name is over; the byte that ended it is looked at again in the new state. */
    private void endName() throws XmlRefusedException {
        switch (state) {
            case TAG_NAME -> {
                tag.name(colon);
                state = State.AFTER_VALUE;
            }
            case ATTRIBUTE_NAME -> {
                keepValue = tag.attributeName(nameFrom, colon) || keepValues;
                state = State.BEFORE_EQUALS;
            }
            case END_NAME -> state = State.IN_END_TAG;
            default -> endTarget();
        }
    }

    private void endTarget() throws XmlRefusedException {
        byte[] t = tag.bytes();
        boolean xml = tag.length() == 3 && (t[0] | 0x20) == 'x' && (t[1] | 0x20) == 'm' && (t[2] | 0x20) == 'l';
        if (xml && (t[0] != 'x' || t[1] != 'm' || t[2] != 'l' || tagFrom != documentFrom)) {
            throw new XmlRefusedException("An XML declaration may only be the document's first bytes.");
        }
        if (xml) {
            tag.begin(tagFrom);
            state = State.DECLARATION;
        } else {
            events.aside(Aside.INSTRUCTION, depth);
            state = State.AFTER_TARGET;
        }
    }

    private int inTag(byte[] b, int from, int to, long base) throws XmlRefusedException {
        int i = from;
        while (i < to) {
            byte c = b[i];
            switch (state) {
                case AFTER_VALUE, IN_TAG -> {
                    if (c == '>') {
                        startTag(base + i + 1);
                        return i + 1;
                    }
                    if (XmlBytes.is(c, SPACE)) {
                        state = State.IN_TAG;
                    } else if (c == '/') {
                        state = State.EMPTY_TAG;
                    } else if (state == State.IN_TAG) {
                        nameFrom = tag.length();
                        partFrom = nameFrom;
                        colon = -1;
                        state = State.ATTRIBUTE_NAME;
                        return name(b, i, to, base);
                    } else {
                        throw badTag(c);
                    }
                }
                case BEFORE_EQUALS -> {
                    if (c == '=') {
                        state = State.BEFORE_VALUE;
                    } else if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
                case BEFORE_VALUE -> {
                    if (c == '"' || c == '\'') {
                        quote = c;
                        afterReturn = false;
                        tag.valueFrom(base + i + 1);
                        state = State.VALUE;
                        return i + 1;
                    }
                    if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
                case EMPTY_TAG -> {
                    if (c != '>') {
                        throw badTag(c);
                    }
                    startTag(base + i + 1);
                    closeElement(base + i + 1);
                    return i + 1;
                }
                case IN_END_TAG -> {
                    if (c == '>') {
                        endTag(base + i + 1);
                        return i + 1;
                    }
                    if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
                default -> {
                    return i;
                }
            }
            i++;
        }
        return i;
    }

    private int value(byte[] b, int from, int to, long base) throws XmlRefusedException {
        int i = from;
        while (i < to && !XmlBytes.is(b[i], VALUE_STOP)) {
            i++;
        }
        if (i > from) {
            afterReturn = false;
            if (keepValue) {
                tag.append(b, from, i - from);
            }
        }
        if (base + i - tag.valueFrom() > limits.attributeBytes()) {
            throw XmlRefusedException.limit("An attribute has more than " + limits.attributeBytes() + " bytes.");
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c == quote) {
            tag.valueTo(base + i);
            state = State.AFTER_VALUE;
        } else if (c < 0) {
            return multibyte(b, i, to);
        } else if (c == '<') {
            throw new XmlRefusedException("There is a '<' in an attribute.");
        } else if (c == '&') {
            afterReturn = false;
            afterReference = State.VALUE;
            state = State.REFERENCE;
        } else if (c >= ' ') {
            valueByte(c);
        } else if (XmlBytes.is(c, SPACE)) {
            if (c != '\n' || !afterReturn) {
                valueByte((byte) ' ');
            }
            afterReturn = c == '\r';
            return i + 1;
        } else {
            throw control();
        }
        afterReturn = false;
        return i + 1;
    }

    private void valueByte(byte c) {
        if (keepValue) {
            tag.append(c);
        }
    }

    private void startTag(long to) throws XmlRefusedException {
        if (++depth > limits.depth()) {
            throw XmlRefusedException.limit("Elements are nested deeper than " + limits.depth() + ".");
        }
        if (++elements > limits.elements()) {
            throw XmlRefusedException.limit("There are more than " + limits.elements() + " elements.");
        }
        rootSeen = true;
        boolean strict = depth <= strictDepth;
        tag.end(to, depth, strict);
        if (strict) {
            pushName();
        }
        mode = Text.IGNORE;
        state = State.TEXT;
        events.startElement(tag, depth);
    }

    private void pushName() {
        int from = depth == 1 ? 0 : nameEnds[depth - 2];
        int length = tag.nameTo();
        if (depth > nameEnds.length) {
            nameEnds = Arrays.copyOf(nameEnds, nameEnds.length * 2);
        }
        if (from + length > names.length) {
            names = Arrays.copyOf(names, Math.max(names.length * 2, from + length));
        }
        System.arraycopy(tag.bytes(), 0, names, from, length);
        nameEnds[depth - 1] = from + length;
    }

    private void endTag(long to) throws XmlRefusedException {
        if (depth <= strictDepth) {
            int from = depth == 1 ? 0 : nameEnds[depth - 2];
            if (!Arrays.equals(names, from, nameEnds[depth - 1], tag.bytes(), 0, tag.length())) {
                throw new XmlRefusedException("An end tag does not have its start tag's name.");
            }
        }
        closeElement(to);
    }

    private void closeElement(long to) throws XmlRefusedException {
        int closed = depth;
        scope.leave(closed);
        depth = closed - 1;
        mode = Text.IGNORE;
        state = State.TEXT;
        events.endElement(closed, to);
    }

    private int reference(byte c, int i) throws XmlRefusedException {
        switch (state) {
            case REFERENCE -> {
                entity = 0;
                number = 0;
                digits = false;
                if (c == '#') {
                    state = State.NUMBER;
                    return i + 1;
                }
                state = State.ENTITY;
                return i;
            }
            case NUMBER -> {
                if (c == 'x') {
                    state = State.HEXADECIMAL;
                    return i + 1;
                }
                state = State.DECIMAL;
                return i;
            }
            case ENTITY -> {
                if (c == ';') {
                    referred(namedCharacter());
                } else if ((entity >>> 24) != 0 || !XmlBytes.is(c, NAME)) {
                    throw new XmlRefusedException("There is a reference that XML does not know.");
                } else {
                    entity = entity << 8 | c;
                }
            }
            default -> {
                if (c == ';' && digits) {
                    if (!XmlBytes.isChar(number)) {
                        throw new XmlRefusedException("There is a reference to a character that XML does not allow.");
                    }
                    referred(number);
                } else {
                    digit(c);
                }
            }
        }
        return i + 1;
    }

    private void digit(byte c) throws XmlRefusedException {
        int radix = state == State.HEXADECIMAL ? 16 : 10;
        int digit = c < 0 ? -1 : Character.digit((char) c, radix);
        if (digit < 0) {
            throw new XmlRefusedException("There is a malformed reference.");
        }
        digits = true;
        number = Math.min(number * radix + digit, 0x110000);
    }

    private int namedCharacter() throws XmlRefusedException {
        if (entity == AMP) {
            return '&';
        } else if (entity == LT) {
            return '<';
        } else if (entity == GT) {
            return '>';
        } else if (entity == APOS) {
            return '\'';
        } else if (entity == QUOT) {
            return '"';
        }
        throw new XmlRefusedException("There is a reference that XML does not know.");
    }

    private void referred(int c) throws XmlRefusedException {
        state = afterReference;
        if (state == State.VALUE) {
            if (keepValue) {
                appendCodePoint(c);
            }
        } else if (mode == Text.NONE) {
            events.misplacedText(depth);
            throw new XmlRefusedException("There is text where only elements may stand.");
        } else if (mode == Text.COLLECT) {
            byte[] utf8 = Character.toString(c).getBytes(UTF_8);
            append(utf8, 0, utf8.length);
        }
    }

    private void appendCodePoint(int c) {
        if (c < 0x80) {
            tag.append(c);
        } else {
            byte[] utf8 = Character.toString(c).getBytes(UTF_8);
            tag.append(utf8, 0, utf8.length);
        }
    }

    /** Inside a comment, CDATA section or processing instruction: up to a byte that may end it. */
    private int aside(byte[] b, int from, int to) throws XmlRefusedException {
        boolean collect = state == State.CDATA && mode == Text.COLLECT;
        int i = from;
        while (i < to && !XmlBytes.is(b[i], ASIDE_STOP)) {
            if (collect) {
                collect(b[i]);
            }
            i++;
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c < 0) {
            return multibyte(b, i, to);
        }
        if (c < ' ') {
            throw control();
        }
        if (c == '-' && state == State.COMMENT) {
            state = State.COMMENT_DASH;
        } else if (c == ']' && state == State.CDATA) {
            state = State.CDATA_BRACKET;
        } else if (c == '?' && state == State.INSTRUCTION) {
            matched = 0;
            state = State.INSTRUCTION_MARK;
        } else if (collect) {
            collect(c);
        }
        return i + 1;
    }

    private int rare(byte c, int i) throws XmlRefusedException {
        switch (state) {
            case TEXT_BRACKET -> {
                state = c == ']' ? State.TEXT_BRACKETS : State.TEXT;
                if (c != ']') {
                    return i;
                }
                textByte(c);
            }
            case TEXT_BRACKETS -> {
                if (c == '>') {
                    throw new XmlRefusedException("There is a ']]>' outside a CDATA section.");
                }
                if (c != ']') {
                    state = State.TEXT;
                    return i;
                }
                textByte(c);
            }
            case EXCLAMATION -> exclamation(c);
            case COMMENT_OPEN -> {
                if (c != '-') {
                    throw badMarkup();
                }
                events.aside(Aside.COMMENT, depth);
                state = State.COMMENT;
            }
            case COMMENT_DASH -> {
                state = c == '-' ? State.COMMENT_DASHES : State.COMMENT;
                if (c != '-') {
                    return i;
                }
            }
            case COMMENT_DASHES -> {
                if (c != '>') {
                    throw new XmlRefusedException("There is a '--' in a comment.");
                }
                state = State.TEXT;
            }
            case CDATA_OPEN -> {
                if (c != CDATA_START[matched]) {
                    throw badMarkup();
                }
                if (++matched == CDATA_START.length) {
                    beginCdata();
                }
            }
            case CDATA_BRACKET -> {
                if (c == ']') {
                    state = State.CDATA_BRACKETS;
                } else {
                    textByte((byte) ']');
                    state = State.CDATA;
                    return i;
                }
            }
            case CDATA_BRACKETS -> {
                if (c == '>') {
                    state = State.TEXT;
                } else {
                    textByte((byte) ']');
                    if (c != ']') {
                        textByte((byte) ']');
                        state = State.CDATA;
                        return i;
                    }
                }
            }
            case AFTER_TARGET -> {
                if (c == '?') {
                    state = State.INSTRUCTION_MARK;
                    matched = 1;
                } else if (XmlBytes.is(c, SPACE)) {
                    state = State.INSTRUCTION;
                } else {
                    throw badMarkup();
                }
                return i + 1;
            }
            case INSTRUCTION_MARK -> {
                if (c == '>') {
                    state = State.TEXT;
                } else if (matched == 1) {
                    throw badMarkup();
                } else if (c != '?') {
                    state = State.INSTRUCTION;
                    return i;
                }
            }
            default -> declaration(c);
        }
        return i + 1;
    }

    private void exclamation(byte c) throws XmlRefusedException {
        if (c == '-') {
            state = State.COMMENT_OPEN;
        } else if (c == '[') {
            matched = 1;
            state = State.CDATA_OPEN;
        } else if (c == 'D' || c == 'd') {
            throw new XmlRefusedException("A DOCTYPE is not accepted.");
        } else {
            throw badMarkup();
        }
    }

    private void beginCdata() throws XmlRefusedException {
        if (depth == 0) {
            throw outside();
        }
        events.aside(Aside.CDATA, depth);
        if (mode == Text.NONE) {
            events.misplacedText(depth);
            throw new XmlRefusedException("There is text where only elements may stand.");
        }
        afterReturn = false;
        state = State.CDATA;
    }

    private void declaration(byte c) throws XmlRefusedException {
        if (state == State.DECLARATION_MARK) {
            if (c != '>') {
                throw new XmlRefusedException("The XML declaration is malformed.");
            }
            XmlBytes.checkDeclaration(new String(tag.bytes(), 0, tag.length(), US_ASCII));
            state = State.TEXT;
        } else if (c == '?') {
            state = State.DECLARATION_MARK;
        } else if (c < 0 || tag.length() == MOST_DECLARATION_BYTES) {
            throw new XmlRefusedException("The XML declaration is malformed.");
        } else {
            tag.append(c);
        }
    }

    // ---- characters beyond ASCII

    private int multibyte(byte[] b, int i, int to) throws XmlRefusedException {
        int whole = XmlBytes.utf8Length(b[i]);
        if (i + whole <= to) {
            character(XmlBytes.utf8(b, i, whole), b, i, whole);
            return i + whole;
        }
        partialWhole = whole;
        partialLength = to - i;
        System.arraycopy(b, i, partial, 0, partialLength);
        return to;
    }

    /** Goes on with a character whose first bytes were the last of the piece before. */
    private int completed(byte[] b, int i, int to) throws XmlRefusedException {
        int n = Math.min(partialWhole - partialLength, to - i);
        System.arraycopy(b, i, partial, partialLength, n);
        partialLength += n;
        if (partialLength == partialWhole) {
            partialLength = 0;
            character(XmlBytes.utf8(partial, 0, partialWhole), partial, 0, partialWhole);
        }
        return i + n;
    }

    private void character(int c, byte[] b, int from, int length) throws XmlRefusedException {
        afterReturn = false;
        switch (state) {
            case TEXT -> {
                if (depth == 0) {
                    throw outside();
                }
                if (mode == Text.NONE) {
                    events.misplacedText(depth);
                    throw new XmlRefusedException("There is text where only elements may stand.");
                }
                if (mode == Text.COLLECT) {
                    append(b, from, length);
                }
            }
            case CDATA -> {
                if (mode == Text.COLLECT) {
                    append(b, from, length);
                }
            }
            case VALUE -> {
                if (keepValue) {
                    tag.append(b, from, length);
                }
            }
            case TAG_NAME, ATTRIBUTE_NAME, END_NAME, TARGET -> {
                if (!(tag.length() == partFrom ? XmlBytes.isNameStart(c) : XmlBytes.isName(c))) {
                    throw badName();
                }
                if (tag.length() - nameFrom + length > limits.nameBytes()) {
                    throw XmlRefusedException.limit("A name has more than " + limits.nameBytes() + " bytes.");
                }
                tag.append(b, from, length);
            }
            default -> {
                // inside a comment or a processing instruction
            }
        }
    }

    // ---- collected text

    private void textByte(byte c) {
        if (mode == Text.COLLECT) {
            collect(c);
        }
    }

    /** Collects up to a byte that needs a look. */
    private int collectRun(byte[] b, int from, int to) {
        int i = from;
        while (i < to && !XmlBytes.is(b[i], TEXT_STOP)) {
            int run = i;
            while (i < to && b[i] != '\r' && b[i] != '\n' && !XmlBytes.is(b[i], TEXT_STOP)) {
                i++;
            }
            if (i > run) {
                afterReturn = false;
                appendCut(b, run, i - run);
            } else {
                collect(b[i]);
                i++;
            }
        }
        return i;
    }

    /** ASCII only: as much of it as is to be collected. */
    private void appendCut(byte[] b, int from, int length) {
        int n = Math.min(length, textMost - textLength);
        textOverflow |= n < length;
        if (textLength + n > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, textLength + n));
        }
        System.arraycopy(b, from, text, textLength, n);
        textLength += n;
    }

    /** One byte of ASCII, with line ends made one (XML 1.0, section 2.11). */
    private void collect(byte c) {
        boolean second = c == '\n' && afterReturn;
        afterReturn = c == '\r';
        if (second) {
            return;
        }
        if (textLength == textMost) {
            textOverflow = true;
            return;
        }
        if (textLength == text.length) {
            text = Arrays.copyOf(text, textLength * 2);
        }
        text[textLength++] = c == '\r' ? (byte) '\n' : c;
    }

    private void append(byte[] b, int from, int length) {
        if (textLength + length > textMost) {
            textOverflow = true;
            return;
        }
        if (textLength + length > text.length) {
            text = Arrays.copyOf(text, text.length * 2);
        }
        System.arraycopy(b, from, text, textLength, length);
        textLength += length;
    }

    // ---- sentences

    private static XmlRefusedException control() {
        return new XmlRefusedException("There is a character that XML does not allow.");
    }

    private static XmlRefusedException badName() {
        return new XmlRefusedException("There is a malformed name.");
    }

    private static XmlRefusedException badTag(byte c) {
        return c == 0 ? control() : new XmlRefusedException("There is a malformed tag.");
    }

    private static XmlRefusedException badMarkup() {
        return new XmlRefusedException("There is malformed markup.");
    }

    private XmlRefusedException outside() {
        return new XmlRefusedException(
                rootSeen ? "There is something after the root element." : "There is text before the root element.");
    }

    private static long entity(String name) {
        long packed = 0;
        for (int i = 0; i < name.length(); i++) {
            packed = packed << 8 | name.charAt(i);
        }
        return packed;
    }
}
