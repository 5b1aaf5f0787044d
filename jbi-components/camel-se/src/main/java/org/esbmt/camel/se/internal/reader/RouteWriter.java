package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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

/** Writes the one route file of a unit from what was understood: nothing else that its author wrote is in it. */
final class RouteWriter {
    private final XmlText xml = new XmlText(RouteUnitReader.MOST_CANONICAL_BYTES);
    private final UnaryOperator<QName> names;

    private RouteWriter(UnaryOperator<QName> names) {
        this.names = names;
    }

    /**
     * The file's bytes.
     *
     * @param names what a service is called there
     * @return empty if it would be larger than it may be
     */
    static Optional<byte[]> write(RouteUnit unit, UnaryOperator<QName> names) {
        RouteWriter writer = new RouteWriter(names);
        writer.xml.open("routes").attribute("xmlns", "http://camel.apache.org/schema/spring");
        writer.xml.attribute("xmlns:esbmt", Canonical.NAMESPACE);
        unit.routes().forEach(writer::route);
        writer.xml.close();
        return writer.xml.text().map(t -> t.getBytes(UTF_8));
    }

    private XmlText open(String name, Place place) {
        return xml.open(name).attribute(Canonical.AT, Canonical.at(place));
    }

    private void route(Route route) {
        open("route", route.place()).attribute("id", route.id());
        xml.open("from").attribute("uri", uri(route.from()));
        xml.close();
        route.errors().forEach(this::onError);
        steps(route.steps());
        xml.close();
    }

    private void onError(OnError error) {
        open("onException", error.place());
        kinds(error.kinds());
        error.onWhen().ifPresent(w -> wrapped("onWhen", w));
        error.retry().ifPresent(this::retry);
        xml.open("handled").open("constant").text(Boolean.toString(error.handled()));
        xml.close();
        xml.close();
        steps(error.steps());
        xml.close();
    }

    private void kinds(Iterable<ErrorKind> kinds) {
        for (ErrorKind kind : kinds) {
            xml.open("exception").text(ErrorKinds.name(kind));
            xml.close();
        }
    }

    private void retry(Retry retry) {
        xml.open("redeliveryPolicy")
                .attribute("maximumRedeliveries", Integer.toString(retry.redeliveries()))
                .attribute("redeliveryDelay", Long.toString(retry.delay().toMillis()))
                .attribute("useExponentialBackOff", "true")
                .attribute("backOffMultiplier", new BigDecimal(Double.toString(retry.multiplier())).toPlainString())
                .attribute(
                        "maximumRedeliveryDelay",
                        Long.toString(retry.mostDelay().toMillis()));
        xml.close();
    }

    // ---- addresses

    private String uri(Address address) {
        if (address instanceof Address.Direct direct) {
            return "direct:" + direct.name();
        }
        Address.Jbi jbi = (Address.Jbi) address;
        Address.Jbi named = new Address.Jbi(names.apply(jbi.service()), jbi.endpoint(), jbi.operation(), jbi.pattern());
        StringBuilder uri = new StringBuilder(named.uri());
        jbi.pattern().ifPresent(p -> uri.append("?mep=").append(Uris.word(p)));
        jbi.operation().ifPresent(o -> uri.append(jbi.pattern().isPresent() ? '&' : '?')
                .append("operation=")
                .append(o.toString().replace("%", "%25").replace("&", "%26")));
        return uri.toString();
    }

    // ---- steps

    private void steps(List<Step> steps) {
        steps.forEach(this::step);
    }

    private void part(String name, List<Step> steps) {
        if (!steps.isEmpty()) {
            xml.open(name);
            steps(steps);
            xml.close();
        }
    }

    private void step(Step step) {
        if (step instanceof Step.To to) {
            open("to", to.place()).attribute("uri", uri(to.address()));
        } else if (step instanceof Step.WireTap tap) {
            open("wireTap", tap.place()).attribute("uri", uri(tap.address()));
        } else if (step instanceof Step.Xslt xslt) {
            open("to", xslt.place()).attribute("uri", "xslt:" + xslt.file());
        } else if (step instanceof Step.ValidateSchema schema) {
            open("to", schema.place()).attribute("uri", "validator:" + schema.file());
        } else if (step instanceof Step.SetHeader header) {
            open("setHeader", header.place()).attribute("name", header.name());
            expression(header.value(), false);
        } else if (step instanceof Step.RemoveHeaders headers) {
            boolean pattern = headers.name().endsWith("*");
            open(pattern ? "removeHeaders" : "removeHeader", headers.place())
                    .attribute(pattern ? "pattern" : "name", headers.name());
        } else if (step instanceof Step.SetBody body) {
            open("setBody", body.place());
            expression(body.value(), false);
        } else if (step instanceof Step.ValidateExpression validate) {
            open("validate", validate.place());
            expression(validate.condition(), true);
        } else if (step instanceof Step.Stop) {
            open("stop", step.place());
        } else {
            timed(step);
        }
        xml.close();
    }

    private void timed(Step step) {
        if (step instanceof Step.Delay delay) {
            open("delay", delay.place());
            constant(Long.toString(delay.time().toMillis()));
        } else if (step instanceof Step.Throttle throttle) {
            open("throttle", throttle.place())
                    .attribute(
                            "timePeriodMillis", Long.toString(throttle.period().toMillis()));
            constant(Integer.toString(throttle.exchanges()));
        } else if (step instanceof Step.CircuitBreaker breaker) {
            circuitBreaker(breaker);
        } else {
            container(step);
        }
    }

