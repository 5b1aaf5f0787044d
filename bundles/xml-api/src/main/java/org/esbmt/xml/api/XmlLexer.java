package org.esbmt.xml.api;

import static java.util.Objects.requireNonNull;

/**
 * Splits a document in UTF-8 into its tags and reports them to a grammar. The document arrives in pieces. The lexer is
 * a state machine over bytes: the boundaries of pieces make no difference, and each byte is read once. It keeps only
 * the current tag, the names of the open elements, the declarations in force and the requested text.
 *
 * <p>It enforces XML 1.0 and Namespaces in XML 1.0, without DOCTYPE, which it refuses at the first letter. So only the
 * five entities of XML itself are expanded. {@link #strictDepth} relaxes the rules for deeper elements. The lexer is
 * stricter than XML in two points. Names of processing instructions have no colon, as Namespaces demands. Only white
 * space may follow the root.
 *
 * <p>This class has the state of the whole document: the limit of reading, characters cut by the end of a piece, and
 * the next part. {@link PlainTagScanner}, {@link TagScanner}, {@link TextScanner} and {@link AsideScanner} read the parts; each takes as many
 * bytes as belong to its part.
 *
 * <p>Not for concurrent use.
 */
public final class XmlLexer {

    /** The treatment of character data directly in the element that was just begun or returned to. */
    public enum Text {
        IGNORE,
        /** Only white space is allowed here. */
        NONE,
        /** Kept for {@link #text()}, up to a limit. */
        COLLECT
    }

    /** The part of the document to which the next byte belongs. */
    private enum Part {
        BYTE_ORDER_MARK,
        TEXT,
        /** The byte after a '<', which determines the kind of markup. */
        OPENED,
        TAG,
        ASIDE
    }

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int LONGEST_CHARACTER = 4;
    private static final long STOPPED = -1;

    private static final int MOST_BEFORE_NEXT_PASS = 1024;

    private final XmlLimits limits;
    private final XmlEvents events;
    private final OpenElements elements;
    private final StartTag tag;
    private final Piece piece;
    private final TagScanner tags;
    private final PlainTagScanner plainTags;
    private final TextScanner text;
    private final AsideScanner asides;

    /** Null unless plain markup is passed over. */
    private PlainMarkup plain;

    private Part part = Part.BYTE_ORDER_MARK;
    /** Offset of the next byte to be fed. */
    private long position;
    /** The offset at which the lexer stops reading; {@link #STOPPED} while it waits for one. */
    private long end;
    /** Offset of the first byte after the byte order mark. */
    private int documentFrom;

    /** A character divided between two pieces; allocated at the first one. */
    private byte[] cut;

    private int cutLength;
    private int cutWhole;

    public XmlLexer(XmlLimits limits, NamespaceTable table, XmlEvents events) {
        this.limits = requireNonNull(limits, "limits");
        this.events = requireNonNull(events, "events");
        NamespaceScope scope = new NamespaceScope(table);
        Reference reference = new Reference();
        this.piece = new Piece();
        this.elements = new OpenElements(limits, scope);
        this.tag = new StartTag(scope, limits);
        this.tags = new TagScanner(tag, limits, reference, piece);
        this.plainTags = new PlainTagScanner(tag, elements, limits, piece);
        this.text = new TextScanner(elements, events, reference, piece);
        this.asides = new AsideScanner(elements, events, text, tag, piece);
        this.end = limits.messageBytes();
    }

    // ---- for grammars, within an event or before the first byte

    /**
     * Exempts deeper elements from three rules: end tags repeat the start tag's name, attributes are unique, prefixes
     * are declared. A grammar may lower it while the document is read, to the present depth at least.
     */
    public void strictDepth(int depth) {
        elements.strictDepth(depth);
    }

    /**
     * Passes over plain markup below the {@link #strictDepth} without events, from here on. Some rules do not hold there:
     * names, attributes and references may be malformed. Events report tags of the given names, and everything outside of
     * such markup. Prefixes that deeper elements declare may count as not declared. The limits hold.
     *
     * @param names those of the elements that are open, and others that must be reported
     */
    public void passOver(TagWords names) {
        plain = PlainMarkup.of(limits, names, names.trial().accepted());
    }

