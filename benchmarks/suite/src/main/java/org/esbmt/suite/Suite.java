package org.esbmt.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.suite.report.ComparisonProgram;
import org.esbmt.suite.report.ReportProgram;
import org.esbmt.suite.result.RunState;

/**
 * The program {@code benchmarks/run}. Its status is 0 for a complete run, 1 for any other, and 2 for a wrong command line. A
 * comparison of two builds ends with 3 if it decides nothing, and with 4 if the new build is slower or lacks a figure.
 */
public final class Suite {
    private static final long STOP_SECONDS = 120;

    private Suite() {}

    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Options.USAGE);
            return;
        }
        Options options;
        Path out;
        Run run;
        try {
            options = Options.of(arguments);
            options.path("distribution");
            options.path("comparators");
            Earlier earlier = Earlier.nothing();
            if (options.values().containsKey("resume")) {
                earlier = Earlier.read(options.path("resume"));
                options = options.of(earlier);
            }
            out = Run.folder(options);
            run = new Run(options, out, earlier);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Options.USAGE);
            System.exit(2);
            return;
        }
        AtomicBoolean stopping = new AtomicBoolean();
        interruptOnSignal(Thread.currentThread(), stopping);
        RunState state = run.run();
        System.out.println(state.word() + ": " + out);
        int status = state == RunState.COMPLETE ? 0 : 1;
        if (status == 0 && options.old().isPresent()) {
            status = new ComparisonProgram(System.out, System.err).run(out);
        } else if (status == 0) {
            status = new ReportProgram(System.out, System.err).run(out.toString());
        }
        if (!stopping.getAndSet(true)) {
            System.exit(status);
        }
    }

    /** A signal interrupts the run, which then stops its processes, marks its results and ends. */
    private static void interruptOnSignal(Thread run, AtomicBoolean stopping) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (!run.isAlive() || stopping.getAndSet(true)) {
                                return;
                            }
                            run.interrupt();
                            try {
                                run.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "stop"));
    }
}
