package org.esbmt.xml.api;

/**
 * A document that is not read on. Without a stack trace: it is an answer to bytes of a stranger, not a fault of the
 * program, and must cost little.
 */
public class XmlRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean limit;

    /** @param sentence for the document's author; names the rule, never repeats a value */
    public XmlRefusedException(String sentence) {
        this(sentence, false);
    }

    private XmlRefusedException(String sentence, boolean limit) {
        super(sentence, null, false, false);
        this.limit = limit;
    }

    static XmlRefusedException limit(String sentence) {
        return new XmlRefusedException(sentence, true);
    }

    /** Whether the document may be right, but is larger than allowed. */
    public boolean isLimit() {
        return limit;
    }
}
