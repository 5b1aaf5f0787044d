package org.esbmt.xml.api;

import java.util.Locale;

/** A lexer's answers about a document: the outer elements, the guarded names, and the refusal. */
record TrialReading(long events, boolean refused) {
    private static final int STRICT = 2;
    private static final NamespaceTable NAMESPACES = new NamespaceTable("urn:a");

    /** @param wide null for words alone */
    static TrialReading of(byte[] document, TagWords names, WideBlocks wide) {
        Events events = new Events(names);
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, NAMESPACES, events);
        lexer.strictDepth(STRICT);
        lexer.keepValues(false);
        lexer.passOver(names, wide);
        try {
            lexer.feed(document, 0, document.length);
            lexer.finish();
            return new TrialReading(events.sum, false);
        } catch (XmlRefusedException e) {
            return new TrialReading(events.sum, true);
        }
    }

    private static final class Events implements XmlEvents {
        private static final int FACTOR = 31;

        private final TagWords names;
        long sum;

        Events(TagWords names) {
            this.names = names;
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            if (depth <= STRICT || names.has(tag.localName().toLowerCase(Locale.ROOT))) {
                add(tag.from(), depth);
            }
        }

        @Override
        public void endElement(int depth, long to) {
            if (depth <= STRICT) {
                add(to, -depth);
            }
        }

        @Override
        public void aside(Aside kind, int depth) {
            add(kind.name().hashCode(), depth);
        }

        @Override
        public void misplacedText(int depth) {
            add(-1, depth);
        }

        private void add(long what, int depth) {
            sum = (sum * FACTOR + what) * FACTOR + depth;
        }
    }
}
