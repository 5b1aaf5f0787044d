package org.esbmt.camel.se.internal.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.reader.ExpressionReader.Use;

/** Reads checked nodes as steps. A node with a finding is read as something harmless. */
final class StepReader {
    /** The deepest nesting of steps. */
    static final int DEEPEST = 24;
    /** The largest number of steps of one unit; those of error handlers count in each of their routes. */
    static final int MOST = 5_000;

    private static final int MOST_GROUP = 10_000;
    /** The largest number of runs of a loop, and of nested loops together. */
    private static final int MOST_RUNS = 1_000;

    private static final int MOST_KEYS = 100_000;
    private static final int KEYS = 1_000;

    private final Findings findings;
    private final Uris uris;
    private final ExpressionReader expressions;
    private int depth;
    private int count;
    /** The product of the runs of the enclosing loops. */
    private long runs = 1;

    StepReader(Findings findings, Uris uris, ExpressionReader expressions) {
        this.findings = findings;
        this.uris = uris;
        this.expressions = expressions;
    }

    /** The children that are steps. */
    List<Step> steps(Node parent) {
        List<Step> steps = new ArrayList<>();
        if (depth == DEEPEST) {
            findings.add(parent.place(), "camel.limit", "more than " + DEEPEST + " steps are inside of one another");
            return steps;
        }
        depth++;
        for (Node child : parent.children()) {
            if (RouteVocabulary.STEPS.contains(child.name())) {
                if (++count == MOST + 1) {
                    findings.add(child.place(), "camel.limit", "a unit has at most " + MOST + " steps");
                }
                if (count <= MOST) {
                    step(child, parent, steps);
                }
            }
        }
        depth--;
        return steps;
    }

    private List<Step> stepsOf(Node parent, String child) {
        return parent.child(child).map(this::steps).orElse(List.of());
    }

    private void step(Node node, Node parent, List<Step> to) {
        Place place = Places.of(node);
        switch (node.name()) {
            case "to" -> to(node, place).ifPresent(to::add);
            case "wireTap" -> address(node, "uri").ifPresent(a -> to.add(new Step.WireTap(a, place)));
            case "setHeader" -> setHeader(node, to);
            case "setHeaders" -> setHeaders(node, parent, to);
            case "removeHeader" -> removeHeaders(node, "name", place, to);
            case "removeHeaders" -> removeHeaders(node, "pattern", place, to);
            case "setBody", "transform" -> to.add(new Step.SetBody(expressions.of(node, Use.BODY), place));
            case "validate" -> to.add(new Step.ValidateExpression(expressions.of(node, Use.CONDITION), place));
            case "delay" -> to.add(new Step.Delay(delay(node), place));
            case "throttle" -> to.add(throttle(node, place));
            case "stop" -> to.add(new Step.Stop(place));
            case "pipeline" -> to.add(new Step.Sequence(steps(node), place));
            case "loop" -> to.add(loop(node, place));
            case "filter" -> to.add(new Step.Filter(expressions.of(node, Use.CONDITION), steps(node), place));
            case "choice" -> to.add(choice(node, place));
            case "doTry" -> to.add(doTry(node, place));
            case "circuitBreaker" -> to.add(circuitBreaker(node, place));
            case "idempotentConsumer" -> to.add(idempotentConsumer(node, place));
            case "split" -> to.add(split(node, place));
            case "aggregate" -> to.add(aggregate(node, place));
            case "multicast" -> to.add(multicast(node, place));
            default -> throw new IllegalStateException("no such step: " + node.name());
        }
    }

    // ---- addresses and headers

    private Optional<Step> to(Node node, Place place) {
        Optional<Destination> destination =
                node.attribute("uri").flatMap(u -> uris.destination(u, node.placeOf("uri")));
        Optional<Address.Pattern> pattern = node.attribute("pattern")
                .map(p -> p.equals("InOnly") ? Address.Pattern.IN_ONLY : Address.Pattern.IN_OUT);
        if (destination.isEmpty()) {
            return Optional.empty();
        }
        if (destination.get() instanceof Destination.At at) {
            return Optional.of(new Step.To(with(at.address(), pattern, node), place));
        }
        if (pattern.isPresent()) {
            findings.add(node.placeOf("pattern"), "camel.value", "pattern is for jbi: addresses only");
        }
        return Optional.of(
                destination.get() instanceof Destination.Stylesheet s
                        ? new Step.Xslt(s.file(), place)
                        : new Step.ValidateSchema(((Destination.Schema) destination.get()).file(), place));
    }

