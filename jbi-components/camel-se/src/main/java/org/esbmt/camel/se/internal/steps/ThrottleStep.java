package org.esbmt.camel.se.internal.steps;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.DelayStep.Pause;

/**
 * Throttler: in no time span of the length of the period do more exchanges pass than the rate permits. An exchange
 * above the rate waits for its turn, in the order of arrival. An exchange that would wait too long, or with too many
 * others, fails at once.
 */
final class ThrottleStep extends BranchingStep {
    private final Step.Throttle step;
    private final StepServices services;
    private final Turns turns;
    private int waiting;

    ThrottleStep(Step.Throttle step, StepServices services, LongSupplier nanoTime) {
        super(List.of());
        this.step = step;
        this.services = services;
        this.turns = new Turns(step.exchanges(), step.period().toNanos(), nanoTime);
    }

    @Override
    boolean begin(Exchange exchange, AsyncCallback callback) throws RouteFailure {
        synchronized (this) {
            long nanos = turns.untilNext(nanosOf(services.limits().throttledFor()));
            if (nanos > 0) {
                if (nanos == Turns.TOO_LONG || waiting >= services.limits().throttled()) {
                    throw services.room().full("more exchanges arrive than the throttle permits");
                }
                Pause.of(services, exchange, callback, Duration.ofNanos(nanos), this::over);
                waiting++;
                turns.take();
                return false;
            }
            turns.take();
        }
        callback.done(true);
        return true;
    }

    private static long nanosOf(Duration time) {
        return time.compareTo(Duration.ofDays(365)) > 0 ? Duration.ofDays(365).toNanos() : time.toNanos();
    }

    private synchronized void over() {
        waiting--;
    }

    @Override
    public String toString() {
        return "throttle at " + step.place();
    }
}
