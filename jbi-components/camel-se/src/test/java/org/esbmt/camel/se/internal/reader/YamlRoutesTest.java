package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Camel's YAML DSL has the meaning of its XML DSL. */
class YamlRoutesTest {

    /** The unit in a form without places, which differ. */
    private static String canonical(TestUnit unit) {
        RouteUnit read = unit.with("a.xsl", "<x/>").with("a.xsd", "<x/>").accepted();
        return new String(RouteWriter.write(read, n -> n).orElseThrow(), UTF_8).replaceAll(" esbmt:at=\"[^\"]*\"", "");
    }

    private static void same(String yaml, String xml) {
        assertThat(canonical(TestUnit.yamlSteps(yaml))).isEqualTo(canonical(TestUnit.steps(xml)));
    }

    @Test
    void simpleStepsAreWrittenShortOrLong() {
        same("- to: jbi:service:urn:a/B", "<to uri='jbi:service:urn:a/B'/>");
        same(
                "- to:\n    uri: jbi:service:urn:a/B\n    parameters:\n      mep: in-only\n      operation: \"{urn:a&b}c\"",
                "<to uri='jbi:service:urn:a/B?mep=in-only&amp;operation={urn:a%26b}c'/>");
        same("- to: xslt:a.xsl\n- to: validator:a.xsd", "<to uri='xslt:a.xsl'/><to uri='validator:a.xsd'/>");
        same("- wireTap:\n    uri: jbi:service:urn:a/B", "<wireTap uri='jbi:service:urn:a/B'/>");
        same("- setBody:\n    constant: 5", "<setBody><constant>5</constant></setBody>");
        same(
                "- setBody:\n    expression:\n      constant:\n        expression: ' 5 '\n        trim: false",
                "<setBody><constant trim='false'> 5 </constant></setBody>");
        same(
                "- setHeader:\n    name: a\n    simple: x${body}",
                "<setHeader name='a'><simple>x${body}</simple></setHeader>");
        same(
                "- setHeaders:\n    headers:\n      - name: a\n        constant: 1\n      - name: b\n        header: a",
                "<setHeader name='a'><constant>1</constant></setHeader><setHeader name='b'><header>a</header></setHeader>");
        same(
                "- removeHeader:\n    name: a\n- removeHeaders:\n    pattern: a*\n- stop: {}\n- stop:",
                "<removeHeader name='a'/><removeHeaders pattern='a*'/><stop/><stop/>");
        same(
                "- throttle:\n    constant: 7\n    timePeriodMillis: 5000\n- delay:\n    expression:\n      constant: 100",
                "<throttle timePeriodMillis='5000'><constant>7</constant></throttle><delay><constant>100</constant></delay>");
        same(
                "- transform:\n    xpath:\n      expression: /p:a\n      saxon: true\n      namespace:\n        - key: p\n          value: urn:p",
                "<transform><xpath saxon='true' xmlns:p='urn:p'>/p:a</xpath></transform>");
        same("- validate:\n    simple: ${body} != ''", "<validate><simple>${body} != ''</simple></validate>");
    }

    @Test
    void containersHaveSteps() {
        same(
                "- choice:\n    otherwise:\n      steps:\n        - stop: {}\n    when:\n      - simple: ${header.a}\n        steps:\n          - to: jbi:service:urn:a/B\n"
                        + "      - expression:\n          xpath: /a\n        steps: []",
                "<choice><when><simple>${header.a}</simple><to uri='jbi:service:urn:a/B'/></when>"
                        + "<when><xpath>/a</xpath></when><otherwise><stop/></otherwise></choice>");
        same(
                "- split:\n    steps:\n      - stop: {}\n    xpath: /a/b\n    parallelProcessing: true",
                "<split parallelProcessing='true'><xpath>/a/b</xpath><stop/></split>");
        same(
                "- aggregate:\n    completionSize: 3\n    completionPredicate:\n      simple: ${header.a}\n    correlationExpression:\n      header: b\n"
                        + "    aggregationStrategy: latest\n    steps:\n      - stop: {}",
                "<aggregate completionSize='3' aggregationStrategy='latest'><correlationExpression><header>b</header></correlationExpression>"
                        + "<completionPredicate><simple>${header.a}</simple></completionPredicate><stop/></aggregate>");
        same(
                "- multicast:\n    steps:\n      - stop: {}\n      - pipeline:\n          steps:\n            - stop: {}",
                "<multicast><stop/><pipeline><stop/></pipeline></multicast>");
        same(
                "- circuitBreaker:\n    resilience4jConfiguration:\n      slidingWindowSize: 5\n    steps:\n      - stop: {}\n    onFallback:\n      steps:\n        - stop: {}",
                "<circuitBreaker><resilience4jConfiguration slidingWindowSize='5'/><stop/><onFallback><stop/></onFallback></circuitBreaker>");
        same(
                "- doTry:\n    steps:\n      - stop: {}\n    doCatch:\n      - exception:\n          - java.lang.Exception\n          - org.esbmt.Fault\n"
                        + "        onWhen:\n          simple: ${header.a}\n        steps:\n          - stop: {}\n    doFinally:\n      steps:\n        - stop: {}",
                "<doTry><stop/><doCatch><exception>java.lang.Exception</exception><exception>org.esbmt.Fault</exception>"
                        + "<onWhen><simple>${header.a}</simple></onWhen><stop/></doCatch><doFinally><stop/></doFinally></doTry>");
        same(
                "- idempotentConsumer:\n    idempotentRepository: memory:5\n    header: id\n    steps:\n      - stop: {}",
                "<idempotentConsumer idempotentRepository='memory:5'><header>id</header><stop/></idempotentConsumer>");
    }

