package org.esbmt.xml.api;

/** The depth and the number of elements while markup is passed over. */
final class ElementCount {
    private final int mostDepth;
    private final int mostElements;

    private int leastDepth;
    private int depth;
    private int count;

    ElementCount(XmlLimits limits) {
        this.mostDepth = limits.depth();
        this.mostElements = limits.elements();
    }

    void begin(OpenElements elements) {
        begin(elements.depth(), elements.count(), elements.strictDepth());
    }

    /** @param least the depth of elements whose end tags must be read */
    void begin(int openElements, int begun, int least) {
        depth = openElements;
        count = begun;
        leastDepth = least;
    }

    int depth() {
        return depth;
    }

    int count() {
        return count;
    }

    /** The number of end tags that may come before an element ends that must be read. */
    int spare() {
        return depth - leastDepth;
    }

    /** Returns true if elements so many levels deeper, and so many elements more, exceed no limit. */
    boolean accepts(int deeper, int more) {
        return deeper <= mostDepth - depth && more <= mostElements - count;
    }

    /** Counts elements. The caller has looked at the limits. */
    void add(int starts, int ended) {
        depth += starts - ended;
        count += starts;
    }

    /** Takes a start tag out of the count. */
    void withoutStart(boolean ended) {
        depth -= ended ? 0 : 1;
        count--;
    }

    void withoutEnd() {
        depth++;
    }
}
