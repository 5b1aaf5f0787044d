package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** One enterprise integration pattern in a route (Hohpe and Woolf), under Camel's name for it. */
public sealed interface Step {

    Place place();

    /** Calls the visitor's method for this kind of step. */
    <R> R accept(Visitor<R> visitor);

    /** Its inner steps, by branch. */
    default List<List<Step>> inside() {
        return List.of();
    }

    /** The largest number of runs of its inner steps for one exchange. */
    default int runs() {
        return 1;
    }

    /** The route or endpoint to which it sends. */
    default Optional<Address> target() {
        return Optional.empty();
    }

    /** An operation on steps of every kind. A new kind of step does not compile until every visitor knows it. */
    interface Visitor<R> {
        R to(To step);

        R choice(Choice step);

        R filter(Filter step);

        R split(Split step);

        R aggregate(Aggregate step);

        R multicast(Multicast step);

        R sequence(Sequence step);

        R loop(Loop step);

        R wireTap(WireTap step);

        R setHeader(SetHeader step);

        R removeHeaders(RemoveHeaders step);

        R setBody(SetBody step);

        R xslt(Xslt step);

        R validateExpression(ValidateExpression step);

        R validateSchema(ValidateSchema step);

        R throttle(Throttle step);

        R delay(Delay step);

        R circuitBreaker(CircuitBreaker step);

        R idempotentConsumer(IdempotentConsumer step);

        R attempt(Try step);

        R stop(Stop step);
    }

    /** A visitor for some kinds of steps. */
    interface PartialVisitor<R> extends Visitor<R> {
        /** Handles every step without a method of its own. */
        R other(Step step);

        @Override
        default R to(To step) {
            return other(step);
        }

        @Override
        default R choice(Choice step) {
            return other(step);
        }

        @Override
        default R filter(Filter step) {
            return other(step);
        }

        @Override
        default R split(Split step) {
            return other(step);
        }

        @Override
        default R aggregate(Aggregate step) {
            return other(step);
        }

        @Override
        default R multicast(Multicast step) {
            return other(step);
        }

        @Override
        default R sequence(Sequence step) {
            return other(step);
        }

        @Override
        default R loop(Loop step) {
            return other(step);
        }

        @Override
        default R wireTap(WireTap step) {
            return other(step);
        }

        @Override
        default R setHeader(SetHeader step) {
            return other(step);
        }

        @Override
        default R removeHeaders(RemoveHeaders step) {
            return other(step);
        }

        @Override
        default R setBody(SetBody step) {
            return other(step);
        }

        @Override
        default R xslt(Xslt step) {
            return other(step);
        }

        @Override
        default R validateExpression(ValidateExpression step) {
            return other(step);
        }

        @Override
        default R validateSchema(ValidateSchema step) {
            return other(step);
        }

        @Override
        default R throttle(Throttle step) {
            return other(step);
        }

        @Override
        default R delay(Delay step) {
            return other(step);
        }

        @Override
        default R circuitBreaker(CircuitBreaker step) {
            return other(step);
        }

        @Override
        default R idempotentConsumer(IdempotentConsumer step) {
            return other(step);
        }

        @Override
        default R attempt(Try step) {
            return other(step);
        }

        @Override
        default R stop(Stop step) {
            return other(step);
        }
    }

    /** {@code to}. */
    record To(Address address, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.to(this);
        }