    private void circuitBreaker(Step.CircuitBreaker breaker) {
        open("circuitBreaker", breaker.place());
        xml.open("resilience4jConfiguration")
                .attribute("failureRateThreshold", Integer.toString(breaker.failurePercent()))
                .attribute("slidingWindowSize", Integer.toString(breaker.window()))
                .attribute("minimumNumberOfCalls", Integer.toString(breaker.minimumCalls()))
                .attribute("waitDurationInOpenState", breaker.openFor().toMillis() + "ms");
        breaker.timeout().ifPresent(t -> xml.attribute("timeoutEnabled", "true")
                .attribute("timeoutDuration", Long.toString(t.toMillis())));
        xml.close();
        steps(breaker.steps());
        part("onFallback", breaker.fallback());
    }

    private void container(Step step) {
        if (step instanceof Step.Sequence sequence) {
            open("pipeline", sequence.place());
            steps(sequence.steps());
        } else if (step instanceof Step.Filter filter) {
            open("filter", filter.place());
            expression(filter.condition(), true);
            steps(filter.steps());
        } else if (step instanceof Step.Choice choice) {
            open("choice", choice.place());
            for (Step.Choice.When when : choice.whens()) {
                open("when", when.place());
                expression(when.condition(), true);
                steps(when.steps());
                xml.close();
            }
            part("otherwise", choice.otherwise());
        } else if (step instanceof Step.Try t) {
            open("doTry", t.place());
            steps(t.steps());
            for (Step.Try.Catch c : t.catches()) {
                open("doCatch", c.place());
                kinds(c.kinds());
                c.onWhen().ifPresent(w -> wrapped("onWhen", w));
                steps(c.steps());
                xml.close();
            }
            part("doFinally", t.atLast());
        } else if (step instanceof Step.IdempotentConsumer consumer) {
            open("idempotentConsumer", consumer.place())
                    .attribute("idempotentRepository", "memory:" + consumer.remembered());
            expression(consumer.key(), false);
            steps(consumer.steps());
        } else {
            collection(step);
        }
    }

    private void collection(Step step) {
        if (step instanceof Step.Split split) {
            open("split", split.place());
            parallel(split.combination(), split.parallel(), split.stopOnError());
            expression(split.parts(), false);
            steps(split.steps());
        } else if (step instanceof Step.Multicast multicast) {
            open("multicast", multicast.place());
            parallel(multicast.combination(), multicast.parallel(), multicast.stopOnError());
            steps(multicast.branches());
        } else if (step instanceof Step.Aggregate aggregate) {
            open("aggregate", aggregate.place())
                    .attribute("aggregationStrategy", Strategies.word(aggregate.combination()));
            aggregate.completionSize().ifPresent(s -> xml.attribute("completionSize", Integer.toString(s)));
            aggregate
                    .completionTimeout()
                    .ifPresent(t -> xml.attribute("completionTimeout", Long.toString(t.toMillis())));
            xml.open("correlationExpression");
            expression(aggregate.correlation(), false);
            xml.close();
            aggregate.completionCondition().ifPresent(c -> wrapped("completionPredicate", c));
            steps(aggregate.steps());
        } else {
            throw new IllegalStateException("no element for " + step.getClass().getSimpleName());
        }
    }

    private void parallel(Step.Combination combination, boolean parallel, boolean stopOnError) {
        xml.attribute("aggregationStrategy", Strategies.word(combination))
                .attribute("parallelProcessing", Boolean.toString(parallel))
                .attribute("stopOnException", Boolean.toString(stopOnError));
    }

    // ---- expressions

    private void wrapped(String name, Expression condition) {
        xml.open(name);
        expression(condition, true);
        xml.close();
    }

    private void constant(String text) {
        xml.open("constant").attribute("trim", "false").text(text);
        xml.close();
    }

    private void expression(Expression expression, boolean condition) {
        if (expression instanceof Expression.Constant constant) {
            constant(constant.text());
        } else if (expression instanceof Expression.Header header) {
            xml.open("header").text(header.name());
            xml.close();
        } else if (expression instanceof Expression.XPath xpath) {
            xpath(xpath);
        } else {
            String simple = condition ? SimpleText.condition(expression) : SimpleText.template(expression);
            xml.open("simple").attribute("trim", "false").text(simple);
            xml.close();
        }
    }

    private void xpath(Expression.XPath xpath) {
        open("xpath", xpath.place())
                .attribute("saxon", Boolean.toString(xpath.version() == Expression.XPath.Version.V2))
                .attribute(
                        "resultQName",
                        xpath.result() == Expression.XPath.Result.NODES
                                ? "NODESET"
                                : xpath.result().name());
        if (!xpath.header().isEmpty()) {
            xml.attribute("headerName", xpath.header());
        }
        xpath.namespaces().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(n -> {
                    xml.open("namespace").attribute("key", n.getKey()).attribute("value", n.getValue());
                    xml.close();
                });
        xml.text(xpath.text());
        xml.close();
    }
}
