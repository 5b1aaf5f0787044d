package org.esbmt.camel.se.internal.steps;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.work.Waiting;

/**
 * Circuit breaker. With a timeout, a copy of the exchange passes the steps, so that the exchange can continue without
 * it. A late result of the copy is dropped; until then it counts in the tenant's memory. The first branch has the
 * steps. The second one, if present, is the fallback, which gets the original message.
 */
final class CircuitBreakerStep extends BranchingStep {
    private final Step.CircuitBreaker step;
    private final StepServices services;
    private final DetachedCopies copies;
    private final Circuit circuit;

    CircuitBreakerStep(
            Step.CircuitBreaker step,
            StepServices services,
            DetachedCopies copies,
            LongSupplier nanoTime,
            List<AsyncProcessor> branches) {
        super(branches);
        this.copies = copies;
        this.step = step;
        this.services = services;
        this.circuit = new Circuit(
                step.failurePercent(),
                step.window(),
                step.minimumCalls(),
                step.openFor().toNanos(),
                nanoTime);
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        long call = circuit.tryCall();
        if (call < 0) {
            services.counters().circuitOpen.increment();
            exchange.setException(new RouteFailure.Unavailable("the circuit is open", null));
            return fallBack(exchange, callback, true);
        }
        if (step.timeout().isPresent()) {
            new TimedCall(exchange, callback, call).begin();
            return false;
        }
        Message before = branches() > 1 ? exchange.getMessage().copy() : null;
        return branch(0).process(exchange, sync -> {
            circuit.ended(call, exchange.getException() == null);
            if (exchange.getException() == null) {
                callback.done(sync);
            } else {
                if (before != null) {
                    exchange.setMessage(before);
                }
                fallBack(exchange, callback, sync);
            }
        });
    }

    /** Continues with the fallback after the exchange's failure. */
    private boolean fallBack(Exchange exchange, AsyncCallback callback, boolean sync) {
        if (branches() < 2) {
            callback.done(sync);
            return sync;
        }
        exchange.setProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, exchange.getException());
        exchange.setException(null);
        exchange.setRouteStop(false);
        exchange.getExchangeExtension().setRedeliveryExhausted(false);
        exchange.getExchangeExtension().setErrorHandlerHandled(null);
        exchange.getExchangeExtension().setFailureHandled(false);
        return branch(1).process(exchange, done -> callback.done(sync && done)) && sync;
    }

    @Override
    public String toString() {
        return "circuit breaker at " + step.place();
    }

    /** One exchange with a timeout. */
    private final class TimedCall {
        private final long call;
        private final Exchange copy;
        private final Runnable drop;
        private final int bytes;
        private final AtomicBoolean decided = new AtomicBoolean();
        private final AtomicBoolean over = new AtomicBoolean();
        /**
         * The exchange for the outcome that comes first. Null from then on, so that a copy that is still running does
         * not keep it in memory.
         */
        private Exchange exchange;

        private AsyncCallback callback;
        private Waiting timer;

        TimedCall(Exchange exchange, AsyncCallback callback, long call) {
            Copies.settle(exchange);
            this.exchange = exchange;
            this.callback = callback;
            this.call = call;
            this.copy = Copies.of(exchange);
            this.bytes = Copies.body(copy.getMessage()).bytes().length();
            copies.detach(copy);
            this.drop = copies.dropping(copy);
        }

        void begin() throws RouteFailure {
            try {
                MessageBudget.of(exchange, services.limits()).draw(services.counters());
                services.room().holdBytes(bytes);
                try {
                    timer = services.after(step.timeout().orElseThrow(), this::expired, this::failed);
                } catch (RouteFailure e) {
                    services.room().releaseBytes(bytes);
                    throw e;
                }
            } catch (RouteFailure e) {
                // not a failure of the called provider, but the circuit waits for the end of a trial
                circuit.ended(call, false);
                throw e;
            }
            try {
                branch(0).process(copy, sync -> ended());
            } catch (RuntimeException | StackOverflowError e) {
                copy.setException(e);
                ended();
            }
        }

        private void ended() {
            if (!over.compareAndSet(false, true)) {
                return;
            }
            services.room().releaseBytes(bytes);
            if (!decided.compareAndSet(false, true)) {
                copies.over(copy);
                return;
            }
            boolean unused = timer.cancel();
            copies.rejoin(copy, exchange);
            Exception failure = copy.getException();
            circuit.ended(call, failure == null);
            Copies.takeErrors(copy, exchange);
            if (failure != null) {
                exchange.setException(failure);
                fallBack(exchange, callback, false);
                return;
            }
            exchange.setMessage(copy.getMessage());
            if (copy.isRouteStop()) {
                exchange.setRouteStop(true);
            }
            callback.done(false);
        }

        private void expired() {
            services.counters().circuitTimeouts.increment();
            failed(new RouteFailure.Timeout("the steps of the circuit breaker took too long"));
        }

        private void failed(RouteFailure failure) {
            if (decided.compareAndSet(false, true)) {
                Exchange waiting = exchange;
                AsyncCallback behind = callback;
                exchange = null;
                callback = null;
                drop.run();
                circuit.ended(call, false);
                waiting.setException(failure);
                fallBack(waiting, behind, false);
            }
        }
    }
}
