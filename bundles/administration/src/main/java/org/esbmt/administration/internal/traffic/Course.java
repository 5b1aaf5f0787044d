package org.esbmt.administration.internal.traffic;

import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.Span;

/** The traffic of a tenant or of the whole node: the sum, the last minute and, while there is room, both spans. Not thread-safe. */
final class Course {
    private static final long STEPS_OF_LONG_ONE = Span.DAY.step().dividedBy(Span.TEN_MINUTES.step());

    private final Reading total = new Reading();
    private final LastMinute lastMinute = new LastMinute();
    private Optional<Rings> rings = Optional.empty();
    private long last = Long.MIN_VALUE / 2;
    private long inFlight;

    /** The samples of both spans, at most 12 KiB. The long step under way is summed up beside them. */
    private static final class Rings {
        final SampleRing seconds = new SampleRing(Span.TEN_MINUTES);
        final SampleRing minutes = new SampleRing(Span.DAY);
        final Reading underWay = new Reading();
        long longStep = Long.MIN_VALUE;

        void add(long step, Reading traffic) {
            seconds.put(step, traffic.figures());
            complete(step);
            longStep = Math.floorDiv(step, STEPS_OF_LONG_ONE);
            underWay.add(traffic);
        }

        /** Writes the long step under way if it ended before a step. */
        void complete(long step) {
            if (longStep != Long.MIN_VALUE && longStep < Math.floorDiv(step, STEPS_OF_LONG_ONE)) {
                minutes.put(longStep, underWay.figures());
                underWay.clear();
                longStep = Long.MIN_VALUE;
            }
        }

        List<Sample> samples(Span span, long step) {
            complete(step + 1);
            return switch (span) {
                case TEN_MINUTES -> seconds.until(step);
                case DAY -> minutes.until(Math.floorDiv(step + 1, STEPS_OF_LONG_ONE) - 1);
            };
        }
    }

    /** Adds all traffic of a step, which is later than that of another call. */
    void add(long step, Reading traffic) {
        total.add(traffic);
        lastMinute.add(step, traffic);
        rings.ifPresent(kept -> kept.add(step, traffic));
        last = step;
    }

    boolean keepsSamples() {
        return rings.isPresent();
    }

    void keepSamples() {
        rings = Optional.of(new Rings());
    }

    void dropSamples() {
        rings = Optional.empty();
    }

    /** The last step with traffic. */
    long last() {
        return last;
    }

    Counts total() {
        return total.counts();
    }

    Figures lastMinute(long step) {
        return lastMinute.figures(step);
    }

    /** The samples up to a step; empty if none are kept. */
    List<Sample> samples(Span span, long step) {
        return rings.map(kept -> kept.samples(span, step)).orElse(List.of());
    }

    /** The requests in flight at the last step. */
    long inFlight() {
        return inFlight;
    }

    void inFlight(long now) {
        inFlight = now;
    }
}
