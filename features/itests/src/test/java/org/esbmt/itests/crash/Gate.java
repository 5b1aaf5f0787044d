package org.esbmt.itests.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Where the proxies of the managing node ask whether they may go on. It holds the one who comes to the chosen point, until it
 * is opened; and it writes down which points there are. Thread-safe.
 */
final class Gate {
    /** Nobody is held for longer, whatever becomes of a cell. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Optional<Held> chosen = Optional.empty();
    private List<Step> seen = new ArrayList<>();
    private boolean listening;

    /**
     * A request in a part of the transaction.
     *
     * @param text what it says, for people
     */
    record Step(Part part, String name, String text) {
        /** Which has a number for a name. */
        boolean isStatement() {
            return part.isDatabase() && Character.isDigit(name.charAt(0));
        }
    }

    private record Held(Point point, CountDownLatch reached, CountDownLatch opened) {}

    /** From now on steps are written down and nobody is held. */
    synchronized void listen() {
        chosen = Optional.empty();
        seen = new ArrayList<>();
        listening = true;
    }

    /** From now on who comes to that point is held, the first time. */
    synchronized void choose(Point point) {
        listen();
        chosen = Optional.of(new Held(point, new CountDownLatch(1), new CountDownLatch(1)));
    }

    /** Whether transactions that begin now are looked at. */
    synchronized boolean isListening() {
        return listening;
    }

    /** Nobody is looked at any more, and who was held goes on. */
    synchronized void open() {
        listening = false;
        chosen.ifPresent(held -> held.opened().countDown());
    }

    /** What came since it was told to listen, in this order. */
    synchronized List<Step> seen() {
        return List.copyOf(seen);
    }

    synchronized void note(Step step) {
        if (listening) {
            seen.add(step);
        }
    }

    /** By a proxy: returns when it may go on. */
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

    /** Whether who comes there is going to be held. */
    synchronized boolean holds(Part part, String step, Point.Side side) {
        return held(new Point(part, step, side)).isPresent();
    }

    private synchronized Optional<Held> held(Point point) {
        return chosen.filter(held -> listening && held.point().equals(point));
    }

    /** Whether somebody is held at the point now. */
    synchronized boolean isReached() {
        return chosen.orElseThrow().reached().getCount() == 0;
    }
}
