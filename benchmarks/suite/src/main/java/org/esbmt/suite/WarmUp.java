package org.esbmt.suite;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.esbmt.load.ProcessCpu;
import org.esbmt.suite.generator.Outcome;
import org.esbmt.suite.generator.OwnLoop;
import org.esbmt.suite.generator.Work;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Scenario;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Preparation;
import org.esbmt.suite.plan.Settling;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.Slice;
import org.esbmt.suite.targets.Target;

/**
 * Sends messages until the processor time of a request settles. Each pass has one slice for each way that has not settled, so the
 * code of one way is compiled with the use that the others make of it. A program without a compiler needs one slice.
 */
final class WarmUp {
    /** wrk takes whole seconds. */
    private static final int SLICE_SECONDS = 1;
    /** At most. A thousand hashes of passwords take half a minute of a processor. */
    private static final int FIRST_MESSAGES_SECONDS = 300;

    private final Run run;
    private final StageTargets targets;
    private final Loads loads;
    private final Preparation preparation;
    private final Map<Way, State> states = new LinkedHashMap<>();
    private final Map<String, Long> messages = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    WarmUp(Run run, StageTargets targets, Loads loads, Preparation preparation) {
        this.run = run;
        this.targets = targets;
        this.loads = loads;
        this.preparation = preparation;
    }

    /** The code of a target that windows share: all numbers of connections, and open loops too. */
    private record Way(
            String target, int nodes, int endpoints, Optional<Scenario> scenario, Payload payload, int sizeBytes) {

        static Way of(Planned planned) {
            return new Way(
                    planned.cell().target(),
                    planned.cell().nodes(),
                    planned.cell().endpoints(),
                    planned.scenario(),
                    planned.payload(),
                    planned.cell().sizeBytes());
        }

        /** Messages of all sizes count together. */
        String scenarioOfTarget() {
            return target + " " + nodes + " " + endpoints + " " + scenario;
        }
    }

    /** The slices of a way until now. */
    private static final class State {
        private final Planned planned;
        private final Settling settling = new Settling();
        private int slices;
        private boolean isEnded;
        private Preparedness preparedness = Preparedness.UNSETTLED;

        State(Planned planned) {
            this.planned = planned;
        }
    }

    /** Warms up what these windows use and earlier ones did not. */
    void run(List<Planned> windows) throws Exception {
        if (preparation.slices() == 0) {
            return;
        }
        for (Planned planned : windows) {
            if (planned.ratePerSecond() == 0) {
                states.computeIfAbsent(Way.of(planned), way -> new State(planned));
            }
        }
        for (State state : states.values()) {
            if (state.slices == 0 && state.planned.cell().endpoints() > 1) {
                greet(state.planned);
            }
        }
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(preparation.seconds());
        boolean isDone = false;
        while (!isDone && System.nanoTime() < until) {
            isDone = true;
            for (Map.Entry<Way, State> entry : states.entrySet()) {
                State state = entry.getValue();
                if (!state.isEnded && (state.slices == 0 || System.nanoTime() < until)) {
                    slice(entry.getKey(), state);
                    isDone = false;
                }
            }
        }
        states.values().forEach(state -> state.isEnded = true);
        long settled = states.values().stream()
                .filter(state -> state.preparedness == Preparedness.SETTLED)
                .count();
        run.say("warm after " + run.secondsSinceStart() + " s: " + settled + " of " + states.size() + " have settled");
    }

    /**
     * Sends one message to each endpoint on each node. The first message of a sender costs a hash of its password, and a slice
     * reaches only some dozens of such senders.
     */
    private void greet(Planned planned) throws InterruptedException {
        Target target = targets.find(planned).orElseThrow();
        Work work = loads.work(planned, target, FIRST_MESSAGES_SECONDS);
        for (InetSocketAddress node : work.nodes()) {
            try {
                Outcome outcome = new OwnLoop()
                        .once(new Work(List.of(node), work.requests(), work.connections(), work.seconds(), 0));
                if (outcome.errors() > 0) {
                    sayOnce(target.name() + " has errors at the first messages: " + outcome.error());
                }
            } catch (IllegalStateException e) {
                sayOnce(target.name() + " fails at the first messages: " + e.getMessage());
            }
        }
    }

    /** NONE without a preparation, and for a way that had none. */
    Preparedness of(Planned planned) {
        State state = states.get(Way.of(planned));
        return state == null ? Preparedness.NONE : state.preparedness;
    }

    private void slice(Way way, State state) throws Exception {
        Target target = targets.find(state.planned).orElseThrow();
        Answers answers = answers(state.planned, target);
        state.slices++;
        state.settling.add(answers.micros());
        long sent = messages.merge(way.scenarioOfTarget(), answers.requests(), Long::sum);
        if (!target.isJava() || state.settling.isSettled()) {
            state.preparedness = Preparedness.SETTLED;
        } else {
            state.preparedness = Preparedness.UNSETTLED;
        }
        boolean isEnough =
                state.preparedness == Preparedness.SETTLED && (sent >= preparation.messages() || !target.isJava());
        state.isEnded = isEnough || state.slices >= preparation.slices();
        run.add(new Slice(
                state.planned.cell(), state.slices, answers.requests(), answers.micros(), state.preparedness));
    }

    /** @param micros the processor time of a request */
    private record Answers(long requests, double micros) {
        static final Answers NONE = new Answers(0, Double.NaN);
    }

    private Answers answers(Planned planned, Target target) throws Exception {
        try {
            Measurement.Load load = Loads.isSecured(planned)
                    ? loads.prepared(planned, target)
                    : () -> loads.generator(planned).run(loads.work(planned, target, SLICE_SECONDS));
            double before = ProcessCpu.micros(target.pids());
            Outcome outcome = load.run();
            double micros = ProcessCpu.micros(target.pids()) - before;
            if (outcome.errors() > 0) {
                sayOnce(target.name() + " has errors while it warms up: " + outcome.error());
            }
            return outcome.requests() == 0
                    ? Answers.NONE
                    : new Answers(
                            outcome.requests(), target.pids().isEmpty() ? Double.NaN : micros / outcome.requests());
        } catch (IOException | RuntimeException e) {
            sayOnce(target.name() + " fails while it warms up: " + e.getMessage());
            return Answers.NONE;
        }
    }

    private void sayOnce(String sentence) {
        if (told.add(sentence)) {
            run.say(sentence);
        }
    }
}
