package org.esbmt.suite;

import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.esbmt.suite.plan.Estimate;
import org.esbmt.suite.plan.Part;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Preparation;
import org.esbmt.suite.plan.Profile;
import org.esbmt.suite.plan.Stage;

/** The windows that a run has measured, and the time that the others need. One thread. */
final class Progress {
    private static final double MINUTE = 60;
    private static final double FASTEST_PACE = 0.5;

    private final BiPredicate<Planned, Integer> isMissing;
    private final LongSupplier elapsedSeconds;
    private final Preparation preparation;
    private final double estimated;
    private double left;
    private int windows;
    private int measured;

    /**
     * Of a run that begins.
     *
     * @param isMissing true for a wanted window of a round that was not measured before
     */
    Progress(Profile profile, BiPredicate<Planned, Integer> isMissing, LongSupplier elapsedSeconds) {
        this.isMissing = isMissing;
        this.elapsedSeconds = elapsedSeconds;
        this.preparation = profile.preparation();
        double seconds = 0;
        for (Stage stage : profile.stages()) {
            int before = windows;
            for (Part part : stage.parts()) {
                int count = count(part, part.windows());
                seconds += count * Estimate.window(part.seconds()) + Estimate.preparation(preparation, missing(part));
                windows += count;
            }
            seconds += windows > before ? Estimate.start(stage) : 0;
        }
        estimated = seconds;
        left = seconds;
    }

    private int count(Part part, List<Planned> some) {
        int count = 0;
        for (int round = 1; round <= part.rounds(); round++) {
            for (Planned planned : some) {
                count += isMissing.test(planned, round) ? 1 : 0;
            }
        }
        return count;
    }

    private List<Planned> missing(Part part) {
        return part.windows().stream()
                .filter(planned -> count(part, List.of(planned)) > 0)
                .toList();
    }

    /** The windows that are going to be measured. */
    int windows() {
        return windows;
    }

    /**
     * The targets of a part are there, and warm.
     *
     * @param present the windows whose targets are there
     */
    void begun(Stage stage, Part part, List<Planned> present) {
        left -= Estimate.preparation(preparation, missing(part));
        if (part.equals(stage.parts().get(0))) {
            left -= Estimate.start(stage);
        }
        int absent = count(part, part.windows()) - count(part, present);
        windows -= absent;
        left -= absent * Estimate.window(part.seconds());
    }

    /** A window of so many seconds has ended. */
    void measured(int seconds) {
        measured++;
        left -= Estimate.window(seconds);
    }

    /** The minutes at the begin. */
    double estimatedMinutes() {
        return estimated / MINUTE;
    }

    /** The minutes that are left, at the pace until now. */
    double minutesLeft() {
        double done = estimated - left;
        double pace = done > MINUTE ? Math.max(FASTEST_PACE, elapsedSeconds.getAsLong() / done) : 1;
        return Math.max(0, left * pace / MINUTE);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "window %d of %d, %.0f min left", measured, windows, Math.ceil(minutesLeft()));
    }
}
