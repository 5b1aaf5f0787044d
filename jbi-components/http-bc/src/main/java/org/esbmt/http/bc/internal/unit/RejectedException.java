package org.esbmt.http.bc.internal.unit;

import org.esbmt.xml.api.XmlRefusedException;

/** Something in the file that is XML, but not of the vocabulary; carries where it stands. */
final class RejectedException extends XmlRefusedException {
    private static final long serialVersionUID = 1L;

    private final int line;

    RejectedException(int line, String sentence) {
        super(sentence);
        this.line = line;
    }

    int line() {
        return line;
    }
}
