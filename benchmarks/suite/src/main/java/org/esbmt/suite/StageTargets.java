package org.esbmt.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.load.Pinned;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Stage;
import org.esbmt.suite.targets.Comparators;
import org.esbmt.suite.targets.Esbmt;
import org.esbmt.suite.targets.Target;

/** The running programs of a stage. */
final class StageTargets implements AutoCloseable {
    private final Run run;
    private final Map<Stage.Bus, Esbmt> buses = new LinkedHashMap<>();
    private final Map<String, Target> comparators = new LinkedHashMap<>();

    StageTargets(Run run) {
        this.run = run;
    }

    /** Starts all targets of the stage that the run wants. A comparator that is not there is named. */
    void start(Stage stage, Path folder, Pinned.BackEnd backEnd) throws Exception {
        for (Stage.Bus bus : stage.buses()) {
            if (run.wants(bus.target())) {
                Esbmt started = Esbmt.start(
                        bus.target(),
                        run.distribution(bus.target()),
                        bus.tenants(),
                        bus.nodes(),
                        backEnd.address(),
                        folder.resolve(Stage.folder(bus)));
                buses.put(bus, started);
                run.started(started);
            }
        }
        for (String name : stage.comparators()) {
            if (run.wants(name)) {
                try {
                    Target started = Comparators.start(
                            name,
                            new Comparators.Site(
                                    backEnd.address(),
                                    run.distribution("esbmt"),
                                    folder,
                                    run.projects(),
                                    stage.endpoints(name)));
                    comparators.put(name, started);
                    run.started(started);
                } catch (Comparators.AbsentException e) {
                    run.absent(name, e.getMessage());
                }
            }
        }
    }

    Map<Stage.Bus, Esbmt> buses() {
        return buses;
    }

    /** The target of a window: the bus with the fewest tenants that has as many endpoints, or a comparator. */
    Optional<Target> find(Planned planned) {
        Optional<Target> bus = buses.entrySet().stream()
                .filter(b -> b.getKey().target().equals(planned.cell().target())
                        && b.getKey().nodes() == planned.cell().nodes()
                        && b.getKey().tenants() >= planned.cell().endpoints())
                .min((a, b) -> Integer.compare(a.getKey().tenants(), b.getKey().tenants()))
                .map(Map.Entry::getValue);
        return bus.or(() -> Optional.ofNullable(comparators.get(planned.cell().target())));
    }

    /** The windows whose targets are there, and offer their scenarios. */
    List<Planned> present(Collection<Planned> windows) {
        return windows.stream()
                .filter(planned -> find(planned)
                        .filter(target -> planned.scenario()
                                .map(target.scenarios()::contains)
                                .orElse(true))
                        .isPresent())
                .toList();
    }

    @Override
    public void close() {
        List<Target> all = new ArrayList<>(comparators.values());
        all.addAll(buses.values());
        for (Target target : all) {
            try {
                target.close();
            } catch (IOException | RuntimeException e) {
                run.say(target.name() + " does not stop: " + e.getMessage());
            }
        }
    }
}
