package org.esbmt.suite.plan;

import java.util.List;
import org.esbmt.suite.result.Cell;

/**
 * Windows whose targets all run at the same time, so that rounds can interleave them.
 *
 * @param comparators names of targets without tenancy
 * @param parts are measured one after the other
 */
public record Stage(String name, List<Bus> buses, List<String> comparators, List<Part> parts) {

    /**
     * A bus of the stage.
     *
     * @param target {@code esbmt}, or {@code esbmt-old} for the older build of a comparison
     */
    public record Bus(String target, int tenants, int nodes) {}

    /** The windows of all parts. */
    public List<Planned> windows() {
        return parts.stream().flatMap(part -> part.windows().stream()).toList();
    }

    /** The most endpoints of a window of the comparator. */
    public int endpoints(String comparator) {
        return windows().stream()
                .map(Planned::cell)
                .filter(cell -> cell.target().equals(comparator))
                .mapToInt(Cell::endpoints)
                .max()
                .orElse(1);
    }

    /** A part of the name of a bus's folder. */
    public static String folder(Bus bus) {
        return bus.target() + "-" + bus.tenants() + "-" + bus.nodes();
    }
}
