package org.esbmt.http.bc.internal.unit;

import org.esbmt.xml.api.XmlRefusedException;

/** Something in the file that is XML, but makes no sense of what follows; carries where it stands. */
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
