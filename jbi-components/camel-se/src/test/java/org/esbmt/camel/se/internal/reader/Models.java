package org.esbmt.camel.se.internal.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;

/** Makes models like those of the reader, at random but the same ones for the same seed. */
final class Models {
    private static final String[] TEXTS = {
        "",
        " ",
        "a",
        "<&>\"'",
        "ä€\uD83D\uDE00",
        "line\nline\r\n\ttab ",
        "]]>",
        "5",
        "$",
        "a}b",
        "-- -->",
        "\u0085\u2028"
    };

    private final Random random;
    private int line;

    Models(long seed) {
        random = new Random(seed);
    }

    RouteUnit unit() {
        List<Route> routes = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            Address from = random.nextBoolean()
                    ? new Address.Direct("d" + i)
                    : new Address.Jbi(
                            name("From" + i), Optional.of("e" + random.nextInt(3)), Optional.empty(), Optional.empty());
            List<OnError> errors = new ArrayList<>();
            for (int e = random.nextInt(3); e > 0; e--) {
                errors.add(error());
            }
            routes.add(new Route("route." + i + "_x", from, errors, steps(0, 1), place()));
        }
        return new RouteUnit(routes);
    }

    private Place place() {
        return new Place(pick("camel-context.xml", "a/ä b.yaml", "x:y.xml"), ++line);
    }

    private static QName name(String local) {
        return new QName("http://acme.example/~o?".replace("?", ";x=").replace("=", "+"), local);
    }

    @SafeVarargs
    private final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> Optional<T> perhaps(Supplier<T> value) {
        return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
    }

    private OnError error() {
        return new OnError(
                kinds(), perhaps(this::condition), perhaps(this::retry), random.nextBoolean(), steps(2, 0), place());
    }

    private Set<ErrorKind> kinds() {
        return EnumSet.of(pick(ErrorKind.values()), pick(ErrorKind.values()));
    }

    private Retry retry() {
        return new Retry(1 + random.nextInt(100), time(0), pick(1.0, 2.0, 1.5, 99.123456, 100.0), time(0));
    }

    private Duration time(int least) {
        return Duration.ofMillis(pick(least, 1, 999, 1000, 60_000, 3_600_000));
    }

    // ---- expressions

    private String header() {
        return pick("id", "X-Kind", "a_b~1", "!#$%&'+^`|");
    }

    private Expression value() {
        return switch (random.nextInt(5)) {
            case 0 -> new Expression.Constant(pick(TEXTS));
            case 1 -> new Expression.Header(pick("dotted.name", "id"));
            case 2 -> new Expression.Body();
            case 3 -> concatenation();
            default -> xpath(pick(Expression.XPath.Result.values()));
        };
    }

    private Expression concatenation() {
        List<Expression> parts = new ArrayList<>();
        boolean text = random.nextBoolean();
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            parts.add(text ? new Expression.Constant(pick("a", " b\n", "<'\">", "$ {")) : function());
            text = !text && random.nextBoolean();
        }
        return new Expression.Concatenation(parts);
    }

    private Expression function() {
        return random.nextBoolean() ? new Expression.Body() : new Expression.Header(header());
    }

    private Expression condition() {
        return switch (random.nextInt(5)) {
            case 0 -> new Expression.Constant(pick("true", "false", "", "x"));
            case 1 -> function();
            case 2 -> comparison();
            case 3 -> new Expression.Logical(random.nextBoolean(), List.of(comparison(), function(), comparison()));
            default -> xpath(pick(Expression.XPath.Result.values()));
        };
    }

    private Expression comparison() {
        return new Expression.Comparison(operand(), pick(Expression.Comparison.Operator.values()), operand());
    }

    private Expression operand() {
        return random.nextBoolean()
                ? function()
                : new Expression.Constant(pick("", " a ", "it's", "\"", "5", "a\n\tb", "}"));
    }

    private Expression.XPath xpath(Expression.XPath.Result result) {
        Map<String, String> namespaces = new LinkedHashMap<>();
        if (random.nextBoolean()) {
            namespaces.put("a", "urn:a&<\"'");
            namespaces.put("bä", "http://b");
        }
        return new Expression.XPath(
                pick("/a:b/bä:c[@d < '5' and \"x\"]", "1\n + 2 (: a:x bä:y :)", "a:b | bä:c"),
                namespaces,
                pick(Expression.XPath.Version.values()),
                result,
                pick("", "id"),
                place());
    }

    // ---- steps

    private List<Step> steps(int depth, int least) {
        List<Step> steps = new ArrayList<>();
        for (int i = least + random.nextInt(3); i > 0; i--) {
            steps.add(step(depth + 1));
        }
        return steps;
    }

    private Address address() {
        return new Address.Jbi(
                name("To" + random.nextInt(5)),
                perhaps(() -> "soap.1~x"),
                perhaps(() -> pick(new QName("op"), new QName("urn:a&b%20", "öp"))),
                perhaps(() -> pick(Address.Pattern.values())));
    }

    private Step.Combination combination() {
        return pick(Step.Combination.values());
    }

    private Step step(int depth) {
        return depth > 4 || random.nextInt(3) == 0 ? leaf() : container(depth);
    }

    private Step leaf() {
        return switch (random.nextInt(10)) {
            case 0 -> new Step.WireTap(address(), place());
            case 1 -> new Step.SetHeader(header(), value(), place());
            case 2 -> new Step.RemoveHeaders(pick("*", "X-*", "id"), place());
            case 3 -> new Step.SetBody(value(), place());
            case 4 -> new Step.Xslt("x/a.xsl", place());
            case 5 -> new Step.ValidateExpression(condition(), place());
            case 6 -> new Step.ValidateSchema("s.xsd", place());
            case 7 -> new Step.Throttle(1 + random.nextInt(10_000), time(1), place());
            case 8 -> random.nextBoolean() ? new Step.Delay(time(0), place()) : new Step.Stop(place());
            default -> new Step.To(address(), place());
        };
    }

    private Step container(int depth) {
        return switch (random.nextInt(9)) {
            case 0 ->
                new Step.Choice(
                        List.of(
                                new Step.Choice.When(condition(), steps(depth, 0), place()),
                                new Step.Choice.When(condition(), steps(depth, 0), place())),
                        steps(depth, 0),
                        place());
            case 1 -> new Step.Filter(condition(), steps(depth, 0), place());
            case 2 ->
                new Step.Split(
                        xpath(Expression.XPath.Result.NODES),
                        combination(),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        steps(depth, 1),
                        place());
            case 3 ->
                new Step.Aggregate(
                        value(),
                        combination(),
                        OptionalInt.of(1 + random.nextInt(10_000)),
                        perhaps(() -> time(1)),
                        perhaps(this::condition),
                        steps(depth, 1),
                        place());
            case 4 ->
                new Step.Multicast(steps(depth, 1), combination(), random.nextBoolean(), random.nextBoolean(), place());
            case 5 -> new Step.Sequence(steps(depth, 1), place());
            case 6 ->
                new Step.CircuitBreaker(
                        1 + random.nextInt(100),
                        5000 + random.nextInt(5000),
                        1 + random.nextInt(5000),
                        time(1000).compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofMillis(5400) : Duration.ofHours(1),
                        perhaps(() -> time(1)),
                        steps(depth, 1),
                        steps(depth, 0),
                        place());
            case 7 -> new Step.IdempotentConsumer(value(), 1 + random.nextInt(100_000), steps(depth, 0), place());
            default ->
                new Step.Try(
                        steps(depth, 1),
                        List.of(new Step.Try.Catch(kinds(), perhaps(this::condition), steps(depth, 0), place())),
                        steps(depth, 0),
                        place());
        };
    }
}
