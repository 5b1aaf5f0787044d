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

/** Writes the one route file of a unit from its model. It contains nothing else of the author's text. */
final class RouteWriter {
    private final XmlText xml = new XmlText(RouteUnitReader.MOST_CANONICAL_BYTES);
    private final UnaryOperator<QName> names;

    private RouteWriter(UnaryOperator<QName> names) {
        this.names = names;
    }

    /**
     * The file's bytes.
     *
     * @param names the name of a service in the file
     * @return empty if the file would exceed its limit
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

    private XmlText steps(List<Step> steps) {
        steps.forEach(this::step);
        return xml;
    }

    private XmlText part(String name, List<Step> steps) {
        if (!steps.isEmpty()) {
            xml.open(name);
            steps(steps);
            xml.close();
        }
        return xml;
    }

    private void step(Step step) {
        step.accept(new Beginning());
        xml.close();
    }

    /** Writes a step's element without its end. */
    private final class Beginning implements Step.Visitor<XmlText> {
        @Override
        public XmlText to(Step.To to) {
            return open("to", to.place()).attribute("uri", uri(to.address()));
        }

        @Override
        public XmlText wireTap(Step.WireTap tap) {
            return open("wireTap", tap.place()).attribute("uri", uri(tap.address()));
        }

        @Override
        public XmlText xslt(Step.Xslt xslt) {
            return open("to", xslt.place()).attribute("uri", "xslt:" + xslt.file());
        }

        @Override
        public XmlText validateSchema(Step.ValidateSchema schema) {
            return open("to", schema.place()).attribute("uri", "validator:" + schema.file());
        }

        @Override
        public XmlText setHeader(Step.SetHeader header) {
            open("setHeader", header.place()).attribute("name", header.name());
            return expression(header.value(), false);
        }

        @Override
        public XmlText removeHeaders(Step.RemoveHeaders headers) {
            boolean pattern = headers.name().endsWith("*");
            return open(pattern ? "removeHeaders" : "removeHeader", headers.place())
                    .attribute(pattern ? "pattern" : "name", headers.name());
        }

        @Override
        public XmlText setBody(Step.SetBody body) {
            open("setBody", body.place());
            return expression(body.value(), false);
        }

        @Override
        public XmlText validateExpression(Step.ValidateExpression validate) {
            open("validate", validate.place());
            return expression(validate.condition(), true);
        }

        @Override
        public XmlText stop(Step.Stop stop) {
            return open("stop", stop.place());
        }

        @Override
        public XmlText delay(Step.Delay delay) {
            open("delay", delay.place());
            return constant(Long.toString(delay.time().toMillis()));
        }

        @Override
        public XmlText throttle(Step.Throttle throttle) {
            open("throttle", throttle.place())
                    .attribute(
                            "timePeriodMillis", Long.toString(throttle.period().toMillis()));
            return constant(Integer.toString(throttle.exchanges()));
        }

        @Override
        public XmlText circuitBreaker(Step.CircuitBreaker breaker) {
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
            return part("onFallback", breaker.fallback());
        }

        @Override
        public XmlText sequence(Step.Sequence sequence) {
            open("pipeline", sequence.place());
            return steps(sequence.steps());
        }

        @Override
        public XmlText loop(Step.Loop loop) {
            open("loop", loop.place()).attribute("copy", Boolean.toString(loop.copy()));
            constant(Integer.toString(loop.times()));
            return steps(loop.steps());
        }

        @Override
        public XmlText filter(Step.Filter filter) {
            open("filter", filter.place());
            expression(filter.condition(), true);
            return steps(filter.steps());
        }

        @Override
        public XmlText choice(Step.Choice choice) {
            open("choice", choice.place());
            for (Step.Choice.When when : choice.whens()) {
                open("when", when.place());
                expression(when.condition(), true);
                steps(when.steps());
                xml.close();
            }
            return part("otherwise", choice.otherwise());
        }

        @Override
        public XmlText attempt(Step.Try attempt) {
            open("doTry", attempt.place());
            steps(attempt.steps());
            for (Step.Try.Catch c : attempt.catches()) {
                open("doCatch", c.place());
                kinds(c.kinds());
                c.onWhen().ifPresent(w -> wrapped("onWhen", w));
                steps(c.steps());
                xml.close();
            }
            return part("doFinally", attempt.atLast());
        }

        @Override
        public XmlText idempotentConsumer(Step.IdempotentConsumer consumer) {
            open("idempotentConsumer", consumer.place())
                    .attribute("idempotentRepository", "memory:" + consumer.remembered());
            expression(consumer.key(), false);
            return steps(consumer.steps());
        }

        @Override
        public XmlText split(Step.Split split) {
            open("split", split.place());
            parallel(split.combination(), split.parallel(), split.stopOnError());
            expression(split.parts(), false);
            return steps(split.steps());
        }

        @Override
        public XmlText multicast(Step.Multicast multicast) {
            open("multicast", multicast.place());
            parallel(multicast.combination(), multicast.parallel(), multicast.stopOnError());
            return steps(multicast.branches());
        }

        @Override
        public XmlText aggregate(Step.Aggregate aggregate) {
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
            return steps(aggregate.steps());
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

    private XmlText constant(String text) {
        xml.open("constant").attribute("trim", "false").text(text);
        return xml.close();
    }

    private XmlText expression(Expression expression, boolean condition) {
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
        return xml;
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
