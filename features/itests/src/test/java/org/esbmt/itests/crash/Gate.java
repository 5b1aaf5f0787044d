package org.esbmt.itests.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A barrier in the proxies of the managing node. It holds the proxy at the chosen point until it opens, and records the steps
 * of the transaction. Thread-safe.
 */
final class Gate {
    /** The longest hold, even if the cell fails. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Optional<Held> chosen = Optional.empty();
    private List<Step> seen = new ArrayList<>();
    private boolean listening;

    /**
     * A request to a participant of the transaction.
     *
     * @param text a statement or command, for the output of {@code --list}
     */
    record Step(Part part, String name, String text) {
        /** A statement has a number as its name. */
        boolean isStatement() {
            return part.isDatabase() && Character.isDigit(name.charAt(0));
        }
    }

    private record Held(Point point, CountDownLatch reached, CountDownLatch opened) {}

    /** Starts to record steps, without a point to hold at. */
    synchronized void listen() {
        chosen = Optional.empty();
        seen = new ArrayList<>();
        listening = true;
    }

    /** Starts to record steps, and holds the first proxy that comes to the point. */
    synchronized void choose(Point point) {
        listen();
        chosen = Optional.of(new Held(point, new CountDownLatch(1), new CountDownLatch(1)));
    }

    /** True while the gate records the steps of new transactions. */
    synchronized boolean isListening() {
        return listening;
    }

    /** Stops recording and releases the held proxy. */
    synchronized void open() {
        listening = false;
        chosen.ifPresent(held -> held.opened().countDown());
    }

    /** The steps since the gate began to record, in their order. */
    synchronized List<Step> seen() {
        return List.copyOf(seen);
    }

    synchronized void note(Step step) {
        if (listening) {
            seen.add(step);
        }
    }

    /** Called by a proxy at a step; returns when the proxy may go on. */
    void pass(Part part, String step, Point.Side side) {
        Optional<Held> here = held(new Point(part, step, side));
        if (here.isEmpty()) {
            return;
        }
        here.get().reached().countDown();
        try {
            boolean unused = here.get().opened().await(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if the gate holds at this point. */
    synchronized boolean holds(Part part, String step, Point.Side side) {
        return held(new Point(part, step, side)).isPresent();
    }

    private synchronized Optional<Held> held(Point point) {
        return chosen.filter(held -> listening && held.point().equals(point));
    }

    /** True once a proxy has come to the chosen point. */
    synchronized boolean isReached() {
        return chosen.orElseThrow().reached().getCount() == 0;
    }
}
