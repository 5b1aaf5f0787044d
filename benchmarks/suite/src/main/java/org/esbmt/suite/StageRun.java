package org.esbmt.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.load.Pinned;
import org.esbmt.suite.attack.Attacks;
import org.esbmt.suite.generator.Generator;
import org.esbmt.suite.generator.Outcome;
import org.esbmt.suite.generator.Work;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.RoundOrder;
import org.esbmt.suite.plan.Stage;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;
import org.esbmt.suite.targets.Comparators;
import org.esbmt.suite.targets.Esbmt;
import org.esbmt.suite.targets.Target;

/** Starts the targets of a stage, attacks the buses, measures all windows in interleaved rounds, and attacks again. */
final class StageRun implements AutoCloseable {
    private static final int WARM_UP_WINDOW = 1;

    private final Run run;
    private final Stage stage;
    private final Path folder;
    private final Pinned.BackEnd backEnd;
    private final Map<Stage.Bus, Esbmt> buses = new LinkedHashMap<>();
    private final Map<String, Target> comparators = new LinkedHashMap<>();
    private final Map<Esbmt, SecuredLoad> secured = new LinkedHashMap<>();
    private final Set<String> told = new HashSet<>();
    private final Generator closed;
    private final Optional<Generator> open;

    StageRun(Run run, Stage stage, Path folder, Pinned.BackEnd backEnd) throws IOException {
        this.run = run;
        this.stage = stage;
        this.folder = folder;
        this.backEnd = backEnd;
        Path messages = Files.createDirectories(folder.resolve("messages"));
        closed = Generator.closed(messages);
        open = Generator.open(messages);
    }

    void run() throws Exception {
        start();
        attack("before");
        List<Planned> windows = present();
        warmUp(windows);
        RoundOrder order = new RoundOrder();
        for (int round = 1; round <= run.rounds(); round++) {
            for (Planned planned : order.next(windows, round)) {
                window(planned, round);
            }
        }
        attack("after");
    }

    private void start() throws Exception {
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
        Comparators.Site site = new Comparators.Site(
                backEnd.address(), run.distribution("esbmt"), folder, run.projects(), stage.endpoints());
        for (String name : stage.comparators()) {
            if (run.wants(name)) {
                try {
                    Target started = Comparators.start(name, site);
                    comparators.put(name, started);
                    run.started(started);
                } catch (Comparators.AbsentException e) {
                    run.absent(name, e.getMessage());
                }
            }
        }
        if (open.isEmpty() && stage.windows().stream().anyMatch(w -> w.ratePerSecond() > 0)) {
            run.absent("open loop", "vegeta is not installed");
        }
        if (!Pinned.onPath("wrk")) {
            run.absent("wrk", "it is not installed, so benchmarks/load's own loop makes the closed load");
        }
    }

    private void attack(String when) throws Exception {
        for (Map.Entry<Stage.Bus, Esbmt> bus : buses.entrySet()) {
            run.attacked(new Attacks(bus.getValue(), bus.getValue().senders(), backEnd.address())
                    .run(stage.name() + " " + Stage.folder(bus.getKey()), when));
        }
        for (SecuredLoad load : secured.values()) {
            run.attacked(load.attack(stage.name(), when));
        }
    }

    /** The windows of the wanted scenarios whose targets are there. */
    private List<Planned> present() throws Exception {
        List<Planned> present = new ArrayList<>();
        for (Planned planned : stage.windows()) {
            Optional<Target> target = target(planned);
            boolean loaded = planned.ratePerSecond() == 0 || open.isPresent();
            boolean offered = target.isPresent()
                    && planned.scenario()
                            .map(target.get().scenarios()::contains)
                            .orElse(true);
            if (loaded && offered && run.wantsScenario(planned.cell().scenario())) {
                present.add(planned);
            }
        }
        for (Planned planned : present) {
            if (planned.scenario().isEmpty()) {
                Esbmt bus = (Esbmt) target(planned).orElseThrow();
                if (!secured.containsKey(bus)) {
                    SecuredLoad load = new SecuredLoad(bus, backEnd.address(), folder);
                    secured.put(bus, load);
                    run.attacked(load.attack(stage.name(), "before"));
                }
            }
        }
        return present;
    }