    @Test
    void aFileIsAListOfRoutesAndErrorHandlers() {
        String yaml = """
                - errorHandler:
                    deadLetterChannel:
                      deadLetterUri: jbi:service:urn:a/Dead
                      redeliveryPolicy:
                        maximumRedeliveries: 3
                - onException:
                    exception:
                      - java.io.IOException
                    handled:
                      constant: "true"
                    steps:
                      - stop: {}
                - from:
                    uri: jbi:service:urn:a/A
                    steps:
                      - to: direct:b
                - route:
                    id: b
                    from:
                      uri: direct
                      parameters: {}
                      steps:
                        - stop:
                """.replace("uri: direct\n", "uri: direct:b\n");
        String xml = """
                <routes>
                  <errorHandler><deadLetterChannel deadLetterUri="jbi:service:urn:a/Dead">
                    <redeliveryPolicy maximumRedeliveries="3"/></deadLetterChannel></errorHandler>
                  <onException><exception>java.io.IOException</exception>
                    <handled><constant>true</constant></handled><stop/></onException>
                  <route><from uri="jbi:service:urn:a/A"/><to uri="direct:b"/></route>
                  <route id="b"><from uri="direct:b"/><stop/></route>
                </routes>
                """;
        assertThat(canonical(TestUnit.yaml(yaml))).isEqualTo(canonical(TestUnit.xml(xml)));
    }

    @Test
    void routesOfBothLanguagesCallOneAnother() {
        List<Route> routes = TestUnit.xml("<route><from uri='jbi:service:urn:a/B'/><to uri='direct:y'/></route>")
                .with("y.yml", "- from:\n    uri: direct:y\n    steps:\n      - stop: {}\n")
                .accepted()
                .routes();
        assertThat(routes).extracting(Route::id).containsExactly("route1", "route2");
        assertThat(routes.get(1).steps()).hasOnlyElementsOfType(Step.Stop.class);
        assertThat(routes.get(1).place()).hasToString("y.yml:1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "a: b # 1",
                "- x # 1",
                "- {route: {}, from: {}} # 1",
                "- from: {uri: 'direct:a', steps: {stop: {}}} # 1",
                "- from: {uri: 'direct:a', steps: [x]} # 1",
                "- from: {uri: 'direct:a', steps: [to: [x], stop: {}]} # 1",
                "- from: {parameters: {a: b}, uri: 'direct:a', steps: [stop: {}]} # 1",
                "- from: {uri: 'direct:a', steps: [{filter: x}]} # 1",
                "- from: {uri: 'direct:a', steps: [{stop: {}}], [a]: b} # 1"
            })
    void anUnknownStructureIsReportedWithItsLine(String yaml, int line) {
        assertThat(TestUnit.yaml(yaml).findings()).anySatisfy(f -> {
            assertThat(f.rule()).isEqualTo("yaml.structure");
            assertThat(f.line()).isEqualTo(line);
        });
    }

    @Test
    void invalidYamlIsReportedWithItsLine() {
        Map.of(
                        "- a: b\n  - c", 2,
                        "- 'a\n\n", 3,
                        "\t- a", 1,
                        "- [a\n- b", 2,
                        "- @a", 1)
                .forEach((yaml, line) -> assertThat(TestUnit.yaml(yaml).findings())
                        .as(yaml)
                        .singleElement()
                        .satisfies(f -> {
                            assertThat(f.rule()).isEqualTo("yaml.not-well-formed");
                            assertThat(f.line()).isBetween(line - 1, line + 1);
                        }));
        TestUnit.yaml("").refused("routes.yaml:", "yaml.not-well-formed");
        TestUnit.yaml("# nothing").refused("routes.yaml:", "yaml.not-well-formed");
        TestUnit.yaml("- a: \u0000").refused("routes.yaml:", "yaml.not-well-formed");
    }

    @Test
    void aCharacterForbiddenInXmlIsRefused() {
        TestUnit.yamlSteps("- setBody:\n    constant: \"\\u0001\"").refused("routes.yaml:7: ", "camel.value");
        TestUnit.yamlSteps("- setBody:\n    simple: \"\\u0001\"").refused("routes.yaml:7: ", "camel.simple");
        TestUnit.yamlSteps("- setBody:\n    xpath: \"'\\uFFFF'\"").refused("routes.yaml:7: ", "camel.limit");
    }
}
