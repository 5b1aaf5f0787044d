package org.esbmt.camel.se.internal.steps;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.work.Waiting;

/**
 * Circuit breaker. With a timeout, a copy of the exchange goes through the steps, so that the exchange can go on without
 * it; what comes of the copy later is dropped. The first branch has the steps, the second, if there is one, the fallback,
 * which gets the message as it came here.
 */
final class CircuitBreakerStep extends BranchingStep {
    private final Step.CircuitBreaker step;
    private final StepServices services;
    private final Circuit circuit;

    CircuitBreakerStep(
            Step.CircuitBreaker step, StepServices services, LongSupplier nanoTime, List<AsyncProcessor> branches) {
        super(branches);
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

    /** With the failure that the exchange has. */
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
        return branch(1).process(exchange, done -> callback.done(sync && done)) && sync;
    }

    @Override
    public String toString() {
        return "circuit breaker at " + step.place();
    }

    /** One exchange that does not wait for longer than the timeout. */
    private final class TimedCall {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private final long call;
        private final Exchange copy;
        private final AtomicBoolean decided = new AtomicBoolean();
        private Waiting timer;

        TimedCall(Exchange exchange, AsyncCallback callback, long call) {
            Copies.settle(exchange);
            this.exchange = exchange;
            this.callback = callback;
            this.call = call;
            this.copy = Copies.of(exchange);
        }

        void begin() throws RouteFailure {
            try {
                MessageBudget.of(exchange, services.limits()).draw(services.counters());
                timer = services.after(step.timeout().orElseThrow(), this::expired, this::failed);
            } catch (RouteFailure e) {
                // says nothing about who is called, but a trial would be waited for
                circuit.ended(call, false);
                throw e;
            }
            branch(0).process(copy, sync -> ended());
        }

        private void ended() {
            if (!decided.compareAndSet(false, true)) {
                return;
            }
            boolean unused = timer.cancel();
            Exception failure = copy.getException();
            circuit.ended(call, failure == null);
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
                circuit.ended(call, false);
                exchange.setException(failure);
                fallBack(exchange, callback, false);
            }
        }
    }
}
