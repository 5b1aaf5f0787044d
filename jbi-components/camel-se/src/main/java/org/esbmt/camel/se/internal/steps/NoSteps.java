package org.esbmt.camel.se.internal.steps;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/** A branch without steps. */
final class NoSteps extends AsyncProcessorSupport {
    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        callback.done(true);
        return true;
    }
}
