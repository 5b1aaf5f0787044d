package org.esbmt.http.bc.internal.soap;

import org.esbmt.xml.api.XmlRefusedException;

/** A document is XML, but not an acceptable message. */
final class MessageRefusedException extends XmlRefusedException {
    private static final long serialVersionUID = 1L;

    private final FaultCode code;

    MessageRefusedException(FaultCode code, String sentence) {
        super(sentence);
        this.code = code;
    }

    static HeadResult.Refused refusal(XmlRefusedException e) {
        FaultCode code = e instanceof MessageRefusedException m
                ? m.code
                : e.isLimit() ? FaultCode.LIMIT_EXCEEDED : FaultCode.MALFORMED;
        return new HeadResult.Refused(code, e.getMessage());
    }
}
