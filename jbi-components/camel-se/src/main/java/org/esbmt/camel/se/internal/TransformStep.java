package org.esbmt.camel.se.internal;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.work.Job;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.xslt.Stylesheet;

/** Puts in the place of a body what a stylesheet makes of it, on a worker of the tenant. */
final class TransformStep extends AsyncProcessorSupport {
    private final Stylesheet stylesheet;
    private final UnitWorkers workers;

    TransformStep(Stylesheet stylesheet, UnitWorkers workers) {
        this.stylesheet = stylesheet;
        this.workers = workers;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            workers.execute(new Job() {
                @Override
                public void run() {
                    transform(exchange);
                    callback.done(false);
                }

                @Override
                public void cancelled() {
                    exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
                    callback.done(false);
                }
            });
            return false;
        } catch (RuntimeException e) {
            exchange.setException(new RouteFailure.Unavailable("no worker of the tenant is free", e));
            callback.done(true);
            return true;
        }
    }

    private void transform(Exchange exchange) {
        Message message = exchange.getMessage();
        try {
            byte[] document = XPathValue.bytes(((Body) message.getBody()).bytes());
            message.setBody(Body.of(stylesheet.transform(document, XPathValue.headers(message))));
        } catch (EvaluationFailedException e) {
            exchange.setException(XPathValue.failure(e));
        } catch (RuntimeException e) {
            exchange.setException(e);
        }
    }

    @Override
    public String toString() {
        return "xslt";
    }
}
