package org.esbmt.xml.api;

/**
 * The refusal of a document. It has no stack trace: it answers bytes of a stranger, is no fault of the program, and
 * must cost little.
 */
public class XmlRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private static final String LIMIT = "xml.limit";

    private final String rule;

    /** @param sentence for the document's author; names the rule, never repeats a value */
    public XmlRefusedException(String sentence) {
        this(sentence, "xml.not-well-formed");
    }

    private XmlRefusedException(String sentence, String rule) {
        super(sentence, null, false, false);
        this.rule = rule;
    }

    static XmlRefusedException limit(String sentence) {
        return new XmlRefusedException(sentence, LIMIT);
    }

    static XmlRefusedException doctype() {
        return new XmlRefusedException("A DOCTYPE is not accepted.", "xml.doctype");
    }

    /** True if the document exceeds a limit. It may be well-formed. */
    public boolean isLimit() {
        return rule.equals(LIMIT);
    }

    /**
     * The broken rule of XML, by its name in the guide: {@code xml.limit}, {@code xml.doctype} or {@code
     * xml.not-well-formed}.
     */
    public String rule() {
        return rule;
    }
}
