package org.esbmt.xml.api;

import java.util.Arrays;

/** The open elements: their depth, and the names that their end tags must repeat. */
final class OpenElements {
    private final XmlLimits limits;
    private final NamespaceScope scope;

    private int depth;
    /** The number of all elements begun, open or ended. */
    private int count;

    private int strictDepth = Integer.MAX_VALUE;
    /** The names of the open elements, concatenated, down to {@link #strictDepth}. */
    private byte[] names = new byte[128];

    private int[] nameEnds = new int[8];
    /** Where their local names begin. */
    private int[] localFroms = new int[8];
    /** For each strict depth, the number of open deeper elements with the same local name; null if there was none. */
    private int[] namesakes;

    OpenElements(XmlLimits limits, NamespaceScope scope) {
        this.limits = limits;
        this.scope = scope;
    }

    /** {@link XmlLexer#strictDepth}. */
    void strictDepth(int most) {
        strictDepth = most;
    }

    int strictDepth() {
        return strictDepth;
    }

    /** The depth of the innermost element; 1 for the root, 0 outside of it. */
    int depth() {
        return depth;
    }

    /** The number of all elements begun, open or ended. */
    int count() {
        return count;
    }

    /** The depth and count behind elements that were not read. It is below no element of a strict depth. */
    void passed(int newDepth, int newCount) {
        if (newCount != count || newDepth != depth) {
            depth = newDepth;
            count = newCount;
            scope.leave(strictDepth + 1);
        }
    }

    boolean rootEnded() {
        return depth == 0 && count > 0;
    }

    /**
     * Opens an element after its start tag, and completes the tag.
     *
     * @param to offset of the byte after the tag
     */
    void begin(StartTag tag, long to) throws XmlRefusedException {
        if (++depth > limits.depth()) {
            throw XmlRefusedException.limit("Elements are nested deeper than " + limits.depth() + ".");
        }
        if (++count > limits.elements()) {
            throw XmlRefusedException.limit("There are more than " + limits.elements() + " elements.");
        }
        boolean strict = depth <= strictDepth;
        tag.end(to, depth, strict);
        if (strict) {
            pushName(tag);
        } else {
            namesake(tag.bytes(), tag.nameFrom(), tag.nameTo() - tag.nameFrom(), 1);
        }
    }

    /**
     * Counts the open elements with the local name of an outer one of a strict depth. Without it, a reader that pairs tags
     * by their names could take the end tag of something else for the end of the outer one. Some readers take no notice of
     * prefixes or of case.
     */
    private boolean namesake(byte[] b, int start, int length, int more) {
        for (int d = 0; d < strictDepth; d++) {
            if (endsWithLocal(b, start, length, d)) {
                if (namesakes == null) {
                    namesakes = new int[strictDepth];
                }
                namesakes[d] += more;
                return namesakes[d] >= 0;
            }
        }
        return true;
    }

    private boolean endsWithLocal(byte[] b, int start, int length, int d) {
        int local = localFroms[d];
        int end = start + length;
        int from = end - (nameEnds[d] - local);
        if (from < start || (from > start && b[from - 1] != ':')) {
            return false;
        }
        int i = from;
        while (i < end && StartTag.lowerCase(b[i]) == StartTag.lowerCase(names[local + i - from])) {
            i++;
        }
        return i == end;
    }

    private void pushName(StartTag tag) {
        int from = nameFrom();
        int length = tag.nameTo() - tag.nameFrom();
        if (depth > nameEnds.length) {
            nameEnds = Arrays.copyOf(nameEnds, nameEnds.length * 2);
            localFroms = Arrays.copyOf(localFroms, nameEnds.length);
        }
        if (from + length > names.length) {
            names = Arrays.copyOf(names, Math.max(names.length * 2, from + length));
        }
        System.arraycopy(tag.bytes(), tag.nameFrom(), names, from, length);
        nameEnds[depth - 1] = from + length;
        localFroms[depth - 1] = from + tag.localFrom() - tag.nameFrom();
    }

    /**
     * Refuses an end tag with another name than the innermost element's. Only the name of the end tag has been read.
     */
    void checkEnd(StartTag endTag) throws XmlRefusedException {
        boolean pairs = strict()
                ? Arrays.equals(names, nameFrom(), nameEnds[depth - 1], endTag.bytes(), 0, endTag.length())
                : namesake(endTag.bytes(), 0, endTag.length(), -1);
        if (!pairs) {
            throw otherName();
        }
    }

    /** As {@link #checkEnd}, for a plain end tag below the strict depth. */
    void checkDeeperEnd(byte[] b, int from, int length) throws XmlRefusedException {
        if (!namesake(b, from, length, -1)) {
            throw otherName();
        }
    }

    private static XmlRefusedException otherName() {
        return new XmlRefusedException("An end tag does not have its start tag's name.");
    }

    /** True if the innermost element must be ended by its name. */
    boolean strict() {
        return depth <= strictDepth;
    }

    /**
     * The index behind the innermost element's name if it stands at {@code from}, else -1. The byte at that index may be
     * outside of the piece, or continue another name.
     */
    int endOfName(byte[] b, int from, int to) {
        int name = nameFrom();
        int length = nameEnds[depth - 1] - name;
        return from + length <= to && XmlBytes.same(names, name, b, from, length) ? from + length : -1;
    }

    private int nameFrom() {
        return depth == 1 ? 0 : nameEnds[depth - 2];
    }

    /**
     * Closes the innermost element and its declarations.
     *
     * @return the depth of the closed element
     */
    int end() {
        scope.leave(depth);
        return depth--;
    }

    /** The refusal of anything but white space outside the root. */
    XmlRefusedException outside() {
        return new XmlRefusedException(
                count > 0 ? "There is something after the root element." : "There is text before the root element.");
    }
}
