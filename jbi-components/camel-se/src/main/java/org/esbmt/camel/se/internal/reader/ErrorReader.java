package org.esbmt.camel.se.internal.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Step;

/** Reads {@code onException} and {@code errorHandler}, of a route or of an enclosing element. */
final class ErrorReader {
    /** An {@code errorHandler}: retries, then the dead letter address; neither for {@code noErrorHandler}. */
    record Handler(Optional<Retry> retry, Optional<Address> deadLetter, Place place) {
        List<Step> steps() {
            return deadLetter
                    .<List<Step>>map(a -> List.of(new Step.To(a, place)))
                    .orElse(List.of());
        }
    }

    /** An {@code onException} with its own settings. */
    private record Clause(Node node, OnError error, Optional<Boolean> handled) {}

    /**
     * The error handling written in one element.
     *
     * @param unnamed the handler for all routes that do not name another one
     */
    record Scope(List<Clause> clauses, Map<String, Handler> handlers, Optional<Handler> unnamed) {
        static final Scope EMPTY = new Scope(List.of(), Map.of(), Optional.empty());
    }

    private final Findings findings;
    private final StepReader steps;
    private final ExpressionReader expressions;

    ErrorReader(Findings findings, StepReader steps, ExpressionReader expressions) {
        this.findings = findings;
        this.steps = steps;
        this.expressions = expressions;
    }

    /** The scope of a route, or of an element around routes, joined with the enclosing scope. */
    Scope scope(Node parent, Scope around) {
        List<Clause> clauses = new ArrayList<>();
        Map<String, Handler> handlers = new HashMap<>(around.handlers());
        Optional<Handler> unnamed = Optional.empty();
        for (Node child : parent.children()) {
            if (child.is("onException")) {
                clauses.add(clause(child));
            } else if (child.is("errorHandler")) {
                Handler handler = handler(child);
                Optional<String> id = child.attribute("id");
                boolean doubled = id.isPresent() ? handlers.put(id.get(), handler) != null : unnamed.isPresent();
                if (doubled) {
                    findings.add(child.place(), "camel.duplicate", "there is such an errorHandler already");
                }
                unnamed = id.isPresent() ? unnamed : Optional.of(handler);
            }
        }
        clauses.addAll(around.clauses());
        Optional<String> reference = parent.attribute("errorHandlerRef");
        if (reference.isPresent()) {
            if (!handlers.containsKey(reference.get())) {
                findings.add(
                        parent.placeOf("errorHandlerRef"),
                        "camel.reference",
                        "there is no errorHandler with the id " + Findings.quoted(reference.get()));
            }
            unnamed = Optional.ofNullable(handlers.get(reference.get()));
        }
        return new Scope(clauses, handlers, unnamed.or(around::unnamed));
    }

    /** The error handling of a route, in the order of application. */
    static List<OnError> errors(Scope scope) {
        List<OnError> errors = new ArrayList<>();
        Optional<Handler> handler = scope.unnamed();
        for (Clause clause : scope.clauses()) {
            errors.add(completed(clause, handler));
        }
        handler.filter(h -> h.retry().isPresent() || h.deadLetter().isPresent())
                .ifPresent(h -> errors.add(new OnError(
                        EnumSet.of(ErrorKind.ANY),
                        Optional.empty(),
                        h.retry(),
                        h.deadLetter().isPresent(),
                        h.steps(),
                        h.place())));
        return errors;
    }

    /** Completes a clause without steps with the handler's settings, as in Camel. */
    private static OnError completed(Clause clause, Optional<Handler> handler) {
        OnError error = clause.error();
        if (handler.isEmpty() || !error.steps().isEmpty()) {
            return error;
        }
        boolean policy = clause.node().child("redeliveryPolicy").isPresent();
        return new OnError(
                error.kinds(),
                error.onWhen(),
                policy ? error.retry() : handler.get().retry(),
                clause.handled().orElse(handler.get().deadLetter().isPresent()),
                handler.get().steps(),
                error.place());
    }

    private Clause clause(Node node) {
        Optional<Boolean> handled = node.child("handled").flatMap(h -> {
            Optional<String> text = expressions.constant(h);
            if (text.isPresent() && !text.get().equals("true") && !text.get().equals("false")) {
                findings.add(
                        h.place(),
                        "camel.value",
                        "handled must be true or false, but is " + Findings.quoted(text.get()));
            }
            return text.map("true"::equals);
        });
        OnError error = new OnError(
                ErrorKinds.of(node, findings),
                steps.onWhen(node),
                retry(node),
                handled.orElse(false),
                steps.steps(node),
                Places.of(node));
        return new Clause(node, error, handled);
    }

    private Handler handler(Node node) {
        Place place = Places.of(node);
        Optional<String> type = node.attribute("type");
        Optional<Node> inside =
                node.children().stream().filter(c -> !c.is("redeliveryPolicy")).findFirst();
        if (type.isPresent() == inside.isPresent()) {
            findings.add(
                    node.place(),
                    "camel.missing",
                    "errorHandler needs either the attribute type or one of the elements deadLetterChannel,"
                            + " defaultErrorHandler and noErrorHandler");
        }
        Node source = inside.orElse(node);
        boolean deadLetter = inside.map(i -> i.is("deadLetterChannel"))
                .orElse(type.orElse("").equals("DeadLetterChannel"));
        boolean named = source.attributes().containsKey("deadLetterUri")
                || source.refused().contains("deadLetterUri");
        if (type.isPresent() && deadLetter != named) {
            findings.add(node.place(), "camel.missing", "the type DeadLetterChannel, and only it, has a deadLetterUri");
        }
        return new Handler(
                retry(source), deadLetter ? steps.address(source, "deadLetterUri") : Optional.empty(), place);
    }

    private static Optional<Retry> retry(Node parent) {
        Optional<Node> policy = parent.child("redeliveryPolicy");
        int redeliveries = policy.flatMap(p -> p.attribute("maximumRedeliveries"))
                .map(Integer::parseInt)
                .orElse(0);
        if (redeliveries == 0) {
            return Optional.empty();
        }
        Node p = policy.orElseThrow();
        boolean growing = p.attribute("useExponentialBackOff").orElse("false").equals("true");
        double multiplier = growing
                ? p.attribute("backOffMultiplier").map(Double::parseDouble).orElse(2.0)
                : 1.0;
        return Optional.of(new Retry(
                redeliveries, time(p, "redeliveryDelay", 1000), multiplier, time(p, "maximumRedeliveryDelay", 60_000)));
    }

    private static Duration time(Node node, String attribute, long otherwise) {
        return node.attribute(attribute)
                .flatMap(t -> AttributeValues.duration(t, 1))
                .orElse(Duration.ofMillis(otherwise));
    }
}