    private Address with(Address address, Optional<Address.Pattern> pattern, Node node) {
        if (pattern.isEmpty()) {
            return address;
        }
        if (!(address instanceof Address.Jbi jbi) || jbi.pattern().isPresent()) {
            findings.add(
                    node.placeOf("pattern"),
                    "camel.value",
                    "pattern is for jbi: addresses without the option mep only");
            return address;
        }
        return new Address.Jbi(jbi.service(), jbi.endpoint(), jbi.operation(), pattern);
    }

    /** The address of an endpoint or another route. */
    Optional<Address> address(Node node, String attribute) {
        Place place = node.placeOf(attribute);
        Optional<Destination> destination = node.attribute(attribute).flatMap(u -> uris.destination(u, place));
        if (destination.isPresent() && !(destination.get() instanceof Destination.At)) {
            findings.add(place, "camel.scheme", attribute + " of " + node.name() + " must be jbi: or direct: here");
        }
        return destination.filter(Destination.At.class::isInstance).map(d -> ((Destination.At) d).address());
    }

    private void setHeader(Node node, List<Step> to) {
        String name = node.attribute("name").orElse("a");
        HeaderNames.wrong(name).ifPresent(w -> findings.add(node.placeOf("name"), "camel.header", w));
        to.add(new Step.SetHeader(name, expressions.of(node, Use.TEXT), Places.of(node)));
    }

    private void setHeaders(Node node, Node parent, List<Step> to) {
        List<Step> headers = new ArrayList<>();
        node.children("setHeader").forEach(h -> setHeader(h, headers));
        if (parent.is("multicast")) { // where each step is a branch of its own
            to.add(new Step.Sequence(headers, Places.of(node)));
        } else {
            to.addAll(headers);
        }
    }

    private void removeHeaders(Node node, String attribute, Place place, List<Step> to) {
        String name = node.attribute(attribute).orElse("a");
        Optional<String> wrong = attribute.equals("pattern") ? HeaderNames.wrongPattern(name) : HeaderNames.wrong(name);
        wrong.ifPresent(w -> findings.add(node.placeOf(attribute), "camel.header", w));
        to.add(new Step.RemoveHeaders(name, place));
    }

    // ---- time and rate

    private Duration delay(Node node) {
        Optional<String> text = expressions.constant(node);
        Optional<Duration> time = text.flatMap(t -> AttributeValues.duration(t, 1));
        if (text.isPresent()
                && time.filter(t -> t.compareTo(AttributeValues.LONGEST) <= 0).isEmpty()
                && untold(node)) {
            findings.add(
                    node.place(), "camel.value", "a delay is a time up to 1h, but is " + Findings.quoted(text.get()));
        }
        return time.orElse(Duration.ZERO);
    }

    /** Returns true if the text of the node's expression has no finding yet. */
    private static boolean untold(Node node) {
        return node.children().stream().allMatch(c -> c.refused().isEmpty());
    }

    private Step throttle(Node node, Place place) {
        Optional<String> text = expressions.constant(node);
        OptionalLong number = text.map(AttributeValues::number).orElse(OptionalLong.empty());
        boolean right = number.isPresent() && number.getAsLong() >= 1 && number.getAsLong() <= MOST_GROUP;
        if (text.isPresent() && !right && untold(node)) {
            findings.add(
                    node.place(),
                    "camel.value",
                    "a throttle lets 1 to " + MOST_GROUP + " through, but has " + Findings.quoted(text.get()));
        }
        return new Step.Throttle(right ? (int) number.getAsLong() : 1, time(node, "timePeriodMillis", 1000), place);
    }

    private static Duration time(Node node, String attribute, long otherwise) {
        return node.attribute(attribute)
                .flatMap(t -> AttributeValues.duration(t, 1))
                .orElse(Duration.ofMillis(otherwise));
    }

    private static int whole(Node node, String attribute, int otherwise) {
        return node.attribute(attribute).map(Integer::parseInt).orElse(otherwise);
    }

    private static boolean isTrue(Node node, String attribute) {
        return node.attribute(attribute).orElse("false").equals("true");
    }

    // ---- containers

    private Step loop(Node node, Place place) {
        Optional<String> text = expressions.constant(node);
        OptionalLong number = text.map(AttributeValues::number).orElse(OptionalLong.empty());
        boolean right = number.isPresent() && number.getAsLong() >= 1 && number.getAsLong() <= MOST_RUNS;
        if (text.isPresent() && !right && untold(node)) {
            findings.add(
                    node.place(),
                    "camel.value",
                    "a loop runs 1 to " + MOST_RUNS + " times, but has " + Findings.quoted(text.get()));
        }
        int times = right ? (int) number.getAsLong() : 1;
        long around = runs;
        runs = Math.min(around, MOST_RUNS + 1) * times;
        if (around <= MOST_RUNS && runs > MOST_RUNS) {
            findings.add(
                    node.place(),
                    "camel.limit",
                    "loops inside of one another run their steps at most " + MOST_RUNS + " times together, but these "
                            + runs + " times");
        }
        Step loop = new Step.Loop(times, isTrue(node, "copy"), steps(node), place);
        runs = around;
        return loop;
    }

