package org.esbmt.xml.api;

/**
 * The events of a document for a grammar, in document order, while the lexer is being fed. Each method may refuse the
 * document by throwing. Depth 1 is the root.
 */
public interface XmlEvents {

    /**
     * A start tag, complete and checked.
     *
     * @param tag only during this call
     */
    void startElement(StartTag tag, int depth) throws XmlRefusedException;

    /**
     * The element's end tag; right after {@link #startElement} for an empty-element tag.
     *
     * @param to offset of the byte after the end tag
     */
    void endElement(int depth, long to) throws XmlRefusedException;

    /**
     * A comment or CDATA section has begun, or a processing instruction's target has been read.
     *
     * @param depth of the element it is in; 0 outside the root
     */
    void aside(Aside kind, int depth) throws XmlRefusedException;

    /**
     * A comment, CDATA section or processing instruction is over; not the XML declaration.
     *
     * @param from offset of its '<'
     * @param to offset of the byte after its '>'
     */
    default void asideEnded(Aside kind, long from, long to) throws XmlRefusedException {}

    /** Something other than white space, where the lexer was told that only elements may stand. */
    void misplacedText(int depth) throws XmlRefusedException;

    enum Aside {
        COMMENT,
        CDATA,
        INSTRUCTION
    }
}
