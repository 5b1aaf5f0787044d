package org.esbmt.xml.api;

import static java.util.Objects.requireNonNull;

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
 * <p>Here is what belongs to no part of the document alone: how far it may be read, characters that are cut by a piece's
 * end, and which part is read next. The parts are read by {@link TagScanner}, {@link TextScanner} and
 * {@link AsideScanner}, each of which takes as many bytes as belong to it.
 *
 * <p>Not for concurrent use.
 */
public final class XmlLexer {

    /** The treatment of character data directly in the element that was just begun or returned to. */
    public enum Text {
        IGNORE,
        /** Only white space may stand here. */
        NONE,
        /** Kept for {@link #text()}, up to a limit. */
        COLLECT
    }

    /** The part of the document to which the next byte belongs. */
    private enum Part {
        BYTE_ORDER_MARK,
        TEXT,
        /** The byte behind a '<', which determines the kind of markup. */
        OPENED,
        TAG,
        ASIDE
    }

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int LONGEST_CHARACTER = 4;
    private static final long STOPPED = -1;

    private final XmlEvents events;
    private final OpenElements elements;
    private final StartTag tag;
    private final Piece piece;
    private final TagScanner tags;
    private final TextScanner text;
    private final AsideScanner asides;

    private Part part = Part.BYTE_ORDER_MARK;
    /** Offset of the next byte to be fed. */
    private long position;
    /** The offset at which the lexer stops, whatever is fed; {@link #STOPPED} while it waits for one. */
    private long end;
    /** Offset of the first byte behind the byte order mark. */
    private int documentFrom;

    /** A character whose first bytes were the last of a piece; made for the first one. */
    private byte[] cut;

    private int cutLength;
    private int cutWhole;

    public XmlLexer(XmlLimits limits, NamespaceTable table, XmlEvents events) {
        requireNonNull(limits, "limits");
        this.events = requireNonNull(events, "events");
        NamespaceScope scope = new NamespaceScope(table);
        Reference reference = new Reference();
        this.piece = new Piece();
        this.elements = new OpenElements(limits, scope);
        this.tag = new StartTag(scope, limits);
        this.tags = new TagScanner(tag, limits, reference, piece);
        this.text = new TextScanner(elements, events, reference, piece);
        this.asides = new AsideScanner(elements, events, text, tag, piece);
        this.end = limits.messageBytes();
    }

    // ---- for grammars, within an event or before the first byte

    /**
     * Elements deeper than this are not held to: end tags that repeat the start tag's name, attributes that are not
     * doubled, prefixes that are declared. May be lowered while the document is read, to the present depth at least.
     */
    public void strictDepth(int depth) {
        elements.strictDepth(depth);
    }

    /** No character beyond US-ASCII is accepted from here on, as where the document's declaration says so. */
    public void ascii() {
        piece.ascii();
    }

    /** Whether {@link StartTag#attributeValue} will be asked from the next tag on. */
    public void keepValues(boolean keep) {
        tags.keepValues(keep);
    }

    /** Sets the treatment of character data from here to the next tag, where it becomes {@link Text#IGNORE} again. */
    public void text(Text mode) {
        text.mode(mode);
    }

    /** Collects character data from here to the next tag, {@code most} bytes of it. */
    public void collect(int most) {
        text.collect(most);
    }

    /** The collected text: normalized, references replaced, UTF-8. A copy. */
    public byte[] text() {
        return text.collected();
    }

    /** Whether there was more than was to be collected. */
    public boolean textOverflow() {
        return text.overflow();
    }

    /** Overwrites what was collected. */
    public void forgetText() {
        text.forget();
    }

