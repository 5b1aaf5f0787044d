package org.esbmt.itests.crash;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BusHome;

/**
 * Runs one cell: holds a request at its point, strikes and heals the victim, and checks every invariant. The invariants have
 * the numbers of the README of the integration tests. One thread.
 */
final class CellRun {
    private static final String ACKNOWLEDGED = "acknowledged";
    private static final long PAUSE_MILLIS = 100;
    /** Allowance for the message that finds out, on a machine with other work. */
    private static final Duration MEASURED = Duration.ofMillis(500);

    private final Stack stack;
    private final Bystander bystander;
    private final Cell cell;
    private final Limits limits;
    private final String name;
    private final List<String> notes = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private volatile long acknowledgedAt;

    /** @param name of the tenant that the cell creates */
    CellRun(Stack stack, Bystander bystander, Cell cell, Limits limits, String name) {
        this.stack = stack;
        this.bystander = bystander;
        this.cell = cell;
        this.limits = limits;
        this.name = name;
    }

    /**
     * Runs the cell. The outcome has the broken invariants.
     *
     * @throws IOException if a part of the stack fails beside the fault, such as a start; the stack is then unusable
     */
    Outcome run() throws IOException, SQLException, InterruptedException {
        long start = System.nanoTime();
        Request request = Request.prepare(cell.operation(), stack, name);
        AdministrationClient administration = request.connect(false);
        if (!stack.awaitHeard(Limits.SAME)) {
            violations.add(
                    "I4 after the cell before nodes do not hear the registry for " + Limits.SAME.toSeconds() + " s");
        }
        awaitSame("before the cell", Limits.SAME);
        bystander.watch(cell.victim() == Part.NODE);
        CompletableFuture<String> asked = asked(request, administration);
        long settled = System.nanoTime();
        boolean reached = isReached(asked);
        while (!reached
                && asked.isDone()
                && Request.isUnavailable(asked.join())
                && elapsed(settled).compareTo(Limits.AVAILABLE) < 0) {
            // After the previous cell the node may be without the broker for a while.
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            asked = asked(request, administration);
            reached = isReached(asked);
        }
        String answer;
        if (reached) {
            answer = struck(asked, administration);
            healed(request, answer, elapsed(acknowledgedAt));
        } else {
            stack.gate().open();
            stack.tellNodes();
            answer = "not struck: " + (asked.isDone() ? asked.join() : "no answer yet");
        }
        for (String failure : bystander.failures()) {
            violations.add("I6 a tenant without a part in the change saw: " + failure);
        }
        close(administration);
        return new Outcome(cell, reached, answer, elapsed(start), notes, violations);
    }

    /** Sends the request in a thread of its own, with the gate at the point of the cell. */
    private CompletableFuture<String> asked(Request request, AdministrationClient administration) {
        stack.expectTelling(request.mark(), cell.point().equals(Point.REPLIED));
        stack.gate().choose(cell.point());
        return answer(request, administration);
    }

    /** Waits until the gate holds the request at the point, or the request has its answer. */
    private boolean isReached(CompletableFuture<String> asked) throws InterruptedException {
        long start = System.nanoTime();
        while (!asked.isDone() && !stack.gate().isReached() && elapsed(start).compareTo(Limits.TO_POINT) < 0) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        return cell.point().equals(Point.REPLIED)
                ? asked.isDone() && asked.join().equals(ACKNOWLEDGED)
                : stack.gate().isReached();
    }

