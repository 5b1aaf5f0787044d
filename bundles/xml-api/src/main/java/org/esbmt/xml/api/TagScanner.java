package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.xml.api.XmlBytes.NAME;
import static org.esbmt.xml.api.XmlBytes.NAME_START;
import static org.esbmt.xml.api.XmlBytes.SPACE;

/**
 * Reads one tag into the {@link StartTag}, from its name to its '>'. Of a start tag it also reads the attributes. It
 * reads the target of a processing instruction too, since that is a name.
 */
final class TagScanner {

    // Numbers, since markup takes a tenth longer with an enum (HeaderBenchmark): its switch looks up a table, and each
    // store of a reference has a write barrier of the garbage collector.

    /** A value of {@link #state} after a whole tag with its '>', or after a target without the next byte. */
    static final int START_TAG = 0;

    static final int EMPTY_ELEMENT_TAG = 1;
    static final int END_TAG = 2;
    static final int TARGET = 3;

    private static final int START_NAME = 4;
    private static final int END_NAME = 5;
    private static final int TARGET_NAME = 6;
    private static final int ATTRIBUTE_NAME = 7;
    private static final int IN_TAG = 8;
    private static final int BEFORE_EQUALS = 9;
    private static final int BEFORE_VALUE = 10;
    private static final int VALUE = 11;
    private static final int REFERENCE = 12;
    /** After a name or a value. An attribute needs white space before it. */
    private static final int AFTER_VALUE = 13;

    private static final int BEHIND_SLASH = 14;
    private static final int IN_END_TAG = 15;

    private final StartTag tag;
    private final XmlLimits limits;
    private final Reference reference;
    private final Piece piece;

    private int state = START_TAG;
    private int nameFrom;
    private int partFrom;
    private int colon;

    private boolean keepValues = true;
    private boolean keepValue;
    private byte quote;
    private boolean afterReturn;

    TagScanner(StartTag tag, XmlLimits limits, Reference reference, Piece piece) {
        this.tag = tag;
        this.limits = limits;
        this.reference = reference;
        this.piece = piece;
    }

    /** {@link XmlLexer#keepValues}. */
    void keepValues(boolean keep) {
        keepValues = keep;
    }

    /** Begins before the first byte of a start tag's name. */
    void beginStartTag() {
        beginName(START_NAME);
    }

    /** Begins before the first byte of an end tag's name. */
    void beginEndTag() {
        beginName(END_NAME);
    }

    /** Begins before the first byte of a processing instruction's target. */
    void beginTarget() {
        beginName(TARGET_NAME);
    }

    /**
     * {@link #START_TAG}, {@link #EMPTY_ELEMENT_TAG}, {@link #END_TAG} or {@link #TARGET}; any other value is an
     * unfinished state.
     */
    int state() {
        return state;
    }

    /** Reads to the end of the tag at most; indices as in the lexer's steps. */
    int scan(int from) throws XmlRefusedException {
        int i = from;
        while (i >= 0 && i < piece.to && state > TARGET) {
            i = switch (state) {
                case START_NAME, END_NAME, TARGET_NAME, ATTRIBUTE_NAME -> name(i);
                case VALUE -> value(i);
                case REFERENCE -> reference(piece.bytes[i], i);
                default -> between(i);
            };
        }
        return i;
    }

    // ---- names

    private void beginName(int next) {
        nameFrom = tag.length();
        partFrom = nameFrom;
        colon = -1;
        state = next;
    }

