package org.esbmt.camel.se.internal.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteUnitReaderTest {
    private static final String FILE = "camel-context.xml";

    private static Address.Jbi jbi(String service) {
        return new Address.Jbi(new QName("urn:orders", service), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Step step(String... xml) {
        List<Step> steps = TestUnit.steps(xml).route().steps();
        assertThat(steps).hasSize(1);
        return steps.get(0);
    }

    private static Place line(int line) {
        return new Place(FILE, line);
    }

    @Test
    void aHistoricalUnitOfServicemixCamelIsRead() {
        Route route = TestUnit.xml("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <beans xmlns="http://www.springframework.org/schema/beans"
                               xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                               xsi:schemaLocation="http://camel.apache.org/schema/spring x.xsd">
                          <!-- the only route -->
                          <camelContext id="camel" xmlns="http://camel.apache.org/schema/spring">
                            <route>
                              <from uri="jbi:service:http://acme.example/orders/Orders"/>
                              <to uri="jbi:endpoint:urn:back:Archive:soap?mep=in-only&amp;operation={urn:x}put"/>
                            </route>
                          </camelContext>
                        </beans>
                        """).route();
        assertThat(route.id()).isEqualTo("route1");
        assertThat(route.place()).isEqualTo(line(7));
        assertThat(route.from())
                .isEqualTo(new Address.Jbi(
                        new QName("http://acme.example/orders", "Orders"),
                        Optional.of("camel"),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(route.steps())
                .containsExactly(new Step.To(
                        new Address.Jbi(
                                new QName("urn:back", "Archive"),
                                Optional.of("soap"),
                                Optional.of(new QName("urn:x", "put")),
                                Optional.of(Address.Pattern.IN_ONLY)),
                        line(9)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://camel.apache.org/schema/spring",
                "http://camel.apache.org/schema/xml-io",
                "http://camel.apache.org/schema/blueprint",
                ""
            })
    void aFileIsInANamespaceOfCamelOrInNone(String namespace) {
        String route = "<route><from uri='direct:a'/><stop/></route>";
        for (String root : List.of("routes", "camelContext", "camel")) {
            TestUnit.xml("<" + root + " xmlns='" + namespace + "'>" + route + "</" + root + ">")
                    .route();
        }
        TestUnit.xml(route.replace("<route>", "<route xmlns='" + namespace + "'>"))
                .route();
        TestUnit.xml("<blueprint xmlns='http://www.osgi.org/xmlns/blueprint/v1.0.0'><camelContext xmlns='" + namespace
                        + "'>" + route + "</camelContext></blueprint>")
                .route();
    }

    @Test
    void expressionsHaveTheMeaningOfTheirPlace() {
        Step.Choice choice = (Step.Choice) step(
                "<choice><when>",
                "<xpath>/o:order/@urgent = 'yes'</xpath><stop/></when>",
                "<when><simple>${header.kind} == 'x' &amp;&amp; ${body} contains \"y\"</simple><stop/></when>",
                "<when><simple>${header.n} &gt;= 5</simple></when>",
                "<otherwise><setBody><xpath saxon='true'>/o:a</xpath></setBody></otherwise></choice>");
        assertThat(choice.whens().get(0).condition())
                .isEqualTo(new Expression.XPath(
                        "/o:order/@urgent = 'yes'",
                        Map.of("o", "urn:orders"),
                        Expression.XPath.Version.V1,
                        Expression.XPath.Result.BOOLEAN,
                        "",
                        line(4)));
        assertThat(choice.whens().get(1).condition())
                .isEqualTo(new Expression.Logical(
                        true,
                        List.of(
                                new Expression.Comparison(
                                        new Expression.Header("kind"),
                                        Expression.Comparison.Operator.EQUAL,
                                        new Expression.Constant("x")),
                                new Expression.Comparison(
                                        new Expression.Body(),
                                        Expression.Comparison.Operator.CONTAINS,
                                        new Expression.Constant("y")))));
        assertThat(choice.whens().get(2).condition())
                .isEqualTo(new Expression.Comparison(
                        new Expression.Header("n"),
                        Expression.Comparison.Operator.GREATER_OR_EQUAL,
                        new Expression.Constant("5")));
        assertThat(((Step.SetBody) choice.otherwise().get(0)).value())
                .isEqualTo(new Expression.XPath(
                        "/o:a",
                        Map.of("o", "urn:orders"),
                        Expression.XPath.Version.V2,
                        Expression.XPath.Result.NODES,
                        "",
                        line(7)));
    }

    @Test
    void textsAndHeadersAreSetAndRemoved() {
        List<Step> steps = TestUnit.steps(
                        "<setHeader name='X-A'><simple>a-${body}-${headers.b}</simple></setHeader>",
                        "<setHeaders><setHeader name='X-B'><header>X-A</header></setHeader>",
                        "<setHeader name='X-C'><constant> c </constant></setHeader></setHeaders>",
                        "<removeHeader name='X-A'/>",
                        "<removeHeaders pattern='X-*'/>",
                        "<transform><constant trim='false'> <![CDATA[<a/>]]></constant></transform>",
                        "<setHeader name='X-D'><xpath resultType='java.lang.Double' source='header:X-A'>1</xpath></setHeader>")
                .route()
                .steps();
        assertThat(steps)
                .containsExactly(
                        new Step.SetHeader(
                                "X-A",
                                new Expression.Concatenation(List.of(
                                        new Expression.Constant("a-"),
                                        new Expression.Body(),
                                        new Expression.Constant("-"),
                                        new Expression.Header("b"))),
                                line(3)),
                        new Step.SetHeader("X-B", new Expression.Header("X-A"), line(4)),
                        new Step.SetHeader("X-C", new Expression.Constant("c"), line(5)),
                        new Step.RemoveHeaders("X-A", line(6)),
                        new Step.RemoveHeaders("X-*", line(7)),
                        new Step.SetBody(new Expression.Constant(" <a/>"), line(8)),
                        new Step.SetHeader(
                                "X-D",
                                new Expression.XPath(
                                        "1",
                                        Map.of(),
                                        Expression.XPath.Version.V1,
                                        Expression.XPath.Result.NUMBER,
                                        "X-A",
                                        line(9)),
                                line(9)));
    }

    @Test
    void splitAggregateAndMulticastHaveACombination() {
        assertThat(((Step.Split) step("<split><xpath>/a/b</xpath><stop/></split>")).combination())
                .isEqualTo(Step.Combination.ORIGINAL);
        Step.Multicast multicast = (Step.Multicast) step(
                "<multicast parallelProcessing='true' aggregationStrategy='collect' stopOnException='true'>",
                "<to uri='jbi:service:urn:orders/A'/><pipeline><stop/></pipeline></multicast>");
        assertThat(multicast)
                .isEqualTo(new Step.Multicast(
                        List.of(
                                new Step.To(jbi("A"), line(4)),
                                new Step.Sequence(List.of(new Step.Stop(line(4))), line(4))),
                        Step.Combination.COLLECT,
                        true,
                        true,
                        line(3)));
        Step.Aggregate aggregate = (Step.Aggregate) step(
                "<aggregate completionTimeout='1m30s'><correlationExpression><header>id</header></correlationExpression>",
                "<completionPredicate><simple>${header.last}</simple></completionPredicate><stop/></aggregate>");
        assertThat(aggregate.completionTimeout()).contains(Duration.ofSeconds(90));
        assertThat(aggregate.completionSize()).isEqualTo(OptionalInt.of(10_000));
        assertThat(aggregate.completionCondition()).contains(new Expression.Header("last"));
        assertThat(aggregate.combination()).isEqualTo(Step.Combination.COLLECT);
    }

    @Test
    void headersOfOneElementAreOneBranch() {
        Step.Multicast multicast = (Step.Multicast) step(
                "<multicast><setHeaders><setHeader name='a'><constant>1</constant></setHeader>",
                "<setHeader name='b'><constant>2</constant></setHeader></setHeaders><stop/></multicast>");
        assertThat(multicast.branches())
                .containsExactly(
                        new Step.Sequence(
                                List.of(
                                        new Step.SetHeader("a", new Expression.Constant("1"), line(3)),
                                        new Step.SetHeader("b", new Expression.Constant("2"), line(4))),
                                line(3)),
                        new Step.Stop(line(4)));
    }

    @Test
    void otherStepsHaveCamelsDefaults() {
        assertThat(step("<throttle><constant>3</constant></throttle>"))
                .isEqualTo(new Step.Throttle(3, Duration.ofSeconds(1), line(3)));
        assertThat(step("<delay><constant>250ms</constant></delay>"))
                .isEqualTo(new Step.Delay(Duration.ofMillis(250), line(3)));
        assertThat(step("<idempotentConsumer><header>id</header><stop/></idempotentConsumer>"))
                .isEqualTo(new Step.IdempotentConsumer(
                        new Expression.Header("id"), 1000, List.of(new Step.Stop(line(3))), line(3)));
        assertThat(step(
                        "<circuitBreaker><resilience4jConfiguration slidingWindowSize='10' waitDurationInOpenState='5'",
                        " timeoutEnabled='true'/><stop/><onFallback><stop/></onFallback></circuitBreaker>"))
                .isEqualTo(new Step.CircuitBreaker(
                        50,
                        10,
                        10,
                        Duration.ofSeconds(5),
                        Optional.of(Duration.ofSeconds(1)),
                        List.of(new Step.Stop(line(4))),
                        List.of(new Step.Stop(line(4))),
                        line(3)));
        assertThat(
                        step(
                                "<doTry><stop/><doCatch><exception>java.io.IOException</exception><exception>org.esbmt.Fault</exception>",
                                "<onWhen><simple>${header.a}</simple></onWhen><stop/></doCatch><doFinally><stop/></doFinally></doTry>"))
                .isEqualTo(new Step.Try(
                        List.of(new Step.Stop(line(3))),
                        List.of(new Step.Try.Catch(
                                Set.of(ErrorKind.UNAVAILABLE, ErrorKind.FAULT),
                                Optional.of(new Expression.Header("a")),
                                List.of(new Step.Stop(line(4))),
                                line(3))),
                        List.of(new Step.Stop(line(4))),
                        line(3)));
    }

    @Test
    void errorsAreHandledByTheRouteThenByTheEnclosingElements() {
        Route route = TestUnit.xml("<camelContext errorHandlerRef='dead'" + TestUnit.XMLNS + ">\n"
                        + "<errorHandler id='dead' type='DeadLetterChannel' deadLetterUri='jbi:service:urn:orders/Dead'>\n"
                        + "<redeliveryPolicy maximumRedeliveries='2'/></errorHandler>\n"
                        + "<onException><exception>java.io.IOException</exception>"
                        + "<redeliveryPolicy maximumRedeliveries='5' redeliveryDelay='10' useExponentialBackOff='true'/>"
                        + "<handled><constant>true</constant></handled><stop/></onException>\n"
                        + "<onException><exception>org.esbmt.Timeout</exception></onException>\n"
                        + "<route><from uri='direct:a'/>\n"
                        + "<onException><exception>org.esbmt.Fault</exception><stop/></onException>\n"
                        + "<to uri='jbi:service:urn:orders/B'/></route></camelContext>")
                .route();
        Retry twice = new Retry(2, Duration.ofSeconds(1), 1, Duration.ofMinutes(1));
        List<Step> dead = List.of(new Step.To(jbi("Dead"), line(2)));
        assertThat(route.errors())
                .containsExactly(
                        new OnError(
                                Set.of(ErrorKind.FAULT),
                                Optional.empty(),
                                Optional.empty(),
                                false,
                                List.of(new Step.Stop(line(7))),
                                line(7)),
                        new OnError(
                                Set.of(ErrorKind.UNAVAILABLE),
                                Optional.empty(),
                                Optional.of(new Retry(5, Duration.ofMillis(10), 2, Duration.ofMinutes(1))),
                                true,
                                List.of(new Step.Stop(line(4))),
                                line(4)),
                        new OnError(
                                Set.of(ErrorKind.TIMEOUT), Optional.empty(), Optional.of(twice), true, dead, line(5)),
                        new OnError(Set.of(ErrorKind.ANY), Optional.empty(), Optional.of(twice), true, dead, line(2)));
    }

    @Test
    void aRouteMayDisableTheCommonErrorHandler() {
        List<Route> routes = TestUnit.xml(
                        "<routes" + TestUnit.XMLNS + ">"
                                + "<errorHandler><deadLetterChannel deadLetterUri='jbi:service:urn:orders/Dead'/></errorHandler>"
                                + "<route><from uri='direct:a'/><stop/></route>"
                                + "<route><errorHandler><noErrorHandler/></errorHandler><from uri='direct:b'/><stop/></route></routes>")
                .accepted()
                .routes();
        assertThat(routes.get(0).errors()).hasSize(1);
        assertThat(routes.get(1).errors()).isEmpty();
    }

    @Test
    void stylesheetsAndSchemasAreFilesOfTheUnitWithTheirImports() {
        RouteUnitReader.Reading reading = TestUnit.steps("<to uri='xslt:x/a.xsl'/>", "<to uri='validator:s.xsd'/>")
                .with(
                        "x/a.xsl",
                        "<s:stylesheet xmlns:s='http://www.w3.org/1999/XSL/Transform'><s:import href='../b.xslt'/></s:stylesheet>")
                .with("b.xslt", "<x/>")
                .with(
                        "s.xsd",
                        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:include schemaLocation='./t.xsd'/></xs:schema>")
                .with("t.xsd", "<x/>")
                .with("unused.xsd", "<x/>")
                .read();
        assertThat(reading.findings()).isEmpty();
        assertThat(reading.files()).containsExactlyInAnyOrder("x/a.xsl", "b.xslt", "s.xsd", "t.xsd");
    }

    @ParameterizedTest
    @CsvSource({"../b.xsl", "/b.xsl", "http://h/b.xsl", "missing.xsl", "b.xsd", "file:b.xsl", "a/../../b.xsl"})
    void anImportThatLeavesTheUnitIsAFindingInTheStylesheet(String href) {
        TestUnit.steps("<to uri='xslt:a.xsl'/>")
                .with("b.xsd", "<x/>")
                .with(
                        "a.xsl",
                        "<s:stylesheet xmlns:s='http://www.w3.org/1999/XSL/Transform'>\n<s:include href='" + href
                                + "'/></s:stylesheet>")
                .refused("a.xsl:2: ", "camel.file");
    }

    @Test
    void allFindingsOfAllFilesComeInOneAnswer() {
        List<Finding> findings = TestUnit.steps(
                        "<toD uri='x'/>",
                        "<setBody><groovy>1</groovy></setBody>",
                        "<to uri='exec:ls' nonsense='1'/>",
                        "<delay><constant>2h</constant></delay>")
                .with("broken.xml", "<routes>\n<route></routes>")
                .with("more.yaml", "- route:\n    from:\n      uri: timer:x\n      steps:\n        - bean: x\n")
                .findings();
        assertThat(findings.stream().map(f -> f.file() + ":" + f.line() + " " + f.rule()))
                .containsExactly(
                        "broken.xml:2 xml.not-well-formed",
                        FILE + ":3 camel.step",
                        FILE + ":4 camel.language",
                        FILE + ":5 camel.attribute",
                        FILE + ":5 camel.scheme",
                        FILE + ":6 camel.value",
                        "more.yaml:3 camel.scheme",
                        "more.yaml:5 camel.step");
    }

    @Test
    void theProvidedEndpointsAreTheBeginningsOfRoutes() {
        String jbi = "<jbi xmlns='http://java.sun.com/xml/ns/jbi' version='1.0'><services binding-component='false'>\n"
                + "<provides xmlns:o='urn:orders' service-name='o:Orders' endpoint-name='%s'/></services></jbi>";
        String route = "<route><from uri='jbi:service:urn:orders/Orders'/><stop/></route>";
        Address from = TestUnit.xml(route)
                .with("META-INF/jbi.xml", jbi.formatted("soap"))
                .route()
                .from();
        assertThat(((Address.Jbi) from).endpoint()).contains("soap");
        assertThat(TestUnit.steps("<stop/>")
                        .with("META-INF/jbi.xml", jbi.formatted("other"))
                        .findings())
                .extracting(Finding::file, Finding::line, Finding::rule)
                .containsExactly(tuple("META-INF/jbi.xml", 2, "camel.provides"), tuple(FILE, 1, "camel.provides"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "<to uri='direct:nowhere'/> # camel.direct",
                "<to uri='jbi:service:nothing'/> # camel.uri",
                "<to uri='jbi:interface:urn:a/B'/> # camel.scheme",
                "<to uri='jbi:service:urn:a/B?mep=in-opt-out'/> # camel.option",
                "<to uri='jbi:service:urn:a/B?foo=1'/> # camel.option",
                "<to uri='jbi:service:urn:a/B?mep=in-only&amp;mep=in-only'/> # camel.option",
                "<to uri='xslt:../a.xsl'/> # camel.uri",
                "<to uri='xslt:a.xsl?transformerFactoryClass=x'/> # camel.option",
                "<to uri='xslt:gone.xsl'/> # camel.file",
                "<wireTap uri='xslt:a.xsl'/> # camel.scheme",
                "<to/> # camel.missing",
                "<setBody/> # camel.missing",
                "<setBody><constant>1</constant><constant>2</constant></setBody> # camel.order",
                "<filter><stop/><constant>true</constant></filter> # camel.order",
                "<choice><otherwise/><when><constant>1</constant></when></choice> # camel.order",
                "<doTry><stop/><doFinally/><stop/></doTry> # camel.order",
                "<when><constant>1</constant></when> # camel.element",
                "<foo/> # camel.element",
                "<o:to uri='direct:a'/> # camel.element",
                "<stop>now</stop> # camel.text",
                "<stop name='x'/> # camel.attribute",
                "<stop o:id='x'/> # camel.attribute",
                "<split><header>a</header><stop/></split> # camel.expression",
                "<split><xpath resultQName='STRING'>a</xpath><stop/></split> # camel.expression",
                "<delay><header>a</header></delay> # camel.expression",
                "<delay><constant>3600001</constant></delay> # camel.value",
                "<throttle><constant>10001</constant></throttle> # camel.value",
                "<throttle><constant>0</constant></throttle> # camel.value",
                "<aggregate completionSize='10001'><correlationExpression><constant>1</constant></correlationExpression><stop/></aggregate> # camel.value",
                "<aggregate completionTimeout='61m'><correlationExpression><constant>1</constant></correlationExpression><stop/></aggregate> # camel.value",
                "<idempotentConsumer idempotentRepository='bean'><header>a</header></idempotentConsumer> # camel.value",
                "<doTry><stop/><doCatch><exception>java.lang.Error</exception></doCatch></doTry> # camel.exception",
                "<circuitBreaker><resilience4jConfiguration slidingWindowSize='5' minimumNumberOfCalls='6'/><stop/></circuitBreaker> # camel.value"
            })
    void anInvalidStepHasOneFindingWithItsLine(String step, String rule) {
        TestUnit.steps(step).refused(FILE + ":3: ", rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"maximumRedeliveries='101'", "maximumRedeliveries='-1'", "redeliveryDelay='3600001'"})
    void retriesAreBounded(String attribute) {
        TestUnit.steps("<stop/>")
                .with(
                        "e.xml",
                        "<routes><errorHandler><defaultErrorHandler><redeliveryPolicy " + attribute
                                + "/></defaultErrorHandler></errorHandler></routes>")
                .refused("e.xml:1: ", "camel.value");
    }

    @Test
    void aRepeatedAddressOrIdIsAFinding() {
        TestUnit.xml("<routes><route id='a'><from uri='direct:a'/><stop/></route>\n"
                        + "<route id='a'><from uri='direct:b'/><stop/></route></routes>")
                .refused(FILE + ":2: there is a route with the id 'a' already", "camel.duplicate");
        TestUnit.xml("<routes><route><from uri='jbi:service:urn:a/B'/><stop/></route>\n"
                        + "<route><from uri='jbi:endpoint:urn:a:B:camel'/><stop/></route></routes>")
                .refused(FILE + ":2: the route route1", "camel.duplicate");
        TestUnit.xml("<routes><route><from uri='jbi:service:urn:a/B'/><stop/></route>\n"
                        + "<route><from uri='jbi:endpoint:urn:b:B:other'/><stop/></route></routes>")
                .refused(FILE + ":2: the services", "camel.name");
    }

    @Test
    void aUnitWithoutRoutesIsAFinding() {
        new TestUnit().refused("routes.xml: the unit has no route", "camel.missing");
        TestUnit.xml("<routes/>").refused(FILE + ": the unit has no route", "camel.missing");
        TestUnit.xml("<project/>").refused(FILE + ":1: the root 'project'", "camel.root");
        TestUnit.steps("<stop/>")
                .with("META-INF/spring/camel.xml", "<routes/>")
                .refused("META-INF/spring/camel.xml: routes do not stand", "camel.file");
    }

    @Test
    void findingsOfTheContentCheckAreIncluded() {
        ContentCheck check = new ContentCheck() {
            @Override
            public List<Finding> xpath(Expression.XPath x) {
                return List.of(new Finding(x.place().file(), x.place().line(), "xpath.x", x.text()));
            }

            @Override
            public List<Finding> stylesheet(String file, UnitFiles unit, Place at) {
                return List.of(new Finding(file, 7, "xslt.x", at.toString()));
            }

            @Override
            public List<Finding> schema(String file, UnitFiles unit, Place at) {
                return List.of(new Finding(file, 8, "schema.x", at.toString()));
            }
        };
        TestUnit unit = TestUnit.steps(
                        "<to uri='xslt:a.xsl'/><to uri='xslt:a.xsl'/>",
                        "<setBody><xpath>x</xpath></setBody><to uri='validator:a.xsd'/>")
                .with("a.xsl", "<x/>")
                .with("a.xsd", "<x/>");
        assertThat(RouteUnitReader.read(unit, check, service -> false).findings().stream()
                        .map(Finding::toString))
                .containsExactly(
                        "a.xsd:8: camel-context.xml:4 [schema.x]",
                        "a.xsl:7: camel-context.xml:3 [xslt.x]",
                        "camel-context.xml:4: x [xpath.x]");
    }
}
