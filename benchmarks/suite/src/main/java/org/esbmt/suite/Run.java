package org.esbmt.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.esbmt.harness.BusHome;
import org.esbmt.load.Pinned;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Profile;
import org.esbmt.suite.plan.Stage;
import org.esbmt.suite.result.RunDescription;
import org.esbmt.suite.result.RunFolder;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Slice;
import org.esbmt.suite.targets.Target;
import org.esbmt.suite.targets.Vectors;
import org.esbmt.suite.targets.Watchdog;

/** One run from its first process to the last line of its results. One thread. */
final class Run {
    private static final String UNFINISHED = "the run has not ended";

    private final Options options;
    private final Path out;
    private final long start = System.nanoTime();
    private final String startedAt = Instant.now().toString();
    private final Earlier earlier;
    private final Map<String, String> machine;
    private final Map<String, String> builds = new TreeMap<>();
    private final Map<String, String> targets;
    private final Map<String, String> absent = new LinkedHashMap<>();
    private final List<String> resumed;
    private final List<String> stages;
    private final List<RunDescription.Attack> attacks;
    private final Progress progress;
    private RunFolder results;
    private int windows;

    /** A run that begins anew. */
    Run(Options options, Path out) throws IOException, InterruptedException {
        this(options, out, Earlier.nothing());
    }

    /**
     * The rest of a run.
     *
     * @throws IllegalArgumentException if the machine or a build is another one
     */
    Run(Options options, Path out, Earlier earlier) throws IOException, InterruptedException {
        this.options = options;
        this.out = out;
        this.earlier = earlier;
        this.machine =
                Machine.facts(options.path("distribution").toAbsolutePath().getParent());
        digest("esbmt");
        digest("esbmt-old");
        earlier.mustMatch(machine, builds);
        this.targets = new LinkedHashMap<>(earlier.members("targets"));
        this.resumed = earlier.list("resumed");
        this.stages = earlier.list("stages");
        this.attacks = earlier.attacks();
        this.windows = earlier.lastNumber();
        this.progress = new Progress(
                options.profile(), (planned, round) -> wants(planned) && !has(planned, round), this::secondsSinceStart);
    }

    /** A run without a bus has no build. */
    private void digest(String target) throws IOException {
        boolean isPlanned = options.profile().stages().stream()
                .flatMap(stage -> stage.buses().stream())
                .anyMatch(bus -> bus.target().equals(target));
        if (isPlanned && wants(target)) {
            Path build = distribution(target);
            if (!Files.isRegularFile(build)) {
                throw new IllegalArgumentException("there is no build " + build);
            }
            builds.put(target, Machine.digest(build));
        }
    }

    /** A message that had to be refused has passed. */
    private static final class VoidException extends Exception {
        private static final long serialVersionUID = 1L;

        VoidException(String message) {
            super(message);
        }
    }

    /**
     * Runs all stages, and stops every process.
     *
     * @return the state that {@code run.json} has
     * @throws IOException if the results cannot be written
     */
    RunState run() throws IOException {
        return run(this::stages);
    }