    private int name(int from) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int to = piece.to;
        int i = XmlBytes.skip(NAME, b, from, to);
        if (i > from) {
            if (tag.length() == partFrom && !XmlBytes.is(b[from], NAME_START)) {
                throw badName();
            }
            appendName(b, from, i - from);
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c < 0) {
            return nameCharacter(i);
        }
        if (tag.length() == partFrom) {
            throw badName();
        }
        if (c == ':') {
            if (colon >= 0 || state == TARGET_NAME) {
                throw badName();
            }
            colon = tag.length();
            tag.append(':');
            partFrom = tag.length();
            return i + 1;
        }
        endName();
        return state == TARGET ? i : between(i);
    }

    /** A character beyond ASCII. */
    private int nameCharacter(int i) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int length = piece.characterLength(b[i]);
        if (i + length > piece.to) {
            return ~i;
        }
        int c = XmlBytes.utf8(b, i, length);
        if (!(tag.length() == partFrom ? XmlBytes.isNameStart(c) : XmlBytes.isName(c))) {
            throw badName();
        }
        appendName(b, i, length);
        return i + length;
    }

    private void appendName(byte[] b, int from, int length) throws XmlRefusedException {
        if (tag.length() - nameFrom + length > limits.nameBytes()) {
            throw XmlRefusedException.limit("A name has more than " + limits.nameBytes() + " bytes.");
        }
        tag.append(b, from, length);
    }

    /** Ends a name. The byte after it is read again in the new state. */
    private void endName() throws XmlRefusedException {
        if (state == START_NAME) {
            tag.name(colon);
            state = AFTER_VALUE;
        } else if (state == ATTRIBUTE_NAME) {
            keepValue = tag.attributeName(nameFrom, colon) || keepValues;
            state = BEFORE_EQUALS;
        } else {
            state = state == END_NAME ? IN_END_TAG : TARGET;
        }
    }

    // ---- between names and values

    private int between(int from) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int to = piece.to;
        int i = from;
        while (i < to) {
            byte c = b[i++];
            switch (state) {
                case AFTER_VALUE, IN_TAG -> {
                    if (c == '>') {
                        state = START_TAG;
                        return i;
                    }
                    if (XmlBytes.is(c, SPACE)) {
                        state = IN_TAG;
                    } else if (c == '/') {
                        state = BEHIND_SLASH;
                    } else if (state == IN_TAG) {
                        beginName(ATTRIBUTE_NAME);
                        return name(i - 1);
                    } else {
                        throw badTag(c);
                    }
                }
                case BEFORE_EQUALS -> {
                    if (c == '=') {
                        state = BEFORE_VALUE;
                    } else if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
                case BEFORE_VALUE -> {
                    if (c == '"' || c == '\'') {
                        beginValue(c, piece.offset(i));
                        return i;
                    }
                    if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
                case BEHIND_SLASH -> {
                    if (c != '>') {
                        throw badTag(c);
                    }
                    state = EMPTY_ELEMENT_TAG;
                    return i;
                }
                default -> {
                    if (c == '>') {
                        state = END_TAG;
                        return i;
                    }
                    if (!XmlBytes.is(c, SPACE)) {
                        throw badTag(c);
                    }
                }
            }
        }
        return i;
    }

    // ---- values

    private void beginValue(byte opening, long offset) {
        quote = opening;
        afterReturn = false;
        tag.valueFrom(offset);
        state = VALUE;
    }

    private int value(int from) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int to = piece.to;
        int i = XmlBytes.findValueStop(b, from, to);
        if (i > from) {
            afterReturn = false;
            if (keepValue) {
                tag.append(b, from, i - from);
            }
        }
        if (piece.offset(i) - tag.valueFrom() > limits.attributeBytes()) {
            throw XmlRefusedException.limit("An attribute has more than " + limits.attributeBytes() + " bytes.");
        }
        if (i == to) {
            return i;
        }
        byte c = b[i];
        if (c == quote) {
            tag.valueTo(piece.offset(i));
            state = AFTER_VALUE;
        } else if (c < 0) {
            return valueCharacter(i);
        } else {
            valueByte(c);
        }
        return i + 1;
    }

    /**
     * Reads a special ASCII character. White space becomes a space, and a line end one line feed (XML 1.0, 2.11 and
     * 3.3.3).
     */
    private void valueByte(byte c) throws XmlRefusedException {
        boolean second = c == '\n' && afterReturn;
        afterReturn = c == '\r';
        if (c == '<') {
            throw new XmlRefusedException("There is a '<' in an attribute.");
        }
        if (c == '&') {
            reference.begin();
            state = REFERENCE;
        } else if (c < ' ' && !XmlBytes.is(c, SPACE)) {
            throw XmlBytes.notAllowed();
        } else if (keepValue && !second) {
            tag.append(c < ' ' ? ' ' : c);
        }
    }

    /** A character beyond ASCII. */
    private int valueCharacter(int i) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int length = piece.characterLength(b[i]);
        if (i + length > piece.to) {
            return ~i;
        }
        XmlBytes.utf8(b, i, length);
        afterReturn = false;
        if (keepValue) {
            tag.append(b, i, length);
        }
        return i + length;
    }

    private int reference(byte c, int i) throws XmlRefusedException {
        int referred = reference.take(c);
        if (referred != Reference.UNFINISHED) {
            state = VALUE;
            if (keepValue) {
                append(referred);
            }
        }
        return i + 1;
    }

    private void append(int c) {
        if (c < 0x80) {
            tag.append(c);
        } else {
            byte[] utf8 = Character.toString(c).getBytes(UTF_8);
            tag.append(utf8, 0, utf8.length);
        }
    }

    // ---- sentences

    private static XmlRefusedException badName() {
        return new XmlRefusedException("There is a malformed name.");
    }

    private static XmlRefusedException badTag(byte c) {
        return c == 0 ? XmlBytes.notAllowed() : new XmlRefusedException("There is a malformed tag.");
    }
}
