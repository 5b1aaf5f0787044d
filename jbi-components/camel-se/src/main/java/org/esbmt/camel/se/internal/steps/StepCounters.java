package org.esbmt.camel.se.internal.steps;

import java.util.concurrent.atomic.LongAdder;

/** What the steps of all units have refused or given up since the start; no tenant's name or message is in here. */
public final class StepCounters {
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

    /** Messages that would have become more exchanges, or more parts, than one may. */
    public long tooManyExchanges() {
        return tooManyExchanges.sum();
    }

    /** Combined messages that would have become larger than one may. */
    public long tooLarge() {
        return tooLarge.sum();
    }

    /** Exchanges that a tenant had no more room for: groups, waiting ones, copies, bytes. */
    public long overloaded() {
        return overloaded.sum();
    }

    /** Exchanges that an open circuit has turned away. */
    public long circuitOpen() {
        return circuitOpen.sum();
    }

    /** Exchanges that a circuit breaker has not waited for any longer. */
    public long circuitTimeouts() {
        return circuitTimeouts.sum();
    }

    /** Exchanges that an idempotent consumer has seen before. */
    public long duplicates() {
        return duplicates.sum();
    }

    /** Copies of wire taps that failed. */
    public long tapsFailed() {
        return tapsFailed.sum();
    }

    /** Complete groups whose steps failed. */
    public long groupsFailed() {
        return groupsFailed.sum();
    }

    /** Groups that were not complete when their unit was stopped. */
    public long groupsGivenUp() {
        return groupsGivenUp.sum();
    }

    /** Exchanges that waited, or whose turn it was not yet, when their unit was stopped. */
    public long stopped() {
        return stopped.sum();
    }
}
