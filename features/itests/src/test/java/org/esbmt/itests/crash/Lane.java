package org.esbmt.itests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.esbmt.harness.AdministrationClient;

/** Runs cells on a stack, one after the other, and replaces a stack that a cell has left unusable. */
final class Lane implements AutoCloseable {
    private static final Duration TRACE = Duration.ofSeconds(20);

    private final Path distribution;
    private final Path directory;
    private final Limits limits;
    private Stack stack;
    private Bystander bystander;
    private int stacks;

    /** @param directory for the logs of its stacks; each stack empties its own part */
    Lane(Path distribution, Path directory, Limits limits) {
        this.distribution = distribution;
        this.directory = directory;
        this.limits = limits;
    }

    /** Starts a stack, unless there is one. */
    void start() throws IOException, InterruptedException {
        if (stack == null) {
            stacks++;
            Stack next = Stack.start(distribution, directory.resolve("stack-" + stacks));
            try {
                bystander = Bystander.of(next);
                stack = next;
            } finally {
                if (stack == null) {
                    next.close();
                }
            }
        }
    }

    /** The steps of an operation without a fault, in their order. */
    List<Gate.Step> trace(Operation operation) throws IOException, SQLException, InterruptedException {
        start();
        Request request = Request.prepare(operation, stack, name(operation));
        try (AdministrationClient administration = request.connect(false)) {
            stack.expectTelling(request.mark(), false);
            stack.gate().listen();
            request.ask(administration);
            long end = System.nanoTime() + TRACE.toNanos();
            while (stack.gate().seen().stream().noneMatch(step -> step.name().equals("commit"))
                    && System.nanoTime() < end) {
                Thread.sleep(100);
            }
            stack.gate().open();
            return stack.gate().seen();
        }
    }

    /**
     * Every point of an operation, in the order of the steps. Between two statements there is one point: an unanswered first
     * statement and an unsent second one leave the same state.
     */
    static List<Point> points(List<Gate.Step> steps) {
        List<Point> points = new ArrayList<>();
        boolean between = false;
        for (Gate.Step step : steps) {
            if (!(between && step.isStatement())) {
                points.add(new Point(step.part(), step.name(), Point.Side.BEFORE));
            }
            points.add(new Point(step.part(), step.name(), Point.Side.AFTER));
            between = step.isStatement();
        }
        points.add(Point.REPLIED);
        return points.stream().distinct().toList();
    }

    /** Runs a cell. Failures of any kind are violations in the outcome. */
    Outcome run(Cell cell) throws InterruptedException {
        long start = System.nanoTime();
        try {
            start();
            Outcome outcome = new CellRun(stack, bystander, cell, limits, name(cell.operation())).run();
            if (!outcome.isGood()) {
                // A broken invariant may leave a state that would disturb the next cell.
                renew();
            }
            return outcome;
        } catch (IOException | SQLException | RuntimeException e) {
            Outcome failed = new Outcome(
                    cell,
                    true,
                    "none",
                    Duration.ofNanos(System.nanoTime() - start),
                    List.of(),
                    List.of("the cell did not come to its end, see " + directory.resolve("stack-" + stacks) + ": "
                            + e));
            renew();
            return failed;
        }
    }

    private void renew() {
        close();
        stack = null;
    }

    private static String name(Operation operation) {
        return operation.name().toLowerCase(Locale.ROOT) + "-" + UUID.randomUUID();
    }

    @Override
    public void close() {
        if (stack != null) {
            bystander.close();
            stack.close();
        }
    }

    /** Every cell of the matrix. */
    static List<Cell> cells(Map<Operation, List<Point>> points) {
        List<Cell> cells = new ArrayList<>();
        new EnumMap<>(points)
                .forEach((operation, all) -> all.forEach(point -> {
                    for (Part victim : Part.values()) {
                        for (Fault fault : Fault.values()) {
                            cells.add(new Cell(operation, point, victim, fault));
                        }
                    }
                }));
        return cells;
    }
}