    private CompletableFuture<String> answer(Request request, AdministrationClient administration) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Conversation.daemon("asking", () -> {
                    try {
                        request.ask(administration);
                        acknowledgedAt = System.nanoTime();
                        answer.complete(ACKNOWLEDGED);
                    } catch (RuntimeException e) {
                        answer.complete("refused: " + e.getMessage());
                    } catch (IOException e) {
                        answer.complete("no answer: " + e);
                    }
                })
                .start();
        return answer;
    }

    private String struck(CompletableFuture<String> asked, AdministrationClient administration)
            throws IOException, InterruptedException {
        boolean cutOffAsking = cell.victim() == Part.NODE && cell.fault() == Fault.CUT;
        stack.strike(cell.victim(), cell.fault());
        if (cutOffAsking) {
            close(administration);
        }
        stack.gate().open();
        stack.tellNodes();
        if (cell.fault() == Fault.STOP) {
            TimeUnit.NANOSECONDS.sleep(limits.stop().toNanos());
        }
        long healing = System.nanoTime();
        stack.heal(cell.victim(), cell.fault());
        notes.add("healed in " + seconds(elapsed(healing)));
        try {
            return asked.get(Limits.ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            violations.add("I3 the client has no answer " + Limits.ANSWER.toSeconds() + " s after healing");
            return "none";
        }
    }

    private void healed(Request request, String answer, Duration known)
            throws IOException, SQLException, InterruptedException {
        awaitNothingInDoubt();
        Map<Part, Boolean> done;
        try {
            done = request.done();
        } catch (IllegalStateException e) {
            violations.add("I1 " + e.getMessage());
            return;
        }
        boolean any = done.containsValue(true);
        if (any && done.containsValue(false)) {
            violations.add("I1 done in some registries and not in others: " + done);
        }
        boolean acknowledged = answer.equals(ACKNOWLEDGED);
        if (acknowledged && !any) {
            violations.add("I2 the acknowledged change is lost");
        }
        if (any && answer.toLowerCase(Locale.ROOT).contains("nothing was changed")) {
            violations.add("I1 the answer says that nothing was changed, but the change was done: " + answer);
        }
        awaitSame("after healing", Limits.SAME);
        if (request.isTold()) {
            checkTold(request, any);
        }
        if (acknowledged) {
            awaitSeen(request, known, true);
        }
        repeat(request, any);
        awaitSame("after the retry", Limits.SAME);
    }

    /**
     * I1, for the broker: the broker has the message exactly if the registries have the change. It keeps the message for the other
     * node, although that node may have applied the change from the revision log before.
     */
    private void checkTold(Request request, boolean any) throws InterruptedException {
        long start = System.nanoTime();
        while (any && !stack.wasTold(request.mark()) && elapsed(start).compareTo(Limits.TOLD) < 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        if (any != stack.wasTold(request.mark())) {
            violations.add("I1 the registries have the change: " + any + "; the broker has sent it: " + !any);
        }
        notes.add("told after " + seconds(elapsed(start)));
    }

    private void awaitNothingInDoubt() throws SQLException, IOException, InterruptedException {
        long healed = System.nanoTime();
        String left = inDoubt();
        while (!left.isEmpty() && elapsed(healed).compareTo(Limits.IN_DOUBT) < 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            left = inDoubt();
        }
        if (!left.isEmpty()) {
            violations.add("I5 still in doubt " + Limits.IN_DOUBT.toSeconds() + " s after healing: " + left);
        }
        notes.add("nothing in doubt after " + seconds(elapsed(healed)));
    }

    private String inDoubt() throws SQLException, IOException {
        List<String> left = new ArrayList<>();
        for (Part part : Part.values()) {
            if (part.isDatabase()) {
                left.addAll(stack.registries().rows(part, "SELECT database || ' ' || gid FROM pg_prepared_xacts"));
            }
        }
        int prepared = stack.broker().prepared();
        if (prepared > 0) {
            left.add("broker " + prepared);
        }
        return String.join(", ", left);
    }

    private void repeat(Request request, boolean any) throws IOException, SQLException, InterruptedException {
        long start = System.nanoTime();
        String answer = "";
        while (!answer.equals(ACKNOWLEDGED) && elapsed(start).compareTo(Limits.RETRY) < 0) {
            try (AdministrationClient administration = request.connect(any)) {
                answer = answer(request, administration).get(Limits.RETRY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (IOException | SecurityException | ExecutionException | TimeoutException e) {
                answer = "no answer: " + e;
            }
            if (!answer.equals(ACKNOWLEDGED)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
        notes.add("retry in " + seconds(elapsed(start)));
        if (!answer.equals(ACKNOWLEDGED)) {
            violations.add("I3 the repeated request is not done: " + answer);
            return;
        }
        awaitSeen(request, Duration.ZERO, cell.victim() == Part.BROKER && request.isTold());
        awaitNothingInDoubt();
        Map<Part, Boolean> done = request.done();
        if (done.containsValue(false)) {
            violations.add("I3 the repeated request is not done everywhere: " + done);
        }
        long times = request.times();
        if (times != 1) {
            violations.add("I3 the operation was done " + times + " times under one identifier");
        }
    }

    /** I4, by the states of the nodes in the configuration registry. */
    private void awaitSame(String when, Duration atMost) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        String differ = differ();
        while (!differ.isEmpty() && elapsed(start).compareTo(atMost) < 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            differ = differ();
        }
        if (!differ.isEmpty()) {
            violations.add("I4 the nodes differ " + atMost.toSeconds() + " s " + when + ": " + differ);
        }
        notes.add("same " + when + " in " + seconds(elapsed(start)));
    }

    private String differ() throws SQLException {
        List<String> states = stack.registries()
                .rows(
                        Part.CONFIGURATION,
                        "SELECT i.state || ' at ' || i.observed_revision || ' of ' || c.last_revision || ' with '"
                                + " || coalesce(substr(encode(i.state_sha256, 'hex'), 1, 12), 'none')"
                                + " FROM configuration_registry.container_instance i"
                                + " JOIN configuration_registry.cluster c USING (cluster_id)");
        boolean current = stack.registries()
                        .number(
                                Part.CONFIGURATION,
                                "SELECT count(*) FROM configuration_registry.container_instance i"
                                        + " JOIN configuration_registry.cluster c USING (cluster_id)"
                                        + " WHERE i.state = 'UP' AND i.observed_revision = c.last_revision")
                == 2;
        return current && states.stream().distinct().count() == 1 ? "" : states.toString();
    }

    /**
     * I7: both nodes refuse revoked access and serve new endpoints.
     *
     * @param known the time since the acknowledgement
     * @param cutOff true if a node may have been cut off since
     */
    private void awaitSeen(Request request, Duration known, boolean cutOff) throws IOException, InterruptedException {
        Duration bound = request.operation().isRevoking() && !cutOff ? limits.revoked() : Limits.REVOKED_CUT_OFF;
        for (BusHome node : List.of(stack.managing(), stack.other())) {
            long start = System.nanoTime();
            boolean seen = request.isSeen(node);
            while (!seen && elapsed(start).plus(known).compareTo(bound.plus(MEASURED)) < 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                seen = request.isSeen(node);
            }
            if (!seen) {
                violations.add("I7 " + node.directory().getParent().getFileName() + " does not follow "
                        + bound.toSeconds() + " s after the acknowledgement");
            }
        }
    }

    private static void close(AdministrationClient administration) {
        // In a thread of its own: closing waits for a stopped node.
        Conversation.daemon("closing", () -> {
                    try {
                        administration.close();
                    } catch (IOException e) {
                        // the connection is not used any more
                    }
                })
                .start();
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
