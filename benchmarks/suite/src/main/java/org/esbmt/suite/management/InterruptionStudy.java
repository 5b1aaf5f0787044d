package org.esbmt.suite.management;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.suite.management.Interruption.Moment;
import org.esbmt.suite.management.Plane.RefusedException;
import org.esbmt.suite.result.ManagementLine;

/**
 * The outcomes of interruptions. A change is under way when the link stops. If the client gets no answer, it repeats the change with the
 * same identifier until it gets one. Then the registry tells if the change was made once.
 *
 * <p>In the line of a case, the longest latency is that of the first answer or failure, and the mean is the time until the change was
 * confirmed.
 */
final class InterruptionStudy {
    static final String NAME = "interruption";

    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int SENTENCE = 120;

    private final Plane plane;
    private final Registry registry;
    private final SlowLink link;
    private final Assignment assignment;

    /** @param link all bytes of the plane pass here */
    InterruptionStudy(Plane plane, Registry registry, SlowLink link, Assignment assignment) {
        this.plane = plane;
        this.registry = registry;
        this.link = link;
        this.assignment = assignment;
    }

    /** Interrupts a change and a batch, at the request and at the answer. */
    List<ManagementLine> measure(Duration length) throws IOException, InterruptedException {
        List<ManagementLine> lines = new ArrayList<>();
        for (Moment moment : Moment.values()) {
            lines.add(measure(length, moment, 1));
            lines.add(measure(length, moment, assignment.batch()));
        }
        return lines;
    }

    private ManagementLine measure(Duration length, Moment moment, int steps) throws IOException, InterruptedException {
        open();
        RestPlane.State before = registry.read();
        List<Long> hards = new ArrayList<>();
        for (int i = 1; i <= steps; i++) {
            hards.add(before.hard() + i);
        }
        link.arm(new Interruption(moment, length));
        String request = UUID.randomUUID().toString();
        long begin = System.nanoTime();
        String first = attempt(hards, request);
        double firstMicros = microsSince(begin);
        int repetitions = 0;
        String failure = first;
        while (!failure.isEmpty() && System.nanoTime() - begin < LONGEST.toNanos()) {
            pause(PAUSE);
            failure = attempt(hards, request);
            repetitions++;
        }
        double confirmedMicros = microsSince(begin);
        settle();
        RestPlane.State after = registry.read();
        return new ManagementLine(
                NAME,
                assignment.api(),
                0,
                "changeQuota, " + moment.name().toLowerCase(java.util.Locale.ROOT) + " interrupted",
                steps,
                assignment.round(),
                1 + repetitions,
                confirmedMicros,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                firstMicros,
                (int) length.toSeconds(),
                outcome(first, repetitions, failure, before, after, steps));
    }

    /** Opens the connection of the plane, so that a login is no part of the case. */
    private void open() throws IOException, InterruptedException {
        try {
            long unused = plane.readQuota();
        } catch (IOException e) {
            // The connection of the case before is broken.
            long unused = plane.readQuota();
        }
    }

    /** Calls once; returns nothing, or a sentence why there is no answer yet. */
    private String attempt(List<Long> hards, String request) throws InterruptedException {
        try {
            if (hards.size() == 1) {
                plane.changeQuota(hards.get(0), request);
            } else {
                plane.batch(hards, request);
            }
            return "";
        } catch (IOException e) {
            return sentence(e);
        } catch (RefusedException e) {
            return e.isTransient() ? sentence(e) : "refused for good: " + sentence(e);
        }
    }

    private static String sentence(Exception e) {
        String text = (e.getClass().getSimpleName() + ": " + e.getMessage()).replaceAll("\\s+", " ");
        return text.length() <= SENTENCE ? text : text.substring(0, SENTENCE);
    }

    /** Waits until no byte of the case is under way. An abandoned request may reach the bus late. */
    private void settle() throws InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (link.isBusy() && System.nanoTime() - end < 0) {
            pause(LOOK);
        }
        pause(PAUSE);
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private static double microsSince(long begin) {
        return (System.nanoTime() - begin) / 1e3;
    }

    /** The outcome as a sentence. It begins with {@link ManagementLine#WRONG} if the change was not made exactly once. */
    static String outcome(
            String first, int repetitions, String last, RestPlane.State before, RestPlane.State after, int steps) {
        long changes = after.revision() - before.revision();
        boolean once = changes == steps && after.hard() == before.hard() + steps;
        String registry = once
                ? "the registry has it once"
                : "the registry has %d of %d changes, limit %d in place of %d"
                        .formatted(changes, steps, after.hard(), before.hard() + steps);
        String answer;
        if (first.isEmpty()) {
            answer = "succeeded after waiting";
        } else if (last.isEmpty()) {
            answer = "failed clearly (" + first + "), repeated " + repetitions + " times with its identifier";
        } else {
            answer = "never confirmed (" + last + ")";
        }
        return (once && last.isEmpty() ? "" : ManagementLine.WRONG) + answer + "; " + registry;
    }
}