    /** The part of a run between the begin and the end of its results. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    RunState run(Work work) throws IOException {
        results = open();
        RunState state;
        String reason = "";
        try (RunFolder closing = results) {
            say("results: " + closing.folder());
            work.run();
            state = RunState.COMPLETE;
        } catch (VoidException e) {
            state = RunState.VOID;
            reason = e.getMessage();
        } catch (InterruptedException e) {
            state = RunState.INTERRUPTED;
            reason = "a signal stopped the run";
        } catch (Exception | LinkageError e) {
            state = RunState.INTERRUPTED;
            reason = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        if (state != RunState.COMPLETE) {
            say(state.word() + ": " + reason);
        }
        results.describe(description(state, reason, Instant.now().toString()));
        return state;
    }

    private RunFolder open() throws IOException {
        if (earlier.isNothing()) {
            return RunFolder.create(out, description(RunState.INTERRUPTED, UNFINISHED, ""));
        }
        resumed.add(startedAt);
        return RunFolder.resume(out, description(RunState.INTERRUPTED, UNFINISHED, ""));
    }

    private void stages() throws Exception {
        say(progress.windows() + " windows, about " + Math.round(progress.estimatedMinutes())
                + " minutes on two idle processors");
        Path work = out.resolve("work");
        Pinned.pin(ProcessHandle.current(), Pinned.LOAD);
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd()) {
            Watchdog.watch(backEnd.process());
            for (Stage stage : options.profile().stages()) {
                if (stages.contains(stage.name()) || stage.windows().stream().noneMatch(this::wants)) {
                    continue;
                }
                try (StageRun stageRun = new StageRun(this, stage, work.resolve(stage.name()), backEnd)) {
                    stageRun.run();
                }
                stages.add(stage.name());
                results.describe(description(RunState.INTERRUPTED, UNFINISHED, ""));
            }
        }
        BusHome.delete(work);
    }

    private RunDescription description(RunState state, String reason, String end) {
        return new RunDescription(
                profile().name(),
                earlier.start(startedAt),
                end,
                state,
                reason,
                List.copyOf(resumed),
                List.copyOf(stages),
                machine,
                builds,
                options.recorded(),
                Map.copyOf(targets),
                Map.copyOf(absent),
                List.copyOf(attacks));
    }

    Profile profile() {
        return options.profile();
    }

    boolean wants(String target) {
        return options.list("targets").isEmpty() || options.list("targets").contains(target);
    }

    /** True for a window that the options do not leave out. */
    boolean wants(Planned planned) {
        List<String> only = options.list("only");
        return wants(planned.cell().target())
                && (only.isEmpty() || only.contains(planned.cell().scenario()));
    }

    /** True for a window that was measured before the run was resumed. */
    boolean has(Planned planned, int round) {
        return earlier.has(planned, round);
    }

    /** True if each round has the window. */
    boolean hasAll(Planned planned, int rounds) {
        return IntStream.rangeClosed(1, rounds).allMatch(round -> has(planned, round));
    }

    Progress progress() {
        return progress;
    }

    Path distribution(String target) {
        return target.equals("esbmt-old") ? options.old().orElseThrow() : options.path("distribution");
    }

    Path projects() {
        return options.path("comparators");
    }

    long secondsSinceStart() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }

    void say(String sentence) {
        System.err.println(sentence);
    }

    void started(Target target) {
        targets.put(target.name(), target.version());
        say(secondsSinceStart() + " s  " + target.name() + " is up: " + target.version());
    }

    /** A fact that is known at the end of a target's windows only. A continued run keeps it, and need not match it. */
    void vectors(String target, String use) {
        targets.merge(target + ".vectors", use, Vectors::both);
        say(target + " has checked Bodies by vectors: " + use);
    }

    void absent(String name, String reason) {
        absent.put(name, reason);
        say(name + " is absent: " + reason);
    }

    int nextWindow() {
        return ++windows;
    }

    void add(Measurement.Measured measured) throws IOException {
        results.add(measured.window(), measured.samples());
    }

    void add(Slice slice) throws IOException {
        results.add(slice);
    }

    /** @throws VoidException if one of them has passed */
    void attacked(List<RunDescription.Attack> outcomes) throws VoidException {
        attacks.addAll(outcomes);
        List<String> passed = outcomes.stream()
                .filter(attack -> !attack.refused())
                .map(attack -> attack.name() + " (" + attack.when() + ", answer " + attack.answer() + ")")
                .toList();
        if (!passed.isEmpty()) {
            throw new VoidException("the bus let pass: " + String.join("; ", passed));
        }
        say(outcomes.size() + " malicious messages were refused");
    }

    static Path folder(Options options) {
        if (options.values().containsKey("resume")) {
            return options.path("resume");
        }
        if (options.values().containsKey("out")) {
            return options.path("out");
        }
        String now = Instant.now().toString().replaceAll("[:.].*", "").replace('T', '-');
        Path results = options.path("comparators").resolveSibling("suite/target/results");
        Path folder = results.resolve(now + options.profile().name());
        for (int i = 2; Files.exists(folder); i++) {
            folder = results.resolve(now + options.profile().name() + i);
        }
        return folder;
    }
}
