package org.esbmt.xml.api;

import static org.esbmt.xml.api.XmlBytes.NAME;
import static org.esbmt.xml.api.XmlBytes.NAME_START;
import static org.esbmt.xml.api.XmlBytes.SPACE;

/**
 * Reads a tag that is whole in its piece and has nothing unusual: names of ASCII, and values without references, without
 * characters beyond ASCII and without white space other than spaces. Nothing is copied: the {@link StartTag} refers to the
 * piece. The scanner itself refuses nothing. It leaves each other tag to {@link TagScanner}, which reads it from its beginning.
 * Most tags of messages are plain: a Body of short elements takes six tenths of the time then (HeaderBenchmark).
 */
final class PlainTagScanner {
    static final int NOT_PLAIN = -1;

    private final StartTag tag;
    private final OpenElements elements;
    private final XmlLimits limits;
    private final Piece piece;

    private boolean empty;
    private int colon;
    private boolean keepValues = true;

    PlainTagScanner(StartTag tag, OpenElements elements, XmlLimits limits, Piece piece) {
        this.tag = tag;
        this.elements = elements;
        this.limits = limits;
        this.piece = piece;
    }

    /** {@link XmlLexer#keepValues}. */
    void keepValues(boolean keep) {
        keepValues = keep;
    }

    /** True if the start tag that was read last is an empty-element tag. */
    boolean empty() {
        return empty;
    }

    /**
     * Reads an end tag.
     *
     * @param from an index in the piece, of the first byte of its name
     * @return the index of the byte after the tag, or {@link #NOT_PLAIN}
     */
    int endTag(int from) throws XmlRefusedException {
        byte[] b = piece.bytes;
        int to = piece.to;
        boolean strict = elements.strict();
        int i = strict ? elements.endOfName(b, from, to) : name(b, from, to);
        if (i < 0 || i >= to || b[i] != '>') {
            return NOT_PLAIN;
        }
        if (!strict) {
            elements.checkDeeperEnd(b, from, i - from);
        }
        return i + 1;
    }

    /**
     * Reads a start tag or an empty-element tag.
     *
     * @param from an index in the piece, of the tag's first byte
     * @return the index of the byte after the tag, or {@link #NOT_PLAIN}
     */
    int startTag(int from) {
        byte[] b = piece.bytes;
        int to = piece.to;
        int i = name(b, from + 1, to);
        if (i < 0) {
            return NOT_PLAIN;
        }
        tag.view(b, piece.offset(from));
        tag.viewName(from + 1, colon, i);
        while (true) {
            byte c = b[i];
            if (c == '>') {
                empty = false;
                return i + 1;
            }
            if (c == '/') {
                empty = true;
                return i + 1 < to && b[i + 1] == '>' ? i + 2 : NOT_PLAIN;
            }
            if (!XmlBytes.is(c, SPACE)) {
                return NOT_PLAIN;
            }
            i = XmlBytes.skip(SPACE, b, i + 1, to);
            if (i < to && b[i] != '>' && b[i] != '/') {
                i = attribute(b, i, to);
            }
            if (i < 0 || i >= to) {
                return NOT_PLAIN;
            }
        }
    }

    private int attribute(byte[] b, int from, int to) {
        int nameTo = name(b, from, to);
        if (nameTo < 0 || b[nameTo] != '=' || nameTo + 1 == to) {
            return NOT_PLAIN;
        }
        byte quote = b[nameTo + 1];
        if (quote != '"' && quote != '\'') {
            return NOT_PLAIN;
        }
        int valueFrom = nameTo + 2;
        int valueTo = XmlBytes.findValueStop(b, valueFrom, to);
        boolean plain = valueTo < to
                && b[valueTo] == quote
                && valueTo - valueFrom <= limits.attributeBytes()
                && tag.viewAttribute(from, colon, nameTo, valueFrom, valueTo, piece.offset(valueFrom), keepValues);
        return plain ? valueTo + 1 : NOT_PLAIN;
    }

    /** Reads a name and sets its colon. The byte at the returned index is in the piece. */
    private int name(byte[] b, int from, int to) {
        int i = part(b, from, to);
        int found = -1;
        if (i > 0 && i < to && b[i] == ':') {
            found = i;
            i = part(b, i + 1, to);
        }
        if (i < 0 || i >= to || b[i] < 0 || b[i] == ':' || i - from > limits.nameBytes()) {
            return NOT_PLAIN;
        }
        colon = found;
        return i;
    }

    private static int part(byte[] b, int from, int to) {
        return from < to && XmlBytes.is(b[from], NAME_START) ? XmlBytes.skip(NAME, b, from + 1, to) : NOT_PLAIN;
    }
}
