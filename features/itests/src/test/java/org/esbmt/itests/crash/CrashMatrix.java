package org.esbmt.itests.crash;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The command {@code features/itests/crash-matrix}: runs cells and prints their outcomes. */
public final class CrashMatrix {
    private static final String ROW = "%-24s %7s %7s %9s %11s%n";

    private final Options options;
    private final PrintStream out;
    private final Results results;
    private final Deque<Lane> lanes = new ArrayDeque<>();
    private final AtomicInteger started = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
    /** Set when the command is interrupted. A cell that ends afterwards has no result, because its stack is being stopped. */
    private volatile boolean brokenOff;

    private CrashMatrix(Options options, PrintStream out) throws IOException {
        this.options = options;
        this.out = out;
        this.results = Results.open(options.results());
    }

    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Options.USAGE);
            return;
        }
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        boolean kept = new CrashMatrix(options, System.out).run();
        System.exit(kept ? 0 : 1);
    }

    /** @return true if no cell broke an invariant and every lane came to its end */
    private boolean run() throws IOException, SQLException, InterruptedException {
        if (!Files.isRegularFile(options.distribution())) {
            throw new IOException(options.distribution() + " is no distribution");
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::breakOff));
        Limits limits = new Limits(Duration.ofSeconds(options.stopSeconds()), Limits.FULL.revoked());
        for (int i = 1; i <= options.lanes(); i++) {
            lanes.add(new Lane(options.distribution(), options.directory().resolve("lane-" + i), limits));
        }
        try {
            runCells();
        } finally {
            stopLanes();
        }
        return results.broken().isEmpty() && lost.isEmpty();
    }

    private void runCells() throws IOException, SQLException, InterruptedException {
        List<Cell> cells = cells();
        List<Cell> left = new ArrayList<>(cells);
        left.removeIf(results::has);
        out.println(cells.size() + " cells, of which " + left.size() + " have no result yet");
        if (!options.list()) {
            runAll(left);
            tell();
        }
    }

    private List<Cell> cells() throws IOException, SQLException, InterruptedException {
        if (!options.cells().isEmpty()) {
            return options.cells();
        }
        Map<Operation, List<Point>> points = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            if (options.operations().contains(operation)) {
                List<Gate.Step> steps = lanes.getFirst().trace(operation);
                points.put(operation, Lane.points(steps));
                out.println(operation + ": " + steps.size() + " steps, "
                        + points.get(operation).size() + " points");
                if (options.list()) {
                    steps.forEach(step -> out.println("  " + step.part() + "/" + step.name() + "  " + step.text()));
                }
            }
        }
        List<Cell> cells = new ArrayList<>(Lane.cells(points));
        cells.removeIf(cell -> !options.wants(cell));
        // Shuffled, so that an interrupted run has cells of every operation, point, victim and fault.
        Collections.shuffle(cells, new Random(options.seed()));
        return options.sample().isPresent()
                ? cells.subList(0, Math.min(cells.size(), options.sample().getAsInt()))
                : cells;
    }

    private void runAll(List<Cell> cells) throws InterruptedException {
        ConcurrentLinkedQueue<Cell> queue = new ConcurrentLinkedQueue<>(cells);
        List<Thread> threads = new ArrayList<>();
        for (Lane lane : lanes) {
            Thread thread = new Thread(() -> runSome(lane, queue, cells.size()));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void runSome(Lane lane, ConcurrentLinkedQueue<Cell> queue, int all) {
        try {
            for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
                int number = started.incrementAndGet();
                Outcome outcome = lane.run(cell);
                if (brokenOff) {
                    return;
                }
                results.add(outcome);
                out.printf(
                        Locale.ROOT,
                        "%d/%d  %-50s %6.1f s  %s%n",
                        number,
                        all,
                        cell,
                        outcome.took().toMillis() / 1000.0,
                        outcome.isGood()
                                ? outcome.reached() ? "kept" : "unreached, " + outcome.answer()
                                : "BROKEN " + outcome.violations());
            }
        } catch (IOException e) {
            lost.add(e.toString());
            out.println("a lane ends: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        out.println();
        out.printf(Locale.ROOT, ROW, "victim, fault", "cells", "broken", "unreached", "s a cell");
        results.counts()
                .forEach((what, count) -> out.printf(
                        Locale.ROOT,
                        ROW,
                        what,
                        count.cells(),
                        count.broken(),
                        count.unreached(),
                        String.format(Locale.ROOT, "%.1f", count.seconds() / count.cells())));
        List<String> broken = results.broken();
        out.println();
        out.println(broken.isEmpty() ? "Every invariant held." : broken.size() + " cells broke an invariant:");
        broken.forEach(line -> out.println("  " + line));
    }

    private void breakOff() {
        brokenOff = true;
        stopLanes();
    }

    private void stopLanes() {
        lanes.forEach(Lane::close);
    }
}
