package org.esbmt.camel.se.internal.steps;

import java.util.BitSet;
import java.util.function.LongSupplier;

/**
 * The state of a circuit breaker. Closed: all calls pass, and the outcomes of the last ones are remembered. Open: no
 * call passes, for some time. Half open: one call is tried, and its outcome decides. A trial may last as long as the
 * circuit stays open; then the next call is tried. Thread-safe.
 */
final class Circuit {
    private enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private final int failurePercent;
    private final int window;
    private final int minimumCalls;
    private final long openNanos;
    private final LongSupplier nanoTime;

    private State state = State.CLOSED;
    private final BitSet failed = new BitSet();
    private int next;
    private int calls;
    private int failures;
    private long changedAt;
    /** The number of state changes so far. Calls that passed before the last change do not count. */
    private long era;

    Circuit(int failurePercent, int window, int minimumCalls, long openNanos, LongSupplier nanoTime) {
        this.failurePercent = failurePercent;
        this.window = window;
        this.minimumCalls = minimumCalls;
        this.openNanos = openNanos;
        this.nanoTime = nanoTime;
    }

    /** Lets a call through. Returns the number for {@link #ended}, or a negative number if the call may not pass. */
    synchronized long tryCall() {
        if (state == State.CLOSED) {
            return era;
        }
        if (nanoTime.getAsLong() - changedAt < openNanos) {
            return -1;
        }
        change(State.HALF_OPEN);
        return era;
    }

    synchronized void ended(long call, boolean success) {
        if (call != era) {
            return;
        }
        if (state == State.HALF_OPEN) {
            forgetOutcomes();
            change(success ? State.CLOSED : State.OPEN);
            return;
        }
        remember(!success);
        if (calls >= Math.min(minimumCalls, window) && failures * 100L >= (long) failurePercent * calls) {
            forgetOutcomes();
            change(State.OPEN);
        }
    }

    private void change(State to) {
        state = to;
        era++;
        changedAt = nanoTime.getAsLong();
    }

    private void remember(boolean failure) {
        if (calls == window) {
            failures -= failed.get(next) ? 1 : 0;
        } else {
            calls++;
        }
        failed.set(next, failure);
        failures += failure ? 1 : 0;
        next = (next + 1) % window;
    }

    private void forgetOutcomes() {
        failed.clear();
        next = 0;
        calls = 0;
        failures = 0;
    }

    synchronized boolean isClosed() {
        return state == State.CLOSED;
    }
}
