package org.esbmt.administration.internal.traffic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.Span;

/**
 * The samples of one span, the newest in the place of the oldest: 32 bytes each. A step is numbered by its time since the
 * epoch. Steps without traffic are not written. Not thread-safe.
 */
final class SampleRing {
    private static final int NUMBERS = 8;
    private static final int NO_LATENCY = -1;
    private static final Figures NONE = new Reading().figures();

    private final Span span;
    private final int[] numbers;
    private long last = Long.MIN_VALUE / 2;

    SampleRing(Span span) {
        this.span = span;
        this.numbers = new int[span.samples() * NUMBERS];
    }

    /** Writes the sample of a step, which is not before that of another call. */
    void put(long step, Figures figures) {
        clearAfterLast(step);
        last = step;
        int at = at(step);
        Counts counts = figures.counts();
        numbers[at] = clamped(counts.answered());
        numbers[at + 1] = clamped(counts.faults());
        numbers[at + 2] = clamped(counts.senderErrors());
        numbers[at + 3] = clamped(counts.backEndErrors());
        numbers[at + 4] = clamped(counts.busErrors());
        numbers[at + 5] = clamped(counts.strangers());
        numbers[at + 6] = clamped(figures.medianMicros().orElse(NO_LATENCY));
        numbers[at + 7] = clamped(figures.p99Micros().orElse(NO_LATENCY));
    }

    private void clearAfterLast(long step) {
        long from = Math.max(last, step - span.samples()) + 1;
        for (long skipped = from; skipped < step; skipped++) {
            Arrays.fill(numbers, at(skipped), at(skipped) + NUMBERS, 0);
        }
    }

    /** The samples up to a step, the oldest first. */
    List<Sample> until(long step) {
        List<Sample> samples = new ArrayList<>(span.samples());
        for (long each = step - span.samples() + 1; each <= step; each++) {
            boolean written = each <= last && each > last - span.samples();
            Instant until = Instant.ofEpochSecond((each + 1) * span.step().toSeconds());
            samples.add(new Sample(until, written ? figures(at(each)) : NONE));
        }
        return samples;
    }

    private Figures figures(int at) {
        Counts counts = new Counts(
                numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], numbers[at + 5]);
        boolean none = counts.messages() == 0;
        return new Figures(counts, latency(numbers[at + 6], none), latency(numbers[at + 7], none));
    }

    private static OptionalLong latency(int micros, boolean none) {
        return none || micros == NO_LATENCY ? OptionalLong.empty() : OptionalLong.of(micros);
    }

    private int at(long step) {
        return Math.floorMod(step, span.samples()) * NUMBERS;
    }

    private static int clamped(long number) {
        return (int) Math.min(number, Integer.MAX_VALUE);
    }
}
