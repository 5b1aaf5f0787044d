package org.esbmt.xml.api;

/**
 * The events of a document for a grammar, in document order, raised while the lexer is fed. Each method may refuse the
 * document by an exception. Depth 1 is the root.
 */
public interface XmlEvents {

    /**
     * A start tag, complete and checked.
     *
     * @param tag valid only during this call
     */
    void startElement(StartTag tag, int depth) throws XmlRefusedException;

    /**
     * The element's end tag; right after {@link #startElement} for an empty-element tag.
     *
     * @param to offset of the byte after the end tag
     */
    void endElement(int depth, long to) throws XmlRefusedException;

    /**
     * The beginning of a comment or CDATA section, or the end of a processing instruction's target.
     *
     * @param depth of the enclosing element; 0 outside the root
     */
    void aside(Aside kind, int depth) throws XmlRefusedException;

    /**
     * The end of a comment, CDATA section or processing instruction; not of the XML declaration.
     *
     * @param from offset of its '<'
     * @param to offset of the byte after its '>'
     */
    default void asideEnded(Aside kind, long from, long to) throws XmlRefusedException {}

    /** Character data other than white space, after the grammar has allowed only elements here. */
    void misplacedText(int depth) throws XmlRefusedException;

    enum Aside {
        COMMENT,
        CDATA,
        INSTRUCTION
    }
}