        @Override
        public Optional<Address> target() {
            return Optional.of(address);
        }
    }

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

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.choice(this);
        }

        @Override
        public List<List<Step>> inside() {
            return Stream.concat(whens.stream().map(When::steps), Stream.of(otherwise))
                    .toList();
        }
    }

    /** {@code filter}: the exchange continues after it in either case. */
    record Filter(Expression condition, List<Step> steps, Place place) implements Step {
        public Filter {
            requireNonNull(condition, "condition");
            steps = List.copyOf(steps);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.filter(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
        }
    }

    /** The way in which the results of several exchanges become one message. */
    enum Combination {
        /** The message before the step. */
        ORIGINAL,
        /** The last result. */
        LATEST,
        /** All results in the order of the parts, inside one element {@code {urn:esbmt:collected:1}collected}. */
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

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.split(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
        }
    }

    /**
     * {@code aggregate}: at least one of size, timeout and condition completes a group.
     *
     * @param correlation exchanges with the same text of it belong to one group
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

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.aggregate(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
        }
    }

    /** {@code multicast}: every step is a branch of its own; a {@link Sequence} is one branch with several steps. */
    record Multicast(List<Step> branches, Combination combination, boolean parallel, boolean stopOnError, Place place)
            implements Step {
        public Multicast {
            branches = List.copyOf(branches);
            requireNonNull(combination, "combination");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.multicast(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(branches);
        }
    }

    /** {@code pipeline}. */
    record Sequence(List<Step> steps, Place place) implements Step {
        public Sequence {
            steps = List.copyOf(steps);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sequence(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
        }
    }

    /**
     * {@code loop}: the steps run a fixed number of times, one run after the other.
     *
     * @param copy true if each run begins with the original message; else with the result of the former run
     */
    record Loop(int times, boolean copy, List<Step> steps, Place place) implements Step {
        public Loop {
            steps = List.copyOf(steps);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.loop(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
        }

        @Override
        public int runs() {
            return times;
        }
    }

    /** {@code wireTap}: a copy is sent as in-only; its end is not awaited. */
    record WireTap(Address address, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.wireTap(this);
        }

        @Override
        public Optional<Address> target() {
            return Optional.of(address);
        }
    }

    /** {@code setHeader}. */
    record SetHeader(String name, Expression value, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.setHeader(this);
        }
    }

    /** {@code removeHeader}, and {@code removeHeaders} with a name that may end in '*'. */
    record RemoveHeaders(String name, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.removeHeaders(this);
        }
    }

    /** {@code setBody}, and {@code transform} with an expression. */
    record SetBody(Expression value, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.setBody(this);
        }
    }

    /** {@code to} with the scheme {@code xslt:}. */
    record Xslt(String file, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.xslt(this);
        }
    }

    /** {@code validate} with an expression: an exchange for which it is false fails. */
    record ValidateExpression(Expression condition, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.validateExpression(this);
        }
    }

    /** {@code to} with the scheme {@code validator:}: an XML schema of the unit. */
    record ValidateSchema(String file, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.validateSchema(this);
        }
    }

    /** {@code throttle}: exchanges above the rate wait, up to a bound of exchanges; further ones fail. */
    record Throttle(int exchanges, Duration period, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.throttle(this);
        }
    }

    /** {@code delay}. */
    record Delay(Duration time, Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.delay(this);
        }
    }

    /**
     * {@code circuitBreaker}.
     *
     * @param failurePercent the share of failures among the last {@code window} exchanges that opens it
     * @param openFor the time before a trial
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

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.circuitBreaker(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps, fallback);
        }
    }

    /**
     * {@code idempotentConsumer}: exchanges with a known key do not enter its steps; they continue after it.
     *
     * @param remembered the number of keys, of which the oldest is forgotten first; in memory, for one node
     */
    record IdempotentConsumer(Expression key, int remembered, List<Step> steps, Place place) implements Step {
        public IdempotentConsumer {
            requireNonNull(key, "key");
            steps = List.copyOf(steps);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.idempotentConsumer(this);
        }

        @Override
        public List<List<Step>> inside() {
            return List.of(steps);
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

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.attempt(this);
        }

        @Override
        public List<List<Step>> inside() {
            return Stream.of(Stream.of(steps), catches.stream().map(Catch::steps), Stream.of(atLast))
                    .flatMap(each -> each)
                    .toList();
        }
    }

    /** {@code stop}: the exchange is answered with its present message. */
    record Stop(Place place) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.stop(this);
        }
    }
}
