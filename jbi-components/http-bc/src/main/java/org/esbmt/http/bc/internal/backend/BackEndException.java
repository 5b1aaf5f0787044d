package org.esbmt.http.bc.internal.backend;

import org.esbmt.http.bc.internal.soap.FaultCode;

/** A back end gave no answer that can be passed on. Without a stack trace: a broken back end causes these in thousands. */
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