    private Step choice(Node node, Place place) {
        List<Step.Choice.When> whens = new ArrayList<>();
        for (Node when : node.children("when")) {
            whens.add(new Step.Choice.When(expressions.of(when, Use.CONDITION), steps(when), Places.of(when)));
        }
        return new Step.Choice(whens, stepsOf(node, "otherwise"), place);
    }

    private Step doTry(Node node, Place place) {
        List<Step.Try.Catch> catches = new ArrayList<>();
        for (Node c : node.children("doCatch")) {
            catches.add(new Step.Try.Catch(ErrorKinds.of(c, findings), onWhen(c), steps(c), Places.of(c)));
        }
        return new Step.Try(steps(node), catches, stepsOf(node, "doFinally"), place);
    }

    Optional<Expression> onWhen(Node node) {
        return node.child("onWhen").map(w -> expressions.of(w, Use.CONDITION));
    }

    private Step circuitBreaker(Node node, Place place) {
        Node c = node.child("resilience4jConfiguration").orElse(node);
        int window = whole(c, "slidingWindowSize", 100);
        int minimum = whole(c, "minimumNumberOfCalls", Math.min(100, window));
        if (minimum > window) {
            findings.add(
                    c.placeOf("minimumNumberOfCalls"),
                    "camel.value",
                    "minimumNumberOfCalls is " + minimum + ", more than slidingWindowSize, which is " + window);
        }
        Duration openFor = c.attribute("waitDurationInOpenState")
                .flatMap(t -> AttributeValues.duration(t, 1000))
                .orElse(Duration.ofSeconds(60));
        return new Step.CircuitBreaker(
                whole(c, "failureRateThreshold", 50),
                window,
                minimum,
                openFor,
                isTrue(c, "timeoutEnabled") ? Optional.of(time(c, "timeoutDuration", 1000)) : Optional.empty(),
                steps(node),
                stepsOf(node, "onFallback"),
                place);
    }

    private Step idempotentConsumer(Node node, Place place) {
        String repository = node.attribute("idempotentRepository").orElse("memory");
        OptionalLong keys = repository.startsWith("memory:")
                ? AttributeValues.number(repository.substring("memory:".length()))
                : repository.equals("memory") ? OptionalLong.of(KEYS) : OptionalLong.empty();
        boolean right = keys.isPresent() && keys.getAsLong() >= 1 && keys.getAsLong() <= MOST_KEYS;
        if (!right) {
            findings.add(
                    node.placeOf("idempotentRepository"),
                    "camel.value",
                    "idempotentRepository must be memory, or memory: and 1 to " + MOST_KEYS + " keys, but is "
                            + Findings.quoted(repository));
        }
        return new Step.IdempotentConsumer(
                expressions.of(node, Use.TEXT), right ? (int) keys.getAsLong() : KEYS, steps(node), place);
    }

    // ---- several messages

    private static Step.Combination combination(Node node, Step.Combination otherwise) {
        return node.attribute("aggregationStrategy").flatMap(Strategies::of).orElse(otherwise);
    }

    private Step split(Node node, Place place) {
        return new Step.Split(
                expressions.of(node, Use.PARTS),
                combination(node, Step.Combination.ORIGINAL),
                isTrue(node, "parallelProcessing"),
                isTrue(node, "stopOnException"),
                steps(node),
                place);
    }

    private Step aggregate(Node node, Place place) {
        boolean ends = node.attributes().containsKey("completionSize")
                || node.attributes().containsKey("completionTimeout")
                || !node.refused().isEmpty();
        if (!ends) {
            findings.add(
                    node.place(),
                    "camel.completion",
                    "an aggregate that may never end is not accepted: it needs completionSize or completionTimeout");
        }
        return new Step.Aggregate(
                node.child("correlationExpression")
                        .map(c -> expressions.of(c, Use.TEXT))
                        .orElse(new Expression.Constant("")),
                combination(node, Step.Combination.COLLECT),
                OptionalInt.of(whole(node, "completionSize", MOST_GROUP)),
                node.attribute("completionTimeout").flatMap(t -> AttributeValues.duration(t, 1)),
                node.child("completionPredicate").map(p -> expressions.of(p, Use.CONDITION)),
                steps(node),
                place);
    }

    private Step multicast(Node node, Place place) {
        return new Step.Multicast(
                steps(node),
                combination(node, Step.Combination.LATEST),
                isTrue(node, "parallelProcessing"),
                isTrue(node, "stopOnException"),
                place);
    }
}
