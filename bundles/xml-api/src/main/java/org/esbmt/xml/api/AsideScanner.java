package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.esbmt.xml.api.XmlBytes.ASIDE_STOP;
import static org.esbmt.xml.api.XmlBytes.SPACE;

import org.esbmt.xml.api.XmlEvents.Aside;

/** Reads one comment, CDATA section or processing instruction, or the XML declaration; refuses a DOCTYPE. */
final class AsideScanner {

    private enum State {
        EXCLAMATION,
        COMMENT_OPEN,
        COMMENT,
        COMMENT_DASH,
        COMMENT_DASHES,
        CDATA_OPEN,
        CDATA,
        CDATA_BRACKET,
        CDATA_BRACKETS,
        AFTER_TARGET,
        TARGET_MARK,
        INSTRUCTION,
        INSTRUCTION_MARK,
        DECLARATION,
        DECLARATION_MARK,
        ENDED
    }

    private static final byte[] CDATA_START = "[CDATA[".getBytes(US_ASCII);
    private static final int MOST_DECLARATION_BYTES = 256;

    private final OpenElements elements;
    private final XmlEvents events;
    private final TextScanner text;
    /** The target of a processing instruction, or the text of the XML declaration. */
    private final StartTag tag;

    private final Piece piece;

    private State state = State.ENDED;
    /** The kind of markup; null for the XML declaration. */
    private Aside kind;

    /** The number of bytes of {@link #CDATA_START} that have been read. */
    private int matched;

    AsideScanner(OpenElements elements, XmlEvents events, TextScanner text, StartTag tag, Piece piece) {
        this.elements = elements;
        this.events = events;
        this.text = text;
        this.tag = tag;
        this.piece = piece;
    }

    /** Begins before the byte after {@code <!}. */
    void begin() {
        state = State.EXCLAMATION;
    }

    /**
     * Begins before the byte after a processing instruction's target. The tag has the target.
     *
     * @param first whether it is at the beginning of the document
     */
    void beginInstruction(boolean first) throws XmlRefusedException {
        byte[] t = tag.bytes();
        boolean xml = tag.length() == 3 && (t[0] | 0x20) == 'x' && (t[1] | 0x20) == 'm' && (t[2] | 0x20) == 'l';
        if (xml && (t[0] != 'x' || t[1] != 'm' || t[2] != 'l' || !first)) {
            throw new XmlRefusedException("An XML declaration may only be the document's first bytes.");
        }
        if (xml) {
            tag.begin(tag.from());
            kind = null;
            state = State.DECLARATION;
        } else {
            tell(Aside.INSTRUCTION);
            state = State.AFTER_TARGET;
        }
    }

    private void tell(Aside begun) throws XmlRefusedException {
        kind = begun;
        events.aside(begun, elements.depth());
    }

    boolean ended() {
        return state == State.ENDED;
    }

    /** Reports its end to the grammar, before the byte at this offset. */
    void tellEnded(long to) throws XmlRefusedException {
        if (kind != null) {
            events.asideEnded(kind, tag.from(), to);
        }
    }

    /** Reads up to the end of this markup at most; indices as in the lexer's steps. */
    int scan(int from) throws XmlRefusedException {
        int i = from;
        while (i >= 0 && i < piece.to && state != State.ENDED) {
            i = switch (state) {
                case COMMENT, CDATA, INSTRUCTION -> inside(i);
                default -> takes(piece.bytes[i]) ? i + 1 : i;
            };
        }
        return i;
    }