    /** The target of a window: the bus with the fewest tenants that has as many endpoints, or a comparator. */
    private Optional<Target> target(Planned planned) {
        Optional<Target> bus = buses.entrySet().stream()
                .filter(b -> b.getKey().target().equals(planned.cell().target())
                        && b.getKey().nodes() == planned.cell().nodes()
                        && b.getKey().tenants() >= planned.cell().endpoints())
                .min((a, b) -> Integer.compare(a.getKey().tenants(), b.getKey().tenants()))
                .map(Map.Entry::getValue);
        return bus.or(() -> Optional.ofNullable(comparators.get(planned.cell().target())));
    }

    private Work work(Planned planned, Target target, int seconds) {
        return new Work(
                target.addresses(),
                target.requests(
                        planned.scenario().orElseThrow(),
                        planned.payload(),
                        planned.cell().sizeBytes(),
                        planned.cell().endpoints()),
                planned.cell().connections(),
                seconds,
                planned.ratePerSecond());
    }

    private Generator generator(Planned planned) {
        return planned.ratePerSecond() > 0 ? open.orElseThrow() : closed;
    }

    /** Sends messages to each target and scenario, then a second of each other size. */
    private void warmUp(List<Planned> windows) throws Exception {
        Set<String> warm = new HashSet<>();
        for (Planned planned : windows) {
            Target target = target(planned).orElseThrow();
            if (run.profile().warmUpMessages() == 0 || planned.ratePerSecond() > 0) {
                continue;
            }
            String way = planned.cell().target()
                    + planned.cell().nodes()
                    + planned.cell().endpoints()
                    + planned.scenario();
            boolean first = warm.add(way);
            if (first || warm.add(way + planned.payload() + planned.cell().sizeBytes())) {
                long messages = 0;
                int seconds = 0;
                do {
                    messages += warmUp(planned, target);
                    seconds += WARM_UP_WINDOW;
                } while (first
                        && messages < run.profile().warmUpMessages()
                        && seconds < run.profile().warmUpSeconds());
            }
        }
        run.say("warm after " + run.secondsSinceStart() + " s");
    }

    private long warmUp(Planned planned, Target target) throws InterruptedException {
        try {
            Outcome outcome = planned.scenario().isPresent()
                    ? closed.run(work(planned, target, WARM_UP_WINDOW))
                    : secured.get((Esbmt) target)
                            .prepared(planned, run.profile().gatewayMessages())
                            .run();
            if (outcome.errors() > 0) {
                sayOnce(planned.cell().target() + " has errors while it warms up: " + outcome.error());
            }
            return outcome.requests();
        } catch (Exception e) {
            if (e instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            sayOnce(planned.cell().target() + " fails while it warms up: " + e.getMessage());
            return 0;
        }
    }

    private void sayOnce(String sentence) {
        if (told.add(sentence)) {
            run.say(sentence);
        }
    }

    private void window(Planned planned, int round) throws Exception {
        Target target = target(planned).orElseThrow();
        boolean own = planned.scenario().isEmpty();
        Measurement measurement = new Measurement(
                run.nextWindow(),
                round,
                planned,
                own ? "own" : generator(planned).name());
        Measurement.Measured measured;
        try {
            if (!target.isAlive()) {
                measured = measurement.broken(WindowState.FAILED, target.name() + " has ended");
            } else if (own) {
                measured = measurement.measure(
                        target,
                        secured.get((Esbmt) target)
                                .prepared(planned, run.profile().gatewayMessages()),
                        round == run.rounds());
            } else {
                measured = measurement.measure(
                        target, generator(planned), work(planned, target, run.seconds()), round == run.rounds());
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
        if (own && planned.cell().target().equals("esbmt")) {
            Cell cell = planned.cell();
            Cell floor = new Cell(
                    cell.scenario(),
                    "rsa-floor",
                    cell.message(),
                    cell.sizeBytes(),
                    cell.connections(),
                    1,
                    cell.nodes());
            run.add(Measurement.floor(
                    run.nextWindow(), round, floor, secured.get((Esbmt) target).rsaMicros()));
        }
        tell(planned, round, measured.window());
    }

    private void tell(Planned planned, int round, Window window) {
        run.say(
                window.state() == WindowState.OK
                        ? String.format(
                                Locale.ROOT,
                                "round %d  %s  %8.0f/s  %7.1f us CPU  p99 %7.2f ms",
                                round,
                                planned,
                                window.throughputPerSecond(),
                                window.cpuMicrosPerRequest(),
                                window.p99Micros() / 1e3)
                        : "round " + round + "  " + planned + "  FAILED: " + window.reason());
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
