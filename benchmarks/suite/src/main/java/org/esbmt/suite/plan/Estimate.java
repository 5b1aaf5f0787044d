package org.esbmt.suite.plan;

import java.util.Collection;

/**
 * The seconds that parts of a run take on two processors. A whole run of {@code --full} took 79 minutes, as the sum said before;
 * one of {@code --quick} took 9.
 */
public final class Estimate {
    private static final double BUS = 22;
    private static final double TENANT = 0.25;
    private static final double COMPARATOR = 12;
    private static final double SLICE = 1.3;
    private static final double SLICES = 4;
    private static final double WINDOW = 0.35;

    private Estimate() {}

    /** A window of so many seconds, with its checks and the start of its generator. */
    public static double window(int seconds) {
        return seconds + WINDOW;
    }

    /** The start of the targets of a stage. */
    public static double start(Stage stage) {
        double seconds = COMPARATOR * stage.comparators().size();
        for (Stage.Bus bus : stage.buses()) {
            seconds += BUS * bus.nodes() + TENANT * bus.tenants();
        }
        return seconds;
    }

    /** The load before these windows. */
    public static double preparation(Preparation preparation, Collection<Planned> windows) {
        long ways = windows.stream()
                .filter(planned -> planned.ratePerSecond() == 0)
                .map(planned -> planned.cell().target()
                        + planned.scenario()
                        + planned.payload()
                        + planned.cell().sizeBytes()
                        + planned.cell().endpoints()
                        + planned.cell().nodes())
                .distinct()
                .count();
        return Math.min(SLICE * Math.min(SLICES, preparation.slices()) * ways, preparation.seconds());
    }
}
