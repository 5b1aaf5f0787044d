package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.xml.api.XmlBytes.SPACE;
import static org.esbmt.xml.api.XmlBytes.TEXT_STOP;

import java.util.Arrays;
import org.esbmt.xml.api.XmlLexer.Text;

/**
 * Reads the character data between tags, CDATA sections included. It collects the data on a grammar's request, with
 * references replaced and line ends normalized.
 */
final class TextScanner {

    private enum State {
        PLAIN,
        BRACKET,
        BRACKETS,
        REFERENCE
    }

    private final OpenElements elements;
    private final XmlEvents events;
    private final Reference reference;
    private final Piece piece;

    private State state = State.PLAIN;
    private Text mode = Text.NONE;

    private byte[] collected = new byte[64];
    private int length;
    private int most;
    private boolean overflow;
    private boolean afterReturn;

    TextScanner(OpenElements elements, XmlEvents events, Reference reference, Piece piece) {
        this.elements = elements;
        this.events = events;
        this.reference = reference;
        this.piece = piece;
    }

    // ---- treatment

    /** {@link XmlLexer#text(Text)}. */
    void mode(Text next) {
        if (mode != next) { // spares each tag the write barrier of a store
            mode = next;
        }
    }

    /** {@link XmlLexer#collect}. */
    void collect(int bytes) {
        mode = Text.COLLECT;
        length = 0;
        most = bytes;
        overflow = false;
    }

    boolean collecting() {
        return mode == Text.COLLECT;
    }

    /** Returns true if no character data is kept, and none of it may be the beginning of something else. */
    boolean isPlain() {
        return mode == Text.IGNORE && state == State.PLAIN;
    }

    byte[] collected() {
        return Arrays.copyOf(collected, length);
    }

    boolean overflow() {
        return overflow;
    }

    void forget() {
        Arrays.fill(collected, 0, length, (byte) 0);
        length = 0;
    }

    // ---- reading

    /** Reads up to the next '<', exclusive; indices as in the lexer's steps. */
    int scan(int from) throws XmlRefusedException {
        int to = piece.to;
        int i = from;
        if (state == State.PLAIN && piece.bytes[i] == '<') {
            afterReturn = false;
            return i;
        }
        while (i < to) {
            if (state != State.PLAIN) {
                i = special(piece.bytes[i], i);
                continue;
            }
            i = run(i);
            if (i == to) {
                return i;
            }
            byte[] b = piece.bytes;
            byte c = b[i];
            if (c == '<') {
                afterReturn = false;
                return i;
            }
            boolean ignored = mode == Text.IGNORE && elements.depth() > 0;
            int reference = c == '&' && ignored ? Reference.named(b, i, to) : 0;
            if (reference > 0) {
                i += reference;
            } else if (c < 0) {
                int bytes = piece.characterLength(c);
                if (i + bytes > to) {
                    return ~i;
                }
                character(b, i, bytes);
                i += bytes;
            } else {
                stopped(c);
                i++;
            }
        }
        return i;
    }

    /** Skips to a byte that is not plain text. */
    private int run(int from) {
        byte[] b = piece.bytes;
        int to = piece.to;
        if (mode == Text.NONE || elements.depth() == 0) {
            return XmlBytes.skip(SPACE, b, from, to);
        }
        return mode == Text.IGNORE ? XmlBytes.findTextStop(b, from, to) : collectRun(b, from, to);
    }

    /** Reads an ASCII byte that ends a run and is no markup yet. */
    private void stopped(byte c) throws XmlRefusedException {
        if (c < ' ') {
            throw XmlBytes.notAllowed();
        }
        if (elements.depth() == 0) {
            throw elements.outside();
        }
        if (c == '&') {
            afterReturn = false;
            reference.begin();
            state = State.REFERENCE;
        } else if (mode == Text.NONE) {
            throw misplaced();
        } else {
            add(c);
            state = State.BRACKET;
        }
    }

    private int special(byte c, int i) throws XmlRefusedException {
        if (state == State.REFERENCE) {
            int referred = reference.take(c);
            if (referred != Reference.UNFINISHED) {
                state = State.PLAIN;
                referred(referred);
            }
            return i + 1;
        }
        if (c == '>' && state == State.BRACKETS) {
            throw new XmlRefusedException("There is a ']]>' outside a CDATA section.");
        }
        if (c != ']') {
            state = State.PLAIN;
            return i;
        }
        add(c);
        state = State.BRACKETS;
        return i + 1;
    }

    private void referred(int c) throws XmlRefusedException {
        if (mode == Text.NONE) {
            throw misplaced();
        }
        if (mode == Text.COLLECT) {
            byte[] utf8 = Character.toString(c).getBytes(UTF_8);
            append(utf8, 0, utf8.length);
        }
    }

    /** Reads a character beyond ASCII. */
    private void character(byte[] b, int from, int bytes) throws XmlRefusedException {
        XmlBytes.utf8(b, from, bytes);
        if (elements.depth() == 0) {
            throw elements.outside();
        }
        if (mode == Text.NONE) {
            throw misplaced();
        }
        addCharacter(b, from, bytes);
    }

    // ---- for CDATA sections

    void beginCdata() throws XmlRefusedException {
        if (mode == Text.NONE) {
            throw misplaced();
        }
        afterReturn = false;
    }

    /** Ends a CDATA section. A line end after it is separate. */
    void endCdata() {
        afterReturn = false;
    }

    /** Bytes of ASCII. */
    void add(byte[] b, int from, int to) {
        for (int i = from; i < to && mode == Text.COLLECT; i++) {
            collect(b[i]);
        }
    }

    /** One byte of ASCII. */
    void add(byte c) {
        if (mode == Text.COLLECT) {
            collect(c);
        }
    }

    /** One character beyond ASCII. */
    void addCharacter(byte[] b, int from, int bytes) {
        afterReturn = false;
        if (mode == Text.COLLECT) {
            append(b, from, bytes);
        }
    }

    private XmlRefusedException misplaced() throws XmlRefusedException {
        events.misplacedText(elements.depth());
        return new XmlRefusedException("There is text where only elements may stand.");
    }

    // ---- collecting

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

    /** Appends ASCII up to the limit of the collection. */
    private void appendCut(byte[] b, int from, int bytes) {
        int n = Math.min(bytes, most - length);
        overflow |= n < bytes;
        if (length + n > collected.length) {
            collected = Arrays.copyOf(collected, Math.max(collected.length * 2, length + n));
        }
        System.arraycopy(b, from, collected, length, n);
        length += n;
    }

    /** Collects one ASCII byte, with line ends normalized (XML 1.0, section 2.11). */
    private void collect(byte c) {
        boolean second = c == '\n' && afterReturn;
        afterReturn = c == '\r';
        if (second) {
            return;
        }
        if (length == most) {
            overflow = true;
            return;
        }
        if (length == collected.length) {
            collected = Arrays.copyOf(collected, length * 2);
        }
        collected[length++] = c == '\r' ? (byte) '\n' : c;
    }

    private void append(byte[] b, int from, int bytes) {
        if (length + bytes > most) {
            overflow = true;
            return;
        }
        if (length + bytes > collected.length) {
            collected = Arrays.copyOf(collected, collected.length * 2);
        }
        System.arraycopy(b, from, collected, length, bytes);
        length += bytes;
    }
}
