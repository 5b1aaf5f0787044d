package org.esbmt.camel.se.internal.steps;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeExtension;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.MadeBodies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step.Combination;

/**
 * Sends exchanges that were made of one, a few at a time, and continues with their results. No thread waits: the thread
 * with a result also sends the next exchange. Without {@code stopOnError} all exchanges are sent. Then the first
 * failure, in the order of the exchanges, is the failure of the whole.
 */
final class FanOut {
    /** The number of exchanges of one message after which other tenants, and other messages, get a turn. */
    private static final int TURN = 64;

    /** One exchange, and its processor. */
    record Branch(Exchange exchange, AsyncProcessor steps) {}

    private final StepServices services;
    private final DetachedCopies copies;
    private final Exchange original;
    private final AsyncCallback callback;
    private final Iterator<Branch> branches;
    private final boolean parallel;
    private final boolean stopOnError;
    private final MessageBudget budget;
    private final Combination combination;
    private final Combiner combiner;
    private final AtomicInteger signals = new AtomicInteger();

    // guarded by this
    private int underWay;
    /** The exchange whose message is kept for the original, if the combination takes the latest one. */
    private Exchange latest;

    private int latestNumber = -1;
    private int failedNumber = Integer.MAX_VALUE;
    private Throwable failure;
    /** True if the inner error handler was called for the failure; for the step's own failures it was not. */
    private boolean failedInside;

    private boolean noMore;
    private boolean over;

    /** Confined to the holder of the signals. */
    private int sent;

    /**
     * @param copies is notified of ended copies
     * @param branches creates each branch on demand, detached from the original
     * @param parallel several at the same time, as many as the message may have; else one after the other
     */
    FanOut(
            StepServices services,
            DetachedCopies copies,
            Exchange original,
            AsyncCallback callback,
            Iterator<Branch> branches,
            boolean parallel,
            boolean stopOnError,
            Combination combination) {
        this.services = services;
        this.copies = copies;
        this.original = original;
        this.callback = callback;
        this.branches = branches;
        this.parallel = parallel;
        this.stopOnError = stopOnError;
        this.budget = MessageBudget.of(original, services.limits());
        this.combination = combination;
        this.combiner = new Combiner(combination, services);
    }

    /**
     * Starts the exchanges that may start. A second call meanwhile, on this stack or another thread, leaves them to the
     * first.
     */
    void go() {
        if (signals.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            while (mayBegin()) {
                if (!beginNext()) {
                    return; // holds the signals until the message's next turn
                }
            }
            seen = signals.addAndGet(-seen);
        } while (seen != 0);
        endIfOver();
    }

    /** Takes the place of the next exchange; {@link #beginNext} fills it or returns it. */
    private synchronized boolean mayBegin() {
        if (noMore || (underWay > 0 && !(parallel && budget.tryParallel()))) {
            return false;
        }
        underWay++;
        return true;
    }

    private synchronized void leave() {
        underWay--;
        if (underWay > 0) {
            budget.endParallel();
        }
    }

    /** Starts the next exchange. Returns true to continue here; else a worker continues. */
    private boolean beginNext() {
        Branch branch;
        int drawn;
        try {
            if (!branches.hasNext()) {
                nothingToBegin();
                return true;
            }
            drawn = budget.draw(services.counters());
            branch = branches.next();
        } catch (RouteFailure | RuntimeException e) {
            failed(sent, e, false);
            nothingToBegin();
            return true;
        }
        Sent next = new Sent(sent++, branch);
        if (drawn % TURN == 0 && sendInTurn(next)) {
            return false;
        }
        if (!parallel || !sendOnWorker(next)) {
            next.send();
        }
        return true;
    }

    /** Keeps the signals until the message's next turn. Returns false if the unit is stopped. */
    private boolean sendInTurn(Sent next) {
        try {
            services.proceed(
                    () -> {
                        next.send();
                        resume();
                    },
                    e -> {
                        stop();
                        next.end(e);
                        resume();
                    });
            return true;
        } catch (RouteFailure e) {
            return false;
        }
    }

    private void resume() {
        signals.set(0);
        go();
    }

    private boolean sendOnWorker(Sent next) {
        try {
            services.execute(next::send, e -> {
                stop();
                next.end(e);
            });
            return true;
        } catch (RouteFailure e) {
            return false;
        }
    }

