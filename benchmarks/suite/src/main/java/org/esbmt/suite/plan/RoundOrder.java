package org.esbmt.suite.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.esbmt.suite.result.Cell;

/**
 * The order of the windows of a round. It is random, so that other work of the machine affects all targets. The windows of two builds of the
 * bus follow one another: the older build is the first one in odd rounds, and the last one in even rounds (ABBA). So a machine that gets
 * slower or faster within the run accuses neither. Each run has the same order.
 */
public final class RoundOrder {
    static final String NEW = "esbmt";
    static final String OLD = "esbmt-old";

    private final Random random = new Random(1);

    /**
     * Orders the windows of the next round.
     *
     * @param round from 1
     */
    public List<Planned> next(List<Planned> windows, int round) {
        Map<Planned, List<Planned>> together = new LinkedHashMap<>();
        for (Planned planned : windows) {
            together.computeIfAbsent(ofAnyBuild(planned), key -> new ArrayList<>())
                    .add(planned);
        }
        List<List<Planned>> groups = new ArrayList<>(together.values());
        Collections.shuffle(groups, random);
        List<Planned> ordered = new ArrayList<>(windows.size());
        for (List<Planned> group : groups) {
            group.sort((a, b) -> Boolean.compare(isLate(a, round), isLate(b, round)));
            ordered.addAll(group);
        }
        return ordered;
    }

    private static boolean isLate(Planned planned, int round) {
        return planned.cell().target().equals(round % 2 == 1 ? NEW : OLD);
    }

    private static Planned ofAnyBuild(Planned planned) {
        Cell cell = planned.cell();
        return !cell.target().equals(OLD)
                ? planned
                : new Planned(
                        new Cell(
                                cell.scenario(),
                                NEW,
                                cell.message(),
                                cell.sizeBytes(),
                                cell.connections(),
                                cell.endpoints(),
                                cell.nodes()),
                        planned.scenario(),
                        planned.payload(),
                        planned.ratePerSecond());
    }
}
