package org.esbmt.xml.api;

/** Finds single tags in markup that is passed over, and checks their shape. */
final class SingleTags {
    static final int MALFORMED = -2;

    /** A tag that is passed over is shorter. */
    static final int LONGEST_TAG = 256;

    private SingleTags() {}

    /** The beginning of the last tag before a place, if a tag from there could be passed over; otherwise -1. */
    static int lastTag(byte[] b, int start, int before) {
        int least = Math.max(start, before - LONGEST_TAG);
        int i = before - 1;
        while (i >= least && b[i] != '<') {
            i--;
        }
        return i >= least ? i : -1;
    }

    /** Returns true if the last tag before a place has ended before it. */
    static boolean lastHasEnded(byte[] b, int start, int before) {
        return tagEnd(b, lastTag(b, start, before), before) >= 0;
    }

    /**
     * The place of a tag's '>'; -1 if it is not before {@code to}, {@link #MALFORMED} if it is not the tag's. Names may have
     * any character beyond ASCII, and values any but '<'.
     */
    static int tagEnd(byte[] b, int tag, int to) {
        boolean endTag = b[tag + 1] == '/';
        int name = endTag ? tag + 2 : tag + 1;
        int i = skipName(b, name, to);
        boolean good = i > name;
        while (good && i < to) {
            int next = XmlBytes.skip(XmlBytes.SPACE, b, i, to);
            if (next == to || b[next] == '>') {
                return next == to ? -1 : next;
            }
            if (b[next] == '/' && !endTag) {
                return emptyEnd(b, next, to);
            }
            good = next > i && !endTag;
            i = good ? attributeEnd(b, next, to) : i;
            good &= i >= 0;
        }
        return good ? -1 : MALFORMED;
    }

    private static int emptyEnd(byte[] b, int slash, int to) {
        if (slash + 1 == to) {
            return -1;
        }
        return b[slash + 1] == '>' ? slash + 1 : MALFORMED;
    }

    /** The place behind an attribute, {@code to} if it does not end before. */
    private static int attributeEnd(byte[] b, int from, int to) {
        int nameEnd = skipName(b, from, to);
        int equals = XmlBytes.skip(XmlBytes.SPACE, b, nameEnd, to);
        if (nameEnd == from || (equals < to && b[equals] != '=')) {
            return MALFORMED;
        }
        int quote = XmlBytes.skip(XmlBytes.SPACE, b, Math.min(equals + 1, to), to);
        if (quote == to) {
            return to;
        }
        byte c = b[quote];
        if (c != '"' && c != '\'') {
            return MALFORMED;
        }
        int i = quote + 1;
        while (i < to && b[i] != c && b[i] != '<') {
            i++;
        }
        if (i == to) {
            return to;
        }
        return b[i] == c ? i + 1 : MALFORMED;
    }

    private static int skipName(byte[] b, int from, int to) {
        int i = from;
        while (i < to && (b[i] < 0 || b[i] == ':' || XmlBytes.is(b[i], XmlBytes.NAME))) {
            i++;
        }
        return i;
    }

    /** Goes back to the beginning of a tag that has not ended before a place, and takes it out of the count. */
    static int cut(byte[] b, int from, int at, int to, ElementCount elements) {
        int tag = lastTag(b, from, at);
        int end = tagEnd(b, tag, to);
        if (end >= 0 && end < at) {
            return at;
        }
        if (b[tag + 1] == '/') {
            elements.withoutEnd();
        } else {
            elements.withoutStart(end >= 0 && b[end - 1] == '/' && end - 1 <= at);
        }
        return tag;
    }
}
