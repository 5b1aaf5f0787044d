package org.esbmt.jbi.container.internal.nmr;

import org.apache.servicemix.nmr.api.ServiceMixException;

/** No endpoint matches an exchange's target. */
public final class NoEndpointException extends ServiceMixException {
    private static final long serialVersionUID = 1L;

    NoEndpointException(String message) {
        super(message);
    }

    /** Messages with a wrong name can cause many of these. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
