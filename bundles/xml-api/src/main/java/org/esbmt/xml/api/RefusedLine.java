package org.esbmt.xml.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The line of the lexer's refusal, for a message to the document's author. It is found by reading the document once
 * more, line by line.
 *
 * @param line from 1; the last line if the document ends too early
 */
public record RefusedLine(int line, XmlRefusedException cause) {
    public RefusedLine {
        requireNonNull(cause, "cause");
    }

    /** Accepts every event: only the lexer's own rules count. */
    private static final class Nothing implements XmlEvents {
        @Override
        public void startElement(StartTag tag, int depth) {
            // every element is allowed
        }

        @Override
        public void endElement(int depth, long to) {
            // nothing depends on it
        }

        @Override
        public void aside(Aside kind, int depth) {
            // allowed everywhere
        }

        @Override
        public void misplacedText(int depth) {
            // no text was asked for
        }
    }

    /** Empty if the document is not refused. */
    public static Optional<RefusedLine> of(byte[] document, XmlLimits limits) {
        XmlLexer lexer = new XmlLexer(limits, new NamespaceTable(), new Nothing());
        int line = 1;
        try {
            int from = 0;
            while (from < document.length) {
                int to = endOfLine(document, from);
                lexer.feed(document, from, to);
                from = to;
                line += from < document.length ? 1 : 0;
            }
            lexer.finish();
            return Optional.empty();
        } catch (XmlRefusedException e) {
            return Optional.of(new RefusedLine(line, e));
        }
    }

    private static int endOfLine(byte[] document, int from) {
        int to = from;
        while (to < document.length && document[to] != '\n') {
            to++;
        }
        return Math.min(document.length, to + 1);
    }
}
