package org.esbmt.camel.se.internal.steps;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Navigate;
import org.apache.camel.Processor;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.service.ServiceHelper;
import org.esbmt.camel.se.internal.engine.RouteFailure;

/** A step with branches, which start and stop with it. Any error in the step itself fails the exchange. */
abstract class BranchingStep extends AsyncProcessorSupport implements Navigate<Processor> {
    private final List<AsyncProcessor> branches;

    BranchingStep(List<AsyncProcessor> branches) {
        this.branches = List.copyOf(branches);
    }

    /**
     * Processes like {@link AsyncProcessor#process}, but may throw: then the callback was not called, and never will
     * be.
     */
    abstract boolean begin(Exchange exchange, AsyncCallback callback) throws Exception;

    /** A step's work on an exchange, as {@link #begin}. */
    @FunctionalInterface
    interface Beginning {
        boolean begin(Exchange exchange, AsyncCallback callback) throws Exception;
    }

    @Override
    public final boolean process(Exchange exchange, AsyncCallback callback) {
        return guarded(this::begin, exchange, callback, true);
    }

    private static boolean guarded(Beginning beginning, Exchange exchange, AsyncCallback callback, boolean sync) {
        try {
            return beginning.begin(exchange, callback);
        } catch (Exception e) {
            exchange.setException(e);
        } catch (StackOverflowError e) {
            exchange.setException(new RouteFailure.Invalid("the message needs too deep a stack"));
        }
        callback.done(sync);
        return sync;
    }

    /**
     * Continues on a worker. It is for steps that read the message, which may take too long for the bus's own threads.
     */
    static boolean onWorker(StepServices services, Exchange exchange, AsyncCallback callback, Beginning beginning)
            throws RouteFailure {
        Copies.settle(exchange);
        services.execute(
                () -> {
                    boolean unused = guarded(beginning, exchange, callback, false);
                },
                e -> {
                    exchange.setException(e);
                    callback.done(false);
                });
        return false;
    }

    final AsyncProcessor branch(int index) {
        return branches.get(index);
    }

    final int branches() {
        return branches.size();
    }

    @Override
    public final List<Processor> next() {
        return new ArrayList<>(branches);
    }

    @Override
    public final boolean hasNext() {
        return !branches.isEmpty();
    }

    @Override
    protected void doBuild() throws Exception {
        ServiceHelper.buildService(branches);
    }

    @Override
    protected void doInit() throws Exception {
        ServiceHelper.initService(branches);
    }

    @Override
    protected void doStart() throws Exception {
        ServiceHelper.startService(branches);
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(branches);
    }

    @Override
    protected void doShutdown() throws Exception {
        ServiceHelper.stopAndShutdownServices(branches);
    }
}
