package org.esbmt.camel.se.internal.steps;

import java.util.concurrent.atomic.LongAdder;

/** The counters for JMX. */
final class StepCounters implements StepsMXBean {
    final LongAdder tooManyExchanges = new LongAdder();
    final LongAdder tooLarge = new LongAdder();
    final LongAdder overloaded = new LongAdder();
    final LongAdder circuitOpen = new LongAdder();
    final LongAdder circuitTimeouts = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder tapsFailed = new LongAdder();
    final LongAdder groupsFailed = new LongAdder();
    final LongAdder groupsGivenUp = new LongAdder();
    final LongAdder stopped = new LongAdder();

    @Override
    public long getTooManyExchanges() {
        return tooManyExchanges.sum();
    }

    @Override
    public long getTooLarge() {
        return tooLarge.sum();
    }

    @Override
    public long getOverloaded() {
        return overloaded.sum();
    }

    @Override
    public long getCircuitOpen() {
        return circuitOpen.sum();
    }

    @Override
    public long getCircuitTimeouts() {
        return circuitTimeouts.sum();
    }

    @Override
    public long getDuplicates() {
        return duplicates.sum();
    }

    @Override
    public long getTapsFailed() {
        return tapsFailed.sum();
    }

    @Override
    public long getGroupsFailed() {
        return groupsFailed.sum();
    }

    @Override
    public long getGroupsGivenUp() {
        return groupsGivenUp.sum();
    }

    @Override
    public long getStopped() {
        return stopped.sum();
    }
}
