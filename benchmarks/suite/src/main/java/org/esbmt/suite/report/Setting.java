package org.esbmt.suite.report;

import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.Window;

/**
 * A cell with the kind of its load. Windows with equal settings differ in their rounds only.
 *
 * @param cell the place in the plan
 * @param loop {@code closed} or {@code open}
 * @param offeredPerSecond NaN for a closed loop
 */
record Setting(Cell cell, String loop, double offeredPerSecond) {
    static Setting of(Window window) {
        return new Setting(window.cell(), window.loop(), window.offeredPerSecond());
    }

    /** A closed loop for one endpoint on one node, with the messages of the public benchmark. */
    static Setting closed(String scenario, String target, int sizeBytes, int connections) {
        return new Setting(new Cell(scenario, target, "buystocks", sizeBytes, connections, 1, 1), "closed", Double.NaN);
    }

    /** The same setting for another target. */
    Setting at(String target) {
        return new Setting(
                new Cell(
                        cell.scenario(),
                        target,
                        cell.message(),
                        cell.sizeBytes(),
                        cell.connections(),
                        cell.endpoints(),
                        cell.nodes()),
                loop,
                offeredPerSecond);
    }

    /** The same setting with so many endpoints. */
    Setting endpoints(int endpoints) {
        return new Setting(
                new Cell(
                        cell.scenario(),
                        cell.target(),
                        cell.message(),
                        cell.sizeBytes(),
                        cell.connections(),
                        endpoints,
                        cell.nodes()),
                loop,
                offeredPerSecond);
    }
}
