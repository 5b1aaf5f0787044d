package org.esbmt.camel.se.internal.steps;

import org.esbmt.jbi.container.api.jmx.Described;

/**
 * Counters of all refusals and abandoned exchanges of the steps of all units since the start, for JMX. They name no
 * tenant and no message.
 */
public interface StepsMXBean {

    @Described("Messages that would have become more exchanges, or more parts, than one may. Live.")
    long getTooManyExchanges();

    @Described("Combined messages that would have become larger than one may. Live.")
    long getTooLarge();

    @Described("Exchanges that a tenant had no more room for: groups, waiting ones, copies, bytes. Live.")
    long getOverloaded();

    @Described("Exchanges that an open circuit has turned away. Live.")
    long getCircuitOpen();

    @Described("Exchanges that a circuit breaker has not waited for any longer. Live.")
    long getCircuitTimeouts();

    @Described("Exchanges that an idempotent consumer has seen before. Live.")
    long getDuplicates();

    @Described("Copies of wire taps that failed. Live.")
    long getTapsFailed();

    @Described("Complete groups whose steps failed. Live.")
    long getGroupsFailed();

    @Described("Groups that were not complete when their unit was stopped. Live.")
    long getGroupsGivenUp();

    @Described("Exchanges that waited, or whose turn it was not yet, when their unit was stopped. Live.")
    long getStopped();
}
