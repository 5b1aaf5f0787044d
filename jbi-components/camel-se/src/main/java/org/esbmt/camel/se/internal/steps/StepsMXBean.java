package org.esbmt.camel.se.internal.steps;

/**
 * What the steps of all units have refused or given up since the start, for JMX; no tenant's name or message is in here.
 */
public interface StepsMXBean {

    /** Messages that would have become more exchanges, or more parts, than one may. */
    long getTooManyExchanges();

    /** Combined messages that would have become larger than one may. */
    long getTooLarge();

    /** Exchanges that a tenant had no more room for: groups, waiting ones, copies, bytes. */
    long getOverloaded();

    /** Exchanges that an open circuit has turned away. */
    long getCircuitOpen();

    /** Exchanges that a circuit breaker has not waited for any longer. */
    long getCircuitTimeouts();

    /** Exchanges that an idempotent consumer has seen before. */
    long getDuplicates();

    /** Copies of wire taps that failed. */
    long getTapsFailed();

    /** Complete groups whose steps failed. */
    long getGroupsFailed();

    /** Groups that were not complete when their unit was stopped. */
    long getGroupsGivenUp();

    /** Exchanges that waited, or whose turn it was not yet, when their unit was stopped. */
    long getStopped();
}