    public boolean collecting() {
        return text.collecting();
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
        return elements.rootEnded();
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
            i = cutLength > 0 ? completeCharacter(b, i, stop) : read(b, i, stop);
        }
    }

    /** Says that there is no more. */
    public void finish() throws XmlRefusedException {
        if (!elements.rootEnded() || part != Part.TEXT || cutLength > 0) {
            throw new XmlRefusedException("The document ends before its root element does.");
        }
    }

    // ---- pieces

    /** Reads up to {@code to}, or up to an event that moves {@link #end}. */
    private int read(byte[] b, int from, int to) throws XmlRefusedException {
        long endBefore = end;
        piece.begin(b, from, to, position);
        int i = from;
        while (i < to && end == endBefore) {
            i = step(i);
            if (i < 0) {
                cutCharacter(b, ~i, to);
                i = to;
            }
        }
        piece.forget();
        position += i - from;
        return i;
    }

    private void cutCharacter(byte[] b, int from, int to) throws XmlRefusedException {
        if (cut == null) {
            cut = new byte[LONGEST_CHARACTER];
        }
        cutWhole = XmlBytes.utf8Length(b[from]);
        cutLength = to - from;
        System.arraycopy(b, from, cut, 0, cutLength);
    }

    private int completeCharacter(byte[] b, int from, int to) throws XmlRefusedException {
        int n = Math.min(cutWhole - cutLength, to - from);
        System.arraycopy(b, from, cut, cutLength, n);
        cutLength += n;
        position += n;
        if (cutLength == cutWhole) {
            cutLength = 0;
            piece.begin(cut, 0, cutWhole, position - cutWhole);
            for (int i = 0; i < cutWhole; ) {
                i = step(i);
            }
            piece.forget();
        }
        return from + n;
    }

    // ---- parts: each takes at least one byte of the piece, or hands over to another

    /**
     * Reads on in one part of the document.
     *
     * @param from an index in the piece
     * @return the index of the first byte that was not taken; its complement, which is negative, where the bytes from
     *     there on are the beginning of a character
     */
    private int step(int from) throws XmlRefusedException {
        if (part == Part.TEXT) {
            return readText(from);
        }
        if (part == Part.TAG) {
            return readTag(from);
        }
        return switch (part) {
            case OPENED -> readOpened(from);
            case ASIDE -> readAside(from);
            default -> readByteOrderMark(from);
        };
    }

    /** Most tags are whole in a piece and leave the part as it was; of each store the garbage collector is told. */
    private void enter(Part next) {
        if (part != next) {
            part = next;
        }
    }

    private int readByteOrderMark(int i) throws XmlRefusedException {
        byte c = piece.bytes[i];
        if (documentFrom == 0 && c != BYTE_ORDER_MARK[0]) {
            if (c == 0 || c == (byte) 0xFE || c == (byte) 0xFF) {
                throw XmlBytes.notUtf8();
            }
            part = Part.TEXT;
            return i;
        }
        if (documentFrom == 0) {
            piece.characterLength(c); // none in US-ASCII
        }
        if (c != BYTE_ORDER_MARK[documentFrom]) {
            throw XmlBytes.notUtf8();
        }
        if (++documentFrom == BYTE_ORDER_MARK.length) {
            part = Part.TEXT;
        }
        return i + 1;
    }

    private int readText(int from) throws XmlRefusedException {
        int i = text.scan(from);
        if (i < 0 || i == piece.to) {
            return i;
        }
        tag.begin(piece.offset(i));
        if (i + 1 == piece.to) {
            part = Part.OPENED;
            return i + 1;
        }
        return readOpened(i + 1);
    }

    private int readOpened(int i) throws XmlRefusedException {
        byte c = piece.bytes[i];
        if (c == '!') {
            asides.begin();
            part = Part.ASIDE;
            return i + 1;
        }
        if (c == '?') {
            tags.beginTarget();
            return readTag(i + 1);
        }
        if (c == '/') {
            if (elements.depth() == 0) {
                throw new XmlRefusedException("There is an end tag without a start tag.");
            }
            tags.beginEndTag();
            return readTag(i + 1);
        }
        if (elements.rootEnded()) {
            throw new XmlRefusedException("There is a second root element.");
        }
        tags.beginStartTag();
        return readTag(i);
    }

    private int readTag(int from) throws XmlRefusedException {
        int i = tags.scan(from);
        long to = piece.offset(i);
        switch (tags.state()) {
            case TagScanner.START_TAG -> startElement(to);
            case TagScanner.EMPTY_ELEMENT_TAG -> {
                startElement(to);
                endElement(to);
            }
            case TagScanner.END_TAG -> {
                elements.checkEnd(tag);
                endElement(to);
            }
            case TagScanner.TARGET -> {
                enter(Part.ASIDE);
                asides.beginInstruction(tag.from() == documentFrom);
            }
            default -> enter(Part.TAG);
        }
        return i;
    }

    private void startElement(long to) throws XmlRefusedException {
        elements.begin(tag, to);
        enter(Part.TEXT);
        text.mode(Text.IGNORE);
        events.startElement(tag, elements.depth());
    }

    private void endElement(long to) throws XmlRefusedException {
        int ended = elements.end();
        enter(Part.TEXT);
        text.mode(Text.IGNORE);
        events.endElement(ended, to);
    }

    private int readAside(int from) throws XmlRefusedException {
        int i = asides.scan(from);
        if (asides.ended()) {
            part = Part.TEXT;
            asides.tellEnded(piece.offset(i));
        }
        return i;
    }
}
