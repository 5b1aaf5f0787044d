package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.xml.Markup.Token;

/**
 * Exclusive XML Canonicalization 1.0, without comments, of one element (W3C Recommendation of 18 July 2002). Each token
 * is written as it is read. There is no tree, and no set of nodes that a transform could change. Senders write most tokens in
 * canonical form already: a run of those is copied at once, which spares a third of the time of a Body (MessageSecurityCost).
 */
public final class CanonicalForm {

    /** Receives markup that the canonical form does not show as it stands in the document. */
    public interface Asides {

        /** A comment, which the canonical form leaves out. */
        void comment(int from, int to) throws SecurityRefusedException;

        /**
         * A CDATA section, whose characters the canonical form shows as text.
         *
         * @param from offset of the section's first byte
         */
        void cdata(int from, int to) throws SecurityRefusedException;
    }

    /** Ignores comments and CDATA sections. */
    public static final Asides ANY = new Asides() {
        @Override
        public void comment(int from, int to) {
            // left out of the canonical form
        }

        @Override
        public void cdata(int from, int to) {
            // its characters are enough
        }
    };

    /** Refuses what could divide a value for one reader and not for another. */
    public static final Asides UNDIVIDED = new Asides() {
        @Override
        public void comment(int from, int to) throws SecurityRefusedException {
            throw Refusal.invalid("There is a comment in a signed header block.");
        }

        @Override
        public void cdata(int from, int to) throws SecurityRefusedException {
            throw Refusal.invalid("There is a CDATA section in a signed header block.");
        }
    };

    private static final byte[] XMLNS = " xmlns".getBytes(US_ASCII);
    private static final int CDATA_START = 9;
    private static final int CDATA_END = 3;
    private static final int NOTHING = -1;

    private final CanonicalOutput out;
    private final CanonicalCharacters characters;
    private final AttributeOrder order = new AttributeOrder();
    private final RenderedNamespaces rendered = new RenderedNamespaces();
    private final PlainRun plain = new PlainRun(rendered);

    public CanonicalForm(CanonicalOutput out) {
        this.out = out;
        this.characters = new CanonicalCharacters(out);
    }

    /**
     * Writes the element whose start tag was just read. Afterwards its end tag is the current token, or its
     * empty-element tag.
     *
     * @param inclusive the prefixes of an InclusiveNamespaces list; an empty one for the default namespace
     */
    public void write(Markup m, byte[][] inclusive, Asides asides) throws SecurityRefusedException {
        write(m, inclusive, asides, NOTHING);
    }

    /**
     * The same without one element within, as the enveloped-signature transform leaves out the Signature.
     *
     * @param omitted the offset of that element's first byte
     */
    public void write(Markup m, byte[][] inclusive, Asides asides, int omitted) throws SecurityRefusedException {
        rendered.clear();
        int apex = m.depth;
        int run = m.from; // from here to the current token, the document is in canonical form
        while (true) {
            if (m.from == omitted && m.isElement()) {
                out.put(m.bytes, run, m.from);
                m.skip();
                run = m.to;
                m.next();
                continue;
            }
            if (!isCanonical(m, m.depth == apex)) {
                out.put(m.bytes, run, m.from);
                token(m, inclusive, asides, m.depth == apex);
                run = m.to;
            }
            if (m.token == Token.END || m.token == Token.EMPTY) {
                rendered.leave(m.depth);
                if (m.depth == apex) {
                    out.put(m.bytes, run, m.to);
                    return;
                }
            }
            m.leave();
            if (rendered.knows(m)) {
                m.pass(plain, Math.max(apex, rendered.depth()), omitted < m.to ? NOTHING : omitted);
            }
            m.next();
        }
    }

    /** True if canonical form has this token as it is written. The apex shows listed namespaces, which nobody looks at here. */
    private boolean isCanonical(Markup m, boolean apex) {
        return switch (m.token) {
            case START -> m.plain && !apex && rendered.shows(m) && order.isKept(m);
            case TEXT, END -> m.plain;
            default -> false;
        };
    }

    private void token(Markup m, byte[][] inclusive, Asides asides, boolean apex) throws SecurityRefusedException {
        switch (m.token) {
            case START -> startTag(m, inclusive, apex);
            case EMPTY -> {
                startTag(m, inclusive, apex);
                endTag(m);
            }
            case TEXT -> characters.text(m.bytes, m.from, m.to);
            case CDATA -> {
                asides.cdata(m.from, m.to);
                characters.literal(m.bytes, m.from + CDATA_START, m.to - CDATA_END);
            }
            case COMMENT -> asides.comment(m.from, m.to);
            case INSTRUCTION -> characters.instruction(m.bytes, m.from, m.to);
            case END -> endTag(m);
            default -> throw Refusal.invalid("The message is cut off.");
        }
    }

    private void startTag(Markup m, byte[][] inclusive, boolean apex) throws SecurityRefusedException {
        out.put('<');
        out.put(m.bytes, m.nameFrom, m.nameTo);
        namespaces(m, inclusive, apex);
        int[] sorted = order.of(m);
        for (int i = 0; i < m.attributeCount; i++) {
            int at = sorted[i] * Markup.STRIDE;
            out.put(' ');
            out.put(m.bytes, m.attributes[at], m.attributes[at + 2]);
            out.put('=');
            out.put('"');
            characters.value(m.bytes, m.attributes[at + 3], m.attributes[at + 4]);
            out.put('"');
        }
        out.put('>');
    }

    private void endTag(Markup m) {
        out.put('<');
        out.put('/');
        out.put(m.bytes, m.nameFrom, m.nameTo);
        out.put('>');
    }

    /**
     * Visibly used prefixes and listed ones, unless an element around has shown the same (section 3 of the recommendation). The
     * apex shows all listed ones that are in force, so elements within need only those that they declare themselves. A search
     * by each element would be dear: strangers choose the list and the declarations.
     */
    private void namespaces(Markup m, byte[][] inclusive, boolean apex) throws SecurityRefusedException {
        rendered.begin(m);
        rendered.needUsed();
        for (byte[] prefix : inclusive) {
            if (apex || m.declaresHere(prefix)) {
                rendered.needIfDeclared(prefix);
            }
        }
        int count = rendered.sort();
        for (int i = 0; i < count; i++) {
            rendered.render(i);
            out.put(XMLNS, 0, XMLNS.length);
            if (rendered.prefixFrom() < rendered.prefixTo()) {
                out.put(':');
                out.put(m.bytes, rendered.prefixFrom(), rendered.prefixTo());
            }
            out.put('=');
            out.put('"');
            characters.value(m.bytes, rendered.uriFrom(), rendered.uriTo());
            out.put('"');
        }
    }
}