    /** A running branch, which ends once. */
    private final class Sent implements AsyncCallback {
        private final int number;
        private final Branch branch;
        private final AtomicBoolean ended = new AtomicBoolean();

        Sent(int number, Branch branch) {
            this.number = number;
            this.branch = branch;
        }

        void send() {
            try {
                branch.steps().process(branch.exchange(), this);
            } catch (RuntimeException | StackOverflowError e) {
                end(e);
            }
        }

        @Override
        public void done(boolean sync) {
            end(branch.exchange().getException(), Copies.wasAsked(branch.exchange()));
        }

        /** Ends the branch without its steps. */
        void end(Throwable failed) {
            end(failed, false);
        }

        private void end(Throwable failed, boolean inside) {
            if (!ended.compareAndSet(false, true)) {
                return;
            }
            if (failed == null && Combiner.reads(combination)) {
                read();
                return;
            }
            if (failed == null) {
                ended(number, branch, null);
            } else {
                endedWith(number, branch, failed, inside);
            }
            go();
        }

        /** Reads the result, a large one on a worker. The branch still counts as running. */
        private void read() {
            if (!Copies.body(branch.exchange().getMessage()).isLarge()) {
                readHere();
                return;
            }
            try {
                services.proceed(this::readHere, this::unread);
            } catch (RouteFailure e) {
                unread(e);
            }
        }

        private void readHere() {
            ByteBuffer fragment;
            try {
                fragment = Combiner.fragment(branch.exchange().getMessage(), left(), services);
            } catch (Throwable e) { // errors, too: otherwise the caller would wait for ever
                unread(e);
                return;
            }
            ended(number, branch, fragment);
            go();
        }

        private void unread(Throwable failed) {
            stop();
            endedWith(number, branch, failed, false);
            go();
        }
    }

    private synchronized int left() {
        return combiner.left();
    }

    private synchronized void endedWith(int number, Branch branch, Throwable failed, boolean inside) {
        leave();
        if (number < failedNumber) {
            copies.rejoin(branch.exchange(), original); // it may be a fault, whose body continues
        } else {
            copies.over(branch.exchange());
        }
        failed(number, failed, inside);
    }

    private synchronized void ended(int number, Branch branch, ByteBuffer fragment) {
        leave();
        ExchangeExtension ended = branch.exchange().getExchangeExtension();
        if (stopOnError && ended.isErrorHandlerHandledSet() && ended.isErrorHandlerHandled()) {
            noMore = true;
        }
        try {
            combiner.add(number, branch.exchange().getMessage(), fragment);
        } catch (RouteFailure e) {
            failed(number, e, false);
            noMore = true;
        }
        releaseBodies(number, branch.exchange());
    }

    /**
     * Releases the bodies gathered and made for the copy. The latest copy keeps its own if the combination takes the
     * latest message.
     */
    private void releaseBodies(int number, Exchange copy) {
        if (combination != Combination.LATEST || number < latestNumber) {
            copies.over(copy);
            return;
        }
        if (latest != null) {
            copies.over(latest);
        }
        latest = copy;
        latestNumber = number;
    }

    private synchronized void failed(int number, Throwable failed, boolean inside) {
        if (number < failedNumber) {
            failedNumber = number;
            failure = failed;
            failedInside = inside;
        }
        noMore |= stopOnError;
    }

    private synchronized void stop() {
        noMore = true;
    }

    private synchronized void nothingToBegin() {
        leave();
        noMore = true;
    }

    private void endIfOver() {
        Throwable failed;
        boolean inside;
        synchronized (this) {
            if (!noMore || underWay > 0 || over) {
                return;
            }
            over = true;
            failed = failure;
            inside = failedInside;
        }
        if (failed != null || !combiner.isLarge()) {
            finish(failed, inside);
            return;
        }
        try {
            services.proceed(() -> finish(null, false), e -> finish(e, false));
        } catch (RouteFailure e) {
            // all of it was done before the unit was stopped
            finish(null, false);
        }
    }

    private void combine() {
        try {
            MadeBodies.count(original, combiner.bytes());
            combiner.finish(original);
        } catch (RouteFailure e) {
            Copies.fail(original, e, false);
        }
    }

    /** Ends the step, once no branch is running. */
    private void finish(Throwable failed, boolean inside) {
        if (latest != null) {
            copies.rejoin(latest, original);
        }
        if (failed == null) {
            combine();
        } else {
            Copies.fail(original, failed, inside);
        }
        combiner.release();
        callback.done(false);
    }
}
