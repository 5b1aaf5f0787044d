package org.esbmt.http.bc.internal.backend;

import org.esbmt.http.bc.internal.soap.FaultCode;

/** A back end gave no usable answer. It has no stack trace, because a broken back end causes thousands of these. */
public final class BackEndException extends Exception {
    private static final long serialVersionUID = 1L;

    private final FaultCode code;

    public BackEndException(FaultCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    static BackEndException unavailable(String message) {
        return new BackEndException(FaultCode.BACKEND_UNAVAILABLE, message);
    }

    static BackEndException timeout(String message) {
        return new BackEndException(FaultCode.BACKEND_TIMEOUT, message);
    }

    /** The fault code for the sender of the request. */
    public FaultCode code() {
        return code;
    }
}
