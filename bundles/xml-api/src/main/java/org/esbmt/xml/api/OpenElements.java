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

    OpenElements(XmlLimits limits, NamespaceScope scope) {
        this.limits = limits;
        this.scope = scope;
    }

    /** {@link XmlLexer#strictDepth}. */
    void strictDepth(int most) {
        strictDepth = most;
    }

    /** The depth of the innermost element; 1 for the root, 0 outside of it. */
    int depth() {
        return depth;
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
        }
    }

    private void pushName(StartTag tag) {
        int from = nameFrom();
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

    /**
     * Refuses an end tag with another name than the innermost element's. Only the name of the end tag has been read.
     */
    void checkEnd(StartTag endTag) throws XmlRefusedException {
        if (depth <= strictDepth
                && !Arrays.equals(names, nameFrom(), nameEnds[depth - 1], endTag.bytes(), 0, endTag.length())) {
            throw new XmlRefusedException("An end tag does not have its start tag's name.");
        }
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
