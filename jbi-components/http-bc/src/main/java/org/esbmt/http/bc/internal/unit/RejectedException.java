package org.esbmt.http.bc.internal.unit;

import org.esbmt.xml.api.XmlRefusedException;

/** The file breaks a rule after which the rest of it has no meaning. The exception has the rule and the line. */
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
