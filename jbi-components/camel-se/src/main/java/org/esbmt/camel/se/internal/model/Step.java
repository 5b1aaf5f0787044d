package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** One enterprise integration pattern in a route (Hohpe and Woolf), under the name that Camel gives it. */
public sealed interface Step {

    Place place();

    /** {@code to}. */
    record To(Address address, Place place) implements Step {}

    /** {@code choice}. */
    record Choice(List<When> whens, List<Step> otherwise, Place place) implements Step {
        public Choice {
            whens = List.copyOf(whens);
            otherwise = List.copyOf(otherwise);
        }

        public record When(Expression condition, List<Step> steps, Place place) {
            public When {
                requireNonNull(condition, "condition");
                steps = List.copyOf(steps);
            }
        }
    }

    /** {@code filter}: the exchange goes on behind it in either case. */
    record Filter(Expression condition, List<Step> steps, Place place) implements Step {
        public Filter {
            requireNonNull(condition, "condition");
            steps = List.copyOf(steps);
        }
    }

    /** How the results of several exchanges become one message. */
    enum Combination {
        /** The message as it was before. */
        ORIGINAL,
        /** The last result. */
        LATEST,
        /** All results in the order of the parts, inside of one element {@code {urn:esbmt:collected:1}collected}. */
        COLLECT
    }

    /** {@code split}. */
    record Split(
            Expression parts,
            Combination combination,
            boolean parallel,
            boolean stopOnError,
            List<Step> steps,
            Place place)
            implements Step {
        public Split {
            requireNonNull(parts, "parts");
            requireNonNull(combination, "combination");
            steps = List.copyOf(steps);
        }
    }

    /**
     * {@code aggregate}: at least one of size, timeout and condition completes a group.
     *
     * @param correlation exchanges for which it has the same text belong together
     */
    record Aggregate(
            Expression correlation,
            Combination combination,
            OptionalInt completionSize,
            Optional<Duration> completionTimeout,
            Optional<Expression> completionCondition,
            List<Step> steps,
            Place place)
            implements Step {
        public Aggregate {
            requireNonNull(correlation, "correlation");
            requireNonNull(combination, "combination");
            requireNonNull(completionSize, "completionSize");
            requireNonNull(completionTimeout, "completionTimeout");
            requireNonNull(completionCondition, "completionCondition");
            steps = List.copyOf(steps);
        }
    }

    /** {@code multicast}: every step is a branch of its own; a {@link Sequence} is a branch of several. */
    record Multicast(List<Step> branches, Combination combination, boolean parallel, boolean stopOnError, Place place)
            implements Step {
        public Multicast {
            branches = List.copyOf(branches);
            requireNonNull(combination, "combination");
        }
    }

    /** {@code pipeline}. */
    record Sequence(List<Step> steps, Place place) implements Step {
        public Sequence {
            steps = List.copyOf(steps);
        }
    }

    /** {@code wireTap}: a copy goes there as in-only; nobody waits for it. */
    record WireTap(Address address, Place place) implements Step {}

    /** {@code setHeader}. */
    record SetHeader(String name, Expression value, Place place) implements Step {}

    /** {@code removeHeader}, and {@code removeHeaders} with a name that may end in '*'. */
    record RemoveHeaders(String name, Place place) implements Step {}

    /** {@code setBody}, and {@code transform} with an expression. */
    record SetBody(Expression value, Place place) implements Step {}

    /** {@code to} with the scheme {@code xslt:}. */
    record Xslt(String file, Place place) implements Step {}

    /** {@code validate} with an expression: an exchange for which it is false fails. */
    record ValidateExpression(Expression condition, Place place) implements Step {}

    /** {@code to} with the scheme {@code validator:}: an XML schema of the unit. */
    record ValidateSchema(String file, Place place) implements Step {}

    /** {@code throttle}: what is above the rate waits, up to a bound of exchanges, then fails. */
    record Throttle(int exchanges, Duration period, Place place) implements Step {}

    /** {@code delay}. */
    record Delay(Duration time, Place place) implements Step {}

    /**
     * {@code circuitBreaker}.
     *
     * @param failurePercent of the last {@code window} exchanges that open it
     * @param openFor how long before one is tried
     */
    record CircuitBreaker(
            int failurePercent,
            int window,
            int minimumCalls,
            Duration openFor,
            Optional<Duration> timeout,
            List<Step> steps,
            List<Step> fallback,
            Place place)
            implements Step {
        public CircuitBreaker {
            requireNonNull(timeout, "timeout");
            steps = List.copyOf(steps);
            fallback = List.copyOf(fallback);
        }
    }

    /**
     * {@code idempotentConsumer}: exchanges whose key was seen do not enter its steps; they go on behind it.
     *
     * @param remembered how many keys, of which the oldest is forgotten first; in memory, for one node
     */
    record IdempotentConsumer(Expression key, int remembered, List<Step> steps, Place place) implements Step {
        public IdempotentConsumer {
            requireNonNull(key, "key");
            steps = List.copyOf(steps);
        }
    }

    /** {@code doTry}. */
    record Try(List<Step> steps, List<Catch> catches, List<Step> atLast, Place place) implements Step {
        public Try {
            steps = List.copyOf(steps);
            catches = List.copyOf(catches);
            atLast = List.copyOf(atLast);
        }

        public record Catch(Set<ErrorKind> kinds, Optional<Expression> onWhen, List<Step> steps, Place place) {
            public Catch {
                kinds = Set.copyOf(kinds);
                requireNonNull(onWhen, "onWhen");
                steps = List.copyOf(steps);
            }
        }
    }

    /** {@code stop}: the exchange is answered as it is. */
    record Stop(Place place) implements Step {}
}
