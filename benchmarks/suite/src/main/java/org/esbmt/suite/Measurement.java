package org.esbmt.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.esbmt.suite.generator.Generator;
import org.esbmt.suite.generator.Outcome;
import org.esbmt.suite.generator.Work;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.CpuSample;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowBuilder;
import org.esbmt.suite.result.WindowState;
import org.esbmt.suite.targets.Probe;
import org.esbmt.suite.targets.Target;

/** Measures one window. */
final class Measurement {
    /** A window with its samples. */
    record Measured(Window window, List<CpuSample> samples) {}

    /** Makes the load of a window. */
    @FunctionalInterface
    interface Load {
        Outcome run() throws IOException, InterruptedException;
    }

    private final int number;
    private final int round;
    private final Planned planned;
    private final String generator;
    private final Preparedness preparedness;

    Measurement(int number, int round, Planned planned, String generator, Preparedness preparedness) {
        this.number = number;
        this.round = round;
        this.planned = planned;
        this.generator = generator;
        this.preparedness = preparedness;
    }

    /**
     * Sends one message before and one after the window, whose answers are read whole, and measures between them.
     *
     * @param heap also asks for the live heap, which takes a second
     */
    Measured measure(Target target, Generator program, Work work, boolean heap) throws InterruptedException {
        Optional<String> before = check(target, work);
        if (before.isPresent()) {
            return broken(WindowState.FAILED, "before the window " + before.get());
        }
        Measured measured = measure(target, () -> program.run(work), heap);
        Optional<String> after = check(target, work);
        return after.isPresent() && measured.window().state() == WindowState.OK
                ? broken(WindowState.FAILED, "after the window " + after.get())
                : measured;
    }

    private static Optional<String> check(Target target, Work work) throws InterruptedException {
        return Probe.check(target, work.requests().get(0));
    }

    Measured measure(Target target, Load load, boolean heap) throws InterruptedException {
        List<Long> pids = target.pids();
        try (Meter meter = new Meter(number, pids)) {
            Outcome outcome = load.run();
            double micros = meter.micros();
            meter.stop();
            if (outcome.errors() > 0 || outcome.requests() == 0) {
                return broken(
                        WindowState.FAILED,
                        outcome.requests() == 0 ? "no answer" : outcome.errors() + " errors: " + outcome.error());
            }
            double used = heap && target.isJava() ? Meter.heap(pids) : Double.NaN;
            Window window = builder()
                    .answered(outcome.seconds(), outcome.requests(), outcome.errors())
                    .cpu(micros / outcome.requests())
                    .latencies(outcome.mean(), outcome.p50(), outcome.p95(), outcome.p99())
                    .longest(outcome.max())
                    .memory(Meter.resident(pids), used)
                    .ok();
            return new Measured(window, meter.samples());
        } catch (IOException | UncheckedIOException e) {
            return broken(WindowState.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** A window of work without a target, of which the processor's time alone is known. */
    static Measured floor(int number, int round, Cell cell, double micros) {
        Window window = new WindowBuilder(number, cell, round)
                .answered(Double.NaN, 1, 0)
                .cpu(micros)
                .ok();
        return new Measured(window, List.of());
    }

    /** A window without figures. */
    Measured broken(WindowState state, String reason) {
        return new Measured(builder().ended(state, reason), List.of());
    }

    private WindowBuilder builder() {
        return new WindowBuilder(number, planned.cell(), round)
                .generator(generator)
                .offered(planned.ratePerSecond())
                .preparedness(preparedness);
    }
}
