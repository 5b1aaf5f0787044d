package org.esbmt.camel.se.internal.engine;

import java.util.List;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;

/**
 * A route, or a branch of one, that needs no part of Camel's engine: its steps one after the other, until one fails. Camel
 * would run them with a unit of work, an error handler and a task for each. Thread-safe; one object for all messages.
 */
final class RoutePipeline {
    private final AsyncProcessor[] steps;

    RoutePipeline(List<AsyncProcessor> steps) {
        this.steps = steps.toArray(new AsyncProcessor[0]);
    }

    /** Runs the steps, like {@link AsyncProcessor#process(Exchange, AsyncCallback)}. */
    boolean process(Exchange exchange, AsyncCallback callback) {
        return new Run(exchange, callback).proceed(true);
    }

    /** The run for one exchange. One thread at a time has it: that of the arrival, and then that of each callback. */
    private final class Run implements AsyncCallback {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private int next;
        private boolean over; // guarded by this

        Run(Exchange exchange, AsyncCallback callback) {
            this.exchange = exchange;
            this.callback = callback;
        }

        /**
         * Runs the remaining steps.
         *
         * @param sync true while {@code process} has not returned yet; the result is its return value
         */
        boolean proceed(boolean sync) {
            try {
                while (next < steps.length && exchange.getException() == null) {
                    if (!steps[next++].process(exchange, this)) {
                        return false;
                    }
                }
            } catch (RuntimeException | Error e) {
                return fail(e, sync);
            }
            return end(sync);
        }

        /** Called by a step; a step that ends within its call continues there. */
        @Override
        public void done(boolean sync) {
            if (!sync) {
                boolean unused = proceed(false);
            }
        }

        /** Ends the run after a step that broke off, unless that step has passed the exchange on before. */
        private boolean fail(Throwable failure, boolean sync) {
            synchronized (this) {
                if (over) {
                    return false;
                }
                exchange.setException(failure);
            }
            return end(sync);
        }

        private boolean end(boolean sync) {
            synchronized (this) {
                if (over) {
                    return false;
                }
                over = true;
            }
            callback.done(sync);
            return sync;
        }
    }

    /** A content-based router: a branch for each condition, of which the first true one decides. */
    static final class Choice extends org.apache.camel.support.AsyncProcessorSupport {
        private final Predicate[] conditions;
        private final RoutePipeline[] branches;

        /** @param branches one more than conditions: the last one is for a message without a true condition */
        Choice(List<Predicate> conditions, List<RoutePipeline> branches) {
            this.conditions = conditions.toArray(new Predicate[0]);
            this.branches = branches.toArray(new RoutePipeline[0]);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            int chosen = 0;
            try {
                while (chosen < conditions.length && !conditions[chosen].matches(exchange)) {
                    chosen++;
                }
            } catch (Throwable e) { // a checked RouteFailure, too, which Camel's method does not declare
                exchange.setException(e);
                callback.done(true);
                return true;
            }
            return branches[chosen].process(exchange, callback);
        }

        @Override
        public String toString() {
            return "choice";
        }
    }
}
