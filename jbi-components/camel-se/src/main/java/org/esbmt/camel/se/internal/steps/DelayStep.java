package org.esbmt.camel.se.internal.steps;

import java.time.Duration;
import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;

/** Delay: the exchange continues after some time, on a worker. */
final class DelayStep extends BranchingStep {
    private final Step.Delay step;
    private final StepServices services;

    /** @throws IllegalArgumentException if the delay exceeds its limit */
    DelayStep(Step.Delay step, StepServices services) {
        super(List.of());
        if (step.time().compareTo(services.limits().delay()) > 0) {
            throw new IllegalArgumentException("the delay at " + step.place() + " is longer than "
                    + services.limits().delay().toSeconds() + " s");
        }
        this.step = step;
        this.services = services;
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        if (step.time().isZero()) {
            callback.done(true);
            return true;
        }
        Pause.of(services, exchange, callback, step.time());
        return false;
    }

    @Override
    public String toString() {
        return "delay at " + step.place();
    }

    /** A waiting exchange, and the memory that it occupies meanwhile. */
    static final class Pause {
        private Pause() {}

        /** Continues the exchange after some time; it was not accepted if this throws. */
        static void of(StepServices services, Exchange exchange, AsyncCallback callback, Duration time)
                throws RouteFailure {
            of(services, exchange, callback, time, () -> {});
        }

        /** @param over called once the exchange does not wait any more */
        static void of(StepServices services, Exchange exchange, AsyncCallback callback, Duration time, Runnable over)
                throws RouteFailure {
            Copies.settle(exchange);
            int bytes = Copies.body(exchange.getMessage()).bytes().length();
            services.room().holdBytes(bytes);
            try {
                services.after(
                        time,
                        () -> {
                            services.room().releaseBytes(bytes);
                            over.run();
                            callback.done(false);
                        },
                        e -> {
                            services.room().releaseBytes(bytes);
                            over.run();
                            exchange.setException(e);
                            callback.done(false);
                        });
            } catch (RouteFailure e) {
                services.room().releaseBytes(bytes);
                throw e;
            }
        }
    }
}
