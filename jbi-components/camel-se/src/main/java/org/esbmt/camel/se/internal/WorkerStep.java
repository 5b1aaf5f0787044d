package org.esbmt.camel.se.internal;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.work.Job;
import org.esbmt.camel.se.internal.work.UnitWorkers;

/** A step that needs the whole document and may take long; it runs on a worker of the tenant. */
abstract class WorkerStep extends AsyncProcessorSupport {
    private final UnitWorkers workers;

    WorkerStep(UnitWorkers workers) {
        this.workers = workers;
    }

    /** Applies the step to the document, on a worker. */
    abstract void apply(byte[] document, Exchange exchange) throws EvaluationFailedException, RouteFailure;

    @Override
    public final boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            workers.execute(new Job() {
                @Override
                public void run() {
                    apply(exchange);
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

    private void apply(Exchange exchange) {
        try {
            apply(XPathValue.bytes(((Body) exchange.getMessage().getBody()).bytes()), exchange);
        } catch (EvaluationFailedException e) {
            exchange.setException(XPathValue.failure(e));
        } catch (Throwable e) { // errors, too: otherwise the caller would wait for ever
            exchange.setException(e);
        }
    }
}
