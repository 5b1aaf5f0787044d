package org.esbmt.camel.se.internal.work;

import java.util.concurrent.ScheduledFuture;

/** A job in the timer. The lock of {@link TenantWorkers} guards both mutable fields. */
final class TimedJob implements Waiting {
    final UnitWorkers unit;
    final Job job;
    ScheduledFuture<?> future;

    TimedJob(UnitWorkers unit, Job job) {
        this.unit = unit;
        this.job = job;
    }

    @Override
    public boolean cancel() {
        return unit.takeBack(this);
    }
}
