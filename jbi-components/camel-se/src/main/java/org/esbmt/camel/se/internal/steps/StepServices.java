package org.esbmt.camel.se.internal.steps;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.work.Job;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.work.Waiting;
import org.esbmt.jbi.container.api.OverloadedException;

/** Services for the steps of one unit. */
record StepServices(UnitWorkers workers, StepLimits limits, StepCounters counters, TenantRoom room) {

    /**
     * Runs a task on a worker of the tenant.
     *
     * @param failed called in its place, if the unit is stopped before
     * @throws RouteFailure.Unavailable if there is no room; neither is called then
     */
    void execute(Runnable run, Consumer<RouteFailure> failed) throws RouteFailure {
        try {
            workers.execute(new Continuation(run, failed, counters));
        } catch (OverloadedException | RejectedExecutionException e) {
            throw refused(e);
        }
    }

    /**
     * Continues an exchange that was accepted before, however many wait.
     *
     * @throws RouteFailure.Unavailable if the unit is stopped; neither is called then
     */
    void proceed(Runnable run, Consumer<RouteFailure> failed) throws RouteFailure {
        try {
            workers.proceed(new Continuation(run, failed, counters));
        } catch (RejectedExecutionException e) {
            throw refused(e);
        }
    }

    /** Runs a task like {@link #execute}, after some time. */
    Waiting after(Duration time, Runnable run, Consumer<RouteFailure> failed) throws RouteFailure {
        try {
            return workers.after(time, new Continuation(run, failed, counters));
        } catch (OverloadedException | RejectedExecutionException e) {
            throw refused(e);
        }
    }

    private RouteFailure refused(RuntimeException e) {
        counters.overloaded.increment();
        return new RouteFailure.Unavailable("no worker of the tenant is free", e);
    }

    private record Continuation(Runnable whenRun, Consumer<RouteFailure> whenCancelled, StepCounters counters)
            implements Job {
        @Override
        public void run() {
            whenRun.run();
        }

        @Override
        public void cancelled() {
            counters.stopped.increment();
            whenCancelled.accept(new RouteFailure.Unavailable("the unit was stopped", null));
        }
    }
}