    /** @param wide null for words alone */
    void passOver(TagWords names, WideBlocks wide) {
        plain = PlainMarkup.of(limits, names, wide);
    }

    /** Refuses characters beyond US-ASCII from here on, as after a declaration of US-ASCII. */
    public void ascii() {
        piece.ascii();
    }

    /** Keeps the values for {@link StartTag#attributeValue} from the next tag on, or drops them. */
    public void keepValues(boolean keep) {
        tags.keepValues(keep);
        plainTags.keepValues(keep);
    }

    /** Sets the treatment of character data up to the next tag, which resets it to {@link Text#IGNORE}. */
    public void text(Text mode) {
        text.mode(mode);
    }

    /** Collects at most {@code most} bytes of character data from here to the next tag. */
    public void collect(int most) {
        text.collect(most);
    }

    /** The collected text: normalized, references replaced, UTF-8. A copy. */
    public byte[] text() {
        return text.collected();
    }

    /** True if the character data exceeded the limit of {@link #collect}. */
    public boolean textOverflow() {
        return text.overflow();
    }

    /** Overwrites the collected text. */
    public void forgetText() {
        text.forget();
    }

    public boolean collecting() {
        return text.collecting();
    }

    /** Refuses bytes from this offset on. Ends a {@link #stop()}. */
    public void end(long offset) {
        end = offset;
    }

    /**
     * Stops reading after the tag; only within {@link XmlEvents#startElement}. The lexer ignores all fed bytes until
     * {@link #end(long)} gives the next limit. Then it must be fed from {@link #position()} on.
     */
    public void stop() {
        end = STOPPED;
    }

    /** {@link PlainMarkup#steps}. */
    long steps() {
        return plain.steps();
    }

    // ---- for the source of the bytes

    /** True if the root's end tag has been read. */
    public boolean rootEnded() {
        return elements.rootEnded();
    }

    /** The offset of the next byte to be fed. */
    public long position() {
        return position;
    }

    /** Reads the next bytes of the document. After an exception the lexer must not be fed again. */
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

    /** Declares the end of the document. */
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
        int nextPass = plain == null ? to : from;
        int wait = PlainMarkup.BLOCK;
        while (i < to && end == endBefore) {
            if (i >= nextPass && mayPass()) {
                int passed = plain.pass(b, i, to, elements, piece.isAscii());
                wait = passed > i ? PlainMarkup.BLOCK : Math.min(2 * wait, MOST_BEFORE_NEXT_PASS);
                nextPass = plain.stop() + wait;
                i = passed;
            }
            i = step(i);
            if (i < 0) {
                cutCharacter(b, ~i, to);
                i = to;
            }
        }
        piece.forget();
        tag.forget();
        position += i - from;
        return i;
    }

    private boolean mayPass() {
        return part == Part.TEXT && elements.depth() >= elements.strictDepth() && text.isPlain();
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
            tag.forget();
        }
        return from + n;
    }

    // ---- parts: each takes at least one byte of the piece, or hands over to another

    /**
     * Continues in one part of the document.
     *
     * @param from an index in the piece
     * @return the index of the first unread byte; its (negative) complement if an incomplete character begins there
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

    /**
     * Most tags are whole in a piece and do not change the part; each store has a write barrier of the garbage
     * collector.
     */
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
        int to = plainTag(i);
        if (to >= 0) {
            return to;
        }
        tag.begin(piece.offset(i));
        if (i + 1 == piece.to) {
            part = Part.OPENED;
            return i + 1;
        }
        return readOpened(i + 1);
    }

    /** Reads a whole plain tag. Returns the index of the byte after it, or {@link PlainTagScanner#NOT_PLAIN}. */
    private int plainTag(int from) throws XmlRefusedException {
        byte c = from + 1 < piece.to ? piece.bytes[from + 1] : 0;
        if (c == '/' && elements.depth() > 0) {
            int to = plainTags.endTag(from + 2);
            if (to >= 0) {
                endElement(piece.offset(to));
            }
            return to;
        }
        int to = elements.rootEnded() ? PlainTagScanner.NOT_PLAIN : plainTags.startTag(from);
        if (to >= 0) {
            startElement(piece.offset(to));
            if (plainTags.empty()) {
                endElement(piece.offset(to));
            }
        }
        return to;
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
