package org.esbmt.http.bc.internal.unit;

import org.esbmt.xml.api.XmlRefusedException;

/** Well-formed XML in the file that makes the rest meaningless. The exception carries its line. */
final class RejectedException extends XmlRefusedException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final Rule broken;

    RejectedException(int line, Rule broken, String sentence) {
        super(sentence);
        this.line = line;
        this.broken = broken;
    }

    int line() {
        return line;
    }

    Rule broken() {
        return broken;
    }
}
