package org.esbmt.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.esbmt.load.Pinned;
import org.esbmt.suite.attack.Attacks;
import org.esbmt.suite.plan.Part;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.RoundOrder;
import org.esbmt.suite.plan.Stage;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;
import org.esbmt.suite.targets.Esbmt;
import org.esbmt.suite.targets.Target;

/** Starts the targets of a stage, attacks the buses, measures all windows in interleaved rounds, and attacks again. */
final class StageRun implements AutoCloseable {
    private final Run run;
    private final Stage stage;
    private final Path folder;
    private final Pinned.BackEnd backEnd;
    private final StageTargets targets;
    private final Loads loads;
    private final WarmUp warmUp;
    private final Set<Esbmt> measuredBuses = new LinkedHashSet<>();

    StageRun(Run run, Stage stage, Path folder, Pinned.BackEnd backEnd) throws IOException {
        this.run = run;
        this.stage = stage;
        this.folder = folder;
        this.backEnd = backEnd;
        targets = new StageTargets(run);
        loads = new Loads(folder, run.profile().gatewayMessages(), backEnd.address());
        warmUp = new WarmUp(run, targets, loads, run.profile().preparation());
    }

    void run() throws Exception {
        targets.start(stage, folder, backEnd);
        tellAbsentGenerators();
        attackProxies("before");
        for (Part part : stage.parts()) {
            List<Planned> present = present(part);
            secure(present);
            List<Planned> open = present.stream()
                    .filter(planned -> !run.hasAll(planned, part.rounds()))
                    .toList();
            warmUp.run(open);
            run.progress().begun(stage, part, open);
            RoundOrder order = new RoundOrder();
            for (int round = 1; round <= part.rounds(); round++) {
                for (Planned planned : order.next(present, round)) {
                    if (!run.has(planned, round)) {
                        window(planned, part, round);
                    }
                }
            }
        }
        measuredBuses.forEach(bus -> run.vectors(bus.name(), bus.vectors()));
        attackProxies("after");
        for (SecuredLoad load : loads.secured()) {
            run.attacked(load.attack(stage.name(), "after"));
        }
    }

    private void tellAbsentGenerators() {
        if (!loads.hasOpenLoops() && stage.windows().stream().anyMatch(w -> w.ratePerSecond() > 0)) {
            run.absent("open loop", "vegeta is not installed");
        }
        if (!Pinned.onPath("wrk")) {
            run.absent("wrk", "it is not installed, so benchmarks/load's own loop makes the closed load");
        }
    }

    private void attackProxies(String when) throws Exception {
        for (Map.Entry<Stage.Bus, Esbmt> bus : targets.buses().entrySet()) {
            run.attacked(new Attacks(bus.getValue(), bus.getValue().senders(), backEnd.address())
                    .run(stage.name() + " " + Stage.folder(bus.getKey()), when));
        }
    }

    /** The windows of the wanted scenarios whose targets and generators are there. */
    private List<Planned> present(Part part) {
        return targets.present(part.windows().stream()
                .filter(planned -> loads.has(planned) && run.wants(planned))
                .toList());
    }

    private void secure(List<Planned> windows) throws Exception {
        for (Planned planned : windows) {
            Target target = targets.find(planned).orElseThrow();
            if (Loads.isSecured(planned) && !loads.isSecured(target)) {
                run.attacked(loads.secure((Esbmt) target).attack(stage.name(), "before"));
            }
        }
    }

    private void window(Planned planned, Part part, int round) throws Exception {
        Target target = targets.find(planned).orElseThrow();
        Measurement measurement =
                new Measurement(run.nextWindow(), round, planned, loads.name(planned), warmUp.of(planned));
        Measurement.Measured measured;
        try {
            boolean heap = round == part.rounds() && planned.cell().scenario().equals("tenancy");
            if (!target.isAlive()) {
                measured = measurement.broken(WindowState.FAILED, target.name() + " has ended");
            } else if (Loads.isSecured(planned)) {
                measured = measurement.measure(target, loads.prepared(planned, target), heap);
            } else {
                measured = measurement.measure(
                        target, loads.generator(planned), loads.work(planned, target, part.seconds()), heap);
            }
        } catch (InterruptedException e) {
            run.add(measurement.broken(WindowState.PARTIAL, "the run was interrupted"));
            throw e;
        }
        if (!backEnd.process().isAlive()) {
            run.add(measurement.broken(WindowState.FAILED, "the back end has ended"));
            throw new IOException("the back end has ended");
        }
        run.add(measured);
        if (target instanceof Esbmt bus) {
            measuredBuses.add(bus);
        }
        if (Loads.isSecured(planned) && target.name().equals("esbmt")) {
            rsaFloor(planned.cell(), target, round);
        }
        run.progress().measured(part.seconds());
        tell(planned, round, measured.window());
    }

    private void rsaFloor(Cell cell, Target target, int round) throws IOException {
        Cell floor = new Cell(
                cell.scenario(), "rsa-floor", cell.message(), cell.sizeBytes(), cell.connections(), 1, cell.nodes());
        run.add(Measurement.floor(run.nextWindow(), round, floor, loads.rsaMicros(target)));
    }

    private void tell(Planned planned, int round, Window window) {
        String figures = window.state() == WindowState.OK
                ? String.format(
                        Locale.ROOT,
                        "%8.0f/s  %7.1f us CPU  p99 %7.2f ms%s",
                        window.throughputPerSecond(),
                        window.cpuMicrosPerRequest(),
                        window.p99Micros() / 1e3,
                        window.preparedness() == Preparedness.UNSETTLED ? "  unsettled" : "")
                : "FAILED: " + window.reason();
        run.say(run.progress() + "  round " + round + "  " + planned + "  " + figures);
    }

    @Override
    public void close() {
        targets.close();
    }
}
