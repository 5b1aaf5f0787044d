package org.esbmt.jbi.container.internal.nmr;

import org.apache.servicemix.nmr.api.ServiceMixException;

/** No endpoint is what an exchange's target asks for. */
public final class NoEndpointException extends ServiceMixException {
    private static final long serialVersionUID = 1L;

    NoEndpointException(String message) {
        super(message);
    }

    /** Messages for a name that is wrong cause these at will. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
