package org.esbmt.suite.plan;

import java.util.Optional;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Scenario;
import org.esbmt.suite.result.Cell;

/**
 * A window that each round measures once.
 *
 * @param scenario empty for the WS-Security gateway
 * @param ratePerSecond of an open loop; 0 for a closed one
 */
public record Planned(Cell cell, Optional<Scenario> scenario, Payload payload, double ratePerSecond) {

    static Planned of(
            String name,
            Scenario scenario,
            String target,
            Payload payload,
            int bytes,
            int connections,
            int endpoints,
            int nodes) {
        return new Planned(
                new Cell(name, target, payload.word(), bytes, connections, endpoints, nodes),
                Optional.of(scenario),
                payload,
                0);
    }

    static Planned gateway(String target, int bytes, int connections) {
        return new Planned(
                new Cell("gateway", target, Payload.BUYSTOCKS.word(), bytes, connections, 1, 1),
                Optional.empty(),
                Payload.BUYSTOCKS,
                0);
    }

    Planned at(double rate) {
        return new Planned(cell, scenario, payload, rate);
    }

    @Override
    public String toString() {
        return "%-15s %-15s %-9s %7d B %4d connections %4d endpoints"
                        .formatted(
                                cell.scenario(),
                                cell.target(),
                                cell.message(),
                                cell.sizeBytes(),
                                cell.connections(),
                                cell.endpoints())
                + (cell.nodes() > 1 ? " " + cell.nodes() + " nodes" : "")
                + (ratePerSecond > 0 ? " at %.0f/s".formatted(ratePerSecond) : "");
    }
}
