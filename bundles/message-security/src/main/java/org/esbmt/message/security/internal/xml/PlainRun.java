package org.esbmt.message.security.internal.xml;

import java.util.Arrays;

/**
 * Passes over tags and text that canonical form has as they are written: start tags with prefixes that are known to be shown
 * and without declarations, with attributes in their order and without prefixes; end tags; text without anything to escape. It
 * refuses nothing, and leaves each other token to {@link Markup}. The canonical form of a Body takes half of the time then
 * (benchmarks/jmh/README.md).
 */
final class PlainRun {
    private static final int NOT_PLAIN = -1;
    private static final boolean[] ENDS_NAME = endsOfNames();

    private final RenderedNamespaces rendered;
    private byte[] b;
    private int end;

    PlainRun(RenderedNamespaces rendered) {
        this.rendered = rendered;
    }

    /**
     * Goes on behind the current token, as far as tokens are plain.
     *
     * @param depth of the element around
     * @param floor elements of this depth and outer ones are not ended
     * @param limit the offset of a byte that is not passed
     * @return the depth of the element around the byte after the run, whose offset is {@code m.to}
     */
    int pass(Markup m, int depth, int floor, int limit) {
        b = m.bytes;
        end = limit;
        int around = depth;
        int i = m.to;
        while (true) {
            int markup = text(i);
            if (markup < 0) {
                break;
            }
            i = markup;
            if (i + 1 >= end) {
                break;
            }
            boolean ends = b[i + 1] == '/';
            int next = ends ? around > floor ? endTag(i) : NOT_PLAIN : startTag(i);
            if (next < 0) {
                break;
            }
            around += ends ? -1 : 1;
            i = next;
        }
        m.to = i;
        return around;
    }

    /** The index of the markup after plain text. */
    private int text(int from) {
        int i = from;
        while (i < end && b[i] != '<') {
            i = Bytes.textStop(b, i, end);
            if (i < end && b[i] != '<') {
                int next = b[i] == '&' ? CanonicalCharacters.endOfKept(b, i, end) : i;
                if (next == i) {
                    return NOT_PLAIN;
                }
                i = next;
            }
        }
        return i;
    }

    private int endTag(int from) {
        int i = from + 2;
        while (i < end && b[i] != '>') {
            i++;
        }
        return i < end && !Markup.isSpace(b[i - 1]) ? i + 1 : NOT_PLAIN;
    }

    private int startTag(int from) {
        int i = name(from + 1);
        if (i == end || !rendered.isKnown(from + 1, b[i] == ':' ? i : from + 1)) {
            return NOT_PLAIN;
        }
        if (b[i] == ':') {
            i = name(i + 1);
        }
        int before = 0;
        int beforeTo = 0;
        while (i < end && b[i] == ' ') {
            int name = i + 1;
            int nameTo = name(name);
            if (nameTo + 1 >= end
                    || b[nameTo] != '='
                    || b[nameTo + 1] != '"'
                    || b[name] == 'x' // it may declare a namespace
                    || (before > 0 && !isOrdered(before, beforeTo, name, nameTo))) {
                return NOT_PLAIN;
            }
            int valueTo = Bytes.plainValue(b, nameTo + 2, end);
            if (valueTo == end || b[valueTo] != '"') {
                return NOT_PLAIN;
            }
            before = name;
            beforeTo = nameTo;
            i = valueTo + 1;
        }
        return i < end && b[i] == '>' ? i + 1 : NOT_PLAIN;
    }

    private boolean isOrdered(int one, int oneTo, int other, int otherTo) {
        int first = (b[one] & 0xFF) - (b[other] & 0xFF);
        return first < 0 || (first == 0 && Arrays.compareUnsigned(b, one, oneTo, b, other, otherTo) < 0);
    }

    /** The index behind a name, or the part of it in front of a colon. */
    private int name(int from) {
        int i = from;
        while (i < end && !ENDS_NAME[b[i] & 0xFF]) {
            i++;
        }
        return i;
    }

    private static boolean[] endsOfNames() {
        boolean[] ends = new boolean[256];
        for (char c : " \t\r\n>/=:!?".toCharArray()) {
            ends[c] = true;
        }
        return ends;
    }
}