    /** Skips to a byte that may end it. */
    private int inside(int from) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int i = XmlBytes.find(ASIDE_STOP, b, from, piece.to);
        if (state == State.CDATA) {
            text.add(b, from, i);
        }
        if (i == piece.to) {
            return i;
        }
        byte c = b[i];
        if (c < 0) {
            return character(i);
        }
        if (c < ' ') {
            throw XmlBytes.notAllowed();
        }
        if (c == '-' && state == State.COMMENT) {
            state = State.COMMENT_DASH;
        } else if (c == ']' && state == State.CDATA) {
            state = State.CDATA_BRACKET;
        } else if (c == '?' && state == State.INSTRUCTION) {
            state = State.INSTRUCTION_MARK;
        } else if (state == State.CDATA) {
            text.add(c);
        }
        return i + 1;
    }

    /** Reads a character beyond ASCII. */
    private int character(int i) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int length = piece.characterLength(b[i]);
        if (i + length > piece.to) {
            return ~i;
        }
        XmlBytes.utf8(b, i, length);
        if (state == State.CDATA) {
            text.addCharacter(b, i, length);
        }
        return i + length;
    }

    /** @return whether the byte was consumed; otherwise it is read again in the new state */
    private boolean takes(byte c) throws XmlRefusedException {
        return switch (state) {
            case EXCLAMATION -> exclamation(c);
            case COMMENT_OPEN, COMMENT_DASH, COMMENT_DASHES -> comment(c);
            case CDATA_OPEN, CDATA_BRACKET, CDATA_BRACKETS -> cdata(c);
            case DECLARATION, DECLARATION_MARK -> declaration(c);
            default -> instruction(c);
        };
    }

    private boolean exclamation(byte c) throws XmlRefusedException {
        if (c == '-') {
            state = State.COMMENT_OPEN;
        } else if (c == '[') {
            matched = 1;
            state = State.CDATA_OPEN;
        } else if (c == 'D' || c == 'd') {
            throw XmlRefusedException.doctype();
        } else {
            throw badMarkup();
        }
        return true;
    }

    private boolean comment(byte c) throws XmlRefusedException {
        if (state == State.COMMENT_OPEN) {
            if (c != '-') {
                throw badMarkup();
            }
            tell(Aside.COMMENT);
            state = State.COMMENT;
            return true;
        }
        if (state == State.COMMENT_DASH) {
            state = c == '-' ? State.COMMENT_DASHES : State.COMMENT;
            return c == '-';
        }
        if (c != '>') {
            throw new XmlRefusedException("There is a '--' in a comment.");
        }
        state = State.ENDED;
        return true;
    }

    private boolean cdata(byte c) throws XmlRefusedException {
        if (state == State.CDATA_OPEN) {
            if (c != CDATA_START[matched]) {
                throw badMarkup();
            }
            if (++matched == CDATA_START.length) {
                beginCdata();
            }
            return true;
        }
        if (c == '>' && state == State.CDATA_BRACKETS) {
            text.endCdata();
            state = State.ENDED;
            return true;
        }
        if (c == ']' && state == State.CDATA_BRACKET) {
            state = State.CDATA_BRACKETS;
            return true;
        }
        text.add((byte) ']');
        if (c == ']') {
            return true;
        }
        if (state == State.CDATA_BRACKETS) {
            text.add((byte) ']');
        }
        state = State.CDATA;
        return false;
    }

    private void beginCdata() throws XmlRefusedException {
        if (elements.depth() == 0) {
            throw elements.outside();
        }
        tell(Aside.CDATA);
        text.beginCdata();
        state = State.CDATA;
    }

    private boolean instruction(byte c) throws XmlRefusedException {
        switch (state) {
            case AFTER_TARGET -> {
                if (c != '?' && !XmlBytes.is(c, SPACE)) {
                    throw badMarkup();
                }
                state = c == '?' ? State.TARGET_MARK : State.INSTRUCTION;
            }
            case TARGET_MARK -> {
                if (c != '>') {
                    throw badMarkup();
                }
                state = State.ENDED;
            }
            default -> {
                if (c == '>') {
                    state = State.ENDED;
                } else if (c != '?') {
                    state = State.INSTRUCTION;
                    return false;
                }
            }
        }
        return true;
    }

    private boolean declaration(byte c) throws XmlRefusedException {
        if (state == State.DECLARATION_MARK) {
            if (c != '>') {
                throw XmlDeclaration.malformed();
            }
            if (XmlDeclaration.isAscii(new String(tag.bytes(), 0, tag.length(), US_ASCII))) {
                piece.ascii();
            }
            state = State.ENDED;
        } else if (c == '?') {
            state = State.DECLARATION_MARK;
        } else if (c < 0 || tag.length() == MOST_DECLARATION_BYTES) {
            throw XmlDeclaration.malformed();
        } else {
            tag.append(c);
        }
        return true;
    }

    private static XmlRefusedException badMarkup() {
        return new XmlRefusedException("There is malformed markup.");
    }
}
