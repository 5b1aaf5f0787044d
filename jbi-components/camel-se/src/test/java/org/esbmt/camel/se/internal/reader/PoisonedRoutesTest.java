package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_16;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.Locale;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Route files of a hostile tenant. Each is refused for its attack, in both languages. */
class PoisonedRoutesTest {
    private static final String XML = "camel-context.xml:3: ";
    private static final String YAML = "routes.yaml:6: ";

    private static void scheme(String uri, String scheme) {
        String refusal = "the scheme '" + scheme + ":' is not there";
        TestUnit.steps("<to uri='" + uri + "'/>").refused(XML + refusal, "camel.scheme");
        TestUnit.steps("<wireTap uri='" + uri + "'/>").refused(XML + refusal, "camel.scheme");
        TestUnit.xml("<route><from uri='" + uri + "'/><stop/></route>")
                .refused("camel-context.xml:1: " + refusal, "camel.scheme");
        TestUnit.yamlSteps("- to: \"" + uri + "\"").refused(YAML + refusal, "camel.scheme");
        TestUnit.yamlSteps("- to:\n    uri: \"" + uri + "\"").refused("routes.yaml:7: " + refusal, "camel.scheme");
    }

    private static void step(String xml, String yaml, String rule) {
        TestUnit.steps(xml).refused(XML, rule);
        TestUnit.yamlSteps(yaml).refused("routes.yaml:", rule);
    }

    // ---- programs, files, classes, other resources

    @Test
    void aProgramIsNotExecuted() {
        scheme("exec:rm?args=-rf", "exec");
    }

    @Test
    void aFileIsNeitherReadNorWritten() {
        scheme("file:/etc?fileName=passwd", "file");
        scheme("file://etc", "file");
    }

    @Test
    void aBeanIsNotCalled() {
        scheme("bean:x?method=y", "bean");
        scheme("class:java.lang.Runtime", "class");
        step(
                "<bean beanType='java.lang.Runtime' method='exec'/>",
                "- bean:\n    beanType: java.lang.Runtime",
                "camel.step");
        step("<process ref='x'/>", "- process:\n    ref: x", "camel.step");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jms:queue:x",
                "timer:tick",
                "http://localhost/",
                "https://a/",
                "netty:tcp://a:1",
                "jdbc:x",
                "sql:select",
                "language:simple:x",
                "script:x",
                "ref:x",
                "seda:x",
                "vm:x",
                "log:x",
                "mock:x",
                "scheduler:x",
                "quartz:x",
                "velocity:x",
                "freemarker:x",
                "xquery:x",
                "stream:out",
                "control-bus:route",
                "controlbus:route",
                "nmr:x",
                "dataset:x",
                "direct-vm:x",
                "browse:x",
                "stub:x",
                "properties:x",
                "kamelet:x",
                "rest:get",
                "ldap:x",
                "DIRECT:a",
                "Exec:x",
                "jbi-x:y",
                "saga:x",
                "docker:x",
                "ssh:x",
                "ftp:x",
                "smtp:x"
            })
    void anyForeignSchemeIsRefused(String uri) {
        scheme(uri, uri.substring(0, uri.indexOf(':')).toLowerCase(Locale.ROOT));
    }

    // ---- languages

    @ParameterizedTest
    @ValueSource(
            strings = {
                "groovy",
                "spel",
                "javaScript",
                "js",
                "method",
                "ref",
                "csimple",
                "exchangeProperty",
                "mvel",
                "ognl",
                "python",
                "jsonpath",
                "jq",
                "joor",
                "java",
                "xquery",
                "datasonnet",
                "tokenize",
                "language",
                "sql",
                "php",
                "el",
                "wasm",
                "variable",
                "hl7terser"
            })
    void aLanguageThatRunsCodeIsRefusedInEveryExpression(String language) {
        String expression = "<" + language + ">1</" + language + ">";
        step("<setBody>" + expression + "</setBody>", "- setBody:\n    " + language + ": '1'", "camel.language");
        TestUnit.steps("<filter>" + expression + "<stop/></filter>").refused(XML, "camel.language");
        TestUnit.steps("<aggregate completionSize='1'><correlationExpression>" + expression
                        + "</correlationExpression><stop/></aggregate>")
                .refused(XML, "camel.language");
        TestUnit.yamlSteps(
                        "- setHeader:\n    name: a\n    expression:\n      " + language + ":\n        expression: '1'")
                .refused("routes.yaml:9: ", "camel.language");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${bean:x}",
                "${bean:type:java.lang.Runtime?method=exec}",
                "${sys.user.home}",
                "${env.PATH}",
                "${sysenv.PATH}",
                "${date:now:yyyy}",
                "${body.class}",
                "${body.toString}",
                "${bodyAs(String)}",
                "${header.a.bytes}",
                "${header[a]}",
                "${headers}",
                "${headers.a.size}",
                "${exchangeProperty.x}",
                "${exception.message}",
                "${camelContext.name}",
                "${exchange}",
                "${id}",
                "${random(10)}",
                "${ref:x}",
                "${type:java.lang.Runtime}",
                "${properties:x}",
                "${routeId}",
                "${threadName}",
                "${collate(3)}",
                "${messageHistory}",
                "${uuid}",
                "${mandatoryBodyAs(String)}",
                "${null}",
                "${in.body}",
                "${}",
                "${ body}",
                "${body",
                "$simple{body}",
                "${header.CamelFileName}",
                "${header.operationName}",
                "${header.javax.jbi.x}",
                "${variable.x}",
                "${jq(.a)}",
                "${xpath(/a)}",
                "${hash(a)}",
                "a\\nb",
                "${header.${body}}"
            })
    void aFunctionOfSimpleIsRefused(String simple) {
        step(
                "<setBody><simple>" + simple + "</simple></setBody>",
                "- setBody:\n    simple: '" + simple + "'",
                "camel.simple");
        step(
                "<filter><simple>" + simple + " == 'a'</simple><stop/></filter>",
                "- filter:\n    simple: \"" + simple.replace("\\", "\\\\") + " == 'a'\"\n    steps:\n      - stop: {}",
                "camel.simple");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${body} regex 'x'",
                "${body} =~ 'x'",
                "${body} in 'a,b'",
                "${body} is 'String'",
                "${body} range '1..2'",
                "${body} !contains 'x'",
                "${body} == null",
                "${body} == '${header.a}'",
                "${body} ==",
                "== 'a'",
                "'a",
                "${body} == 'a' && ${body} == 'b' || ${body} == 'c'",
                "${body} == 'a' and ${body} == 'b'",
                "${header.a}++",
                "${body} ?: 'x'",
                "true ? 'a' : 'b'",
                "",
                "&&",
                "${body} == 'a' &&"
            })
    void anUnsupportedOperatorOfSimpleIsRefused(String simple) {
        TestUnit.yamlSteps("- validate:\n    simple: \"" + simple + "\"").refused("routes.yaml:7: ", "camel.simple");
    }

    // ---- steps

    @ParameterizedTest
    @ValueSource(
            strings = {
                "recipientList", "dynamicRouter", "routingSlip", "script", "marshal", "unmarshal", "loopDoWhile",
                        "enrich",
                "pollEnrich", "loadBalance", "sort", "resequence", "throwException", "threads", "saga", "setProperty",
                "setVariable", "claimCheck", "convertBodyTo", "transacted", "policy", "sample", "log", "rollback",
                "interceptFrom", "onCompletion", "setExchangePattern", "serviceCall", "kamelet", "inOnly", "step"
            })
    void anUnsupportedStepIsRefusedByItsName(String name) {
        TestUnit.steps("<" + name + "/>").refused(XML + "the step '" + name + "' is not there", "camel.step");
        TestUnit.yamlSteps("- " + name + ": {}").refused(YAML + "the step '" + name + "' is not there", "camel.step");
    }

    @Test
    void anAddressIsNotComputed() {
        step("<toD uri='jbi:service:${header.to}'/>", "- toD: \"jbi:service:${header.to}\"", "camel.step");
        step(
                "<to uri='jbi:service:urn:a/${header.to}'/>",
                "- to: \"jbi:service:urn:a/${header.to}\"",
                "camel.placeholder");
        step("<wireTap uri='direct:${body}'/>", "- wireTap:\n    uri: \"direct:${body}\"", "camel.placeholder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{db.password}}", "${env:HOME}", "#{systemProperties}"})
    void aPlaceholderIsNotReplaced(String placeholder) {
        step("<to uri='direct:" + placeholder + "'/>", "- to: \"direct:" + placeholder + "\"", "camel.placeholder");
        step(
                "<setBody><constant>x" + placeholder + "</constant></setBody>",
                "- setBody:\n    constant: \"x" + placeholder + "\"",
                "camel.placeholder");
        step(
                "<setBody><xpath>concat('" + placeholder + "', '')</xpath></setBody>",
                "- setBody:\n    xpath: \"concat('" + placeholder + "', '')\"",
                "camel.placeholder");
        step(
                "<setHeader name='" + placeholder + "'><constant>1</constant></setHeader>",
                "- setHeader:\n    name: \"" + placeholder + "\"\n    constant: 1",
                "camel.placeholder");
    }

    // ---- Spring, Blueprint, XML

    @Test
    void eachSpringBeanIsAFinding() {
        List<Finding> findings = TestUnit.xml("""
                        <beans xmlns="http://www.springframework.org/schema/beans">
                          <bean class="java.lang.ProcessBuilder" init-method="start"/>
                          <import resource="file:/etc/passwd"/>
                          <camelContext xmlns="http://camel.apache.org/schema/spring">
                            <propertyPlaceholder location="file:/etc/x"/>
                            <route><from uri="direct:a"/><stop/></route>
                          </camelContext>
                          <alias name="a" alias="b"/>
                        </beans>
                        """).findings();
        assertThat(findings)
                .extracting(Finding::line, Finding::rule)
                .containsExactly(
                        tuple(2, "camel.bean"),
                        tuple(3, "camel.bean"),
                        tuple(5, "camel.element"),
                        tuple(8, "camel.bean"));
    }

    @Test
    void aBlueprintBeanOrReferenceIsAFinding() {
        TestUnit.xml("<blueprint xmlns='http://www.osgi.org/xmlns/blueprint/v1.0.0'>"
                        + "<camelContext xmlns='http://camel.apache.org/schema/blueprint'><route><from uri='direct:a'/><stop/>"
                        + "</route></camelContext>\n<reference interface='javax.sql.DataSource'/></blueprint>")
                .refused("camel-context.xml:2: 'reference'", "camel.bean");
    }

    @Test
    void aBeanOfCamelsOwnLanguagesIsAFinding() {
        TestUnit.xml(
                        "<camel><bean name='x' type='java.lang.Runtime'/>\n<route><from uri='direct:a'/><stop/></route></camel>")
                .refused("camel-context.xml:1: 'bean'", "camel.bean");
        TestUnit.yaml(
                        "- beans:\n    - name: x\n      type: java.lang.Runtime\n- from:\n    uri: direct:a\n    steps:\n      - stop: {}")
                .refused("routes.yaml:1: 'beans'", "camel.bean");
    }

    @Test
    void nothingIsIncluded() {
        TestUnit.steps("<stop/><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:/etc/passwd'/>")
                .refused(XML + "'include' is of a namespace that is not Camel's", "camel.element");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE routes>",
                "<!DOCTYPE routes SYSTEM 'file:/etc/passwd'>",
                "<!DOCTYPE routes [<!ENTITY x SYSTEM 'file:/etc/passwd'>]>",
                "<!DOCTYPE routes [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"
            })
    void aDocumentTypeIsRefusedBeforeAnyExpansion(String doctype) {
        TestUnit.xml(
                        doctype
                                + "\n<routes><route><from uri='direct:a'/><setBody><constant>&x;</constant></setBody></route></routes>")
                .refused("camel-context.xml:1: A DOCTYPE is not accepted.", "xml.doctype");
    }

    @Test
    void anEntityIsUnknown() {
        TestUnit.steps("<setBody><constant>&x;</constant></setBody>").refused(XML, "xml.not-well-formed");
    }

    @Test
    void anotherEncodingIsRefused() {
        byte[] routes = "<routes/>".getBytes(UTF_16);
        new TestUnit().with("a.xml", routes).refused("a.xml:1: ", "xml.not-well-formed");
        new TestUnit().with("a.yaml", new byte[] {'-', ' ', (byte) 0xFF}).refused("a.yaml: ", "yaml.not-well-formed");
    }

    // ---- endless

    @Test
    void aRouteDoesNotCallItself() {
        TestUnit.xml("<route id='r'><from uri='direct:a'/>\n<to uri='direct:a'/></route>")
                .refused("camel-context.xml:2: routes of the unit call one another in a circle: r -> r", "camel.cycle");
        TestUnit.steps("<to uri='jbi:service:urn:orders/Orders'/>").refused(XML, "camel.cycle");
        TestUnit.steps("<to uri='jbi:endpoint:urn:orders:Orders:in'/>").refused(XML, "camel.cycle");
        TestUnit.steps("<wireTap uri='jbi:endpoint:urn:orders:Orders:in'/>").refused(XML, "camel.cycle");
        TestUnit.steps("<to uri='jbi:endpoint:urn:orders/Orders/other'/>").accepted();
    }

    @Test
    void routesDoNotCallOneAnotherInACircle() {
        String between =
                "<route id='%1$s'><from uri='%2$s'/><choice><when><constant>1</constant><to uri='%3$s'/></when></choice></route>\n";
        TestUnit.xml("<routes>"
                        + between.formatted("a", "jbi:service:urn:o/A", "direct:b")
                        + between.formatted("b", "direct:b", "direct:c")
                        + between.formatted("c", "direct:c", "jbi:service:urn:o/A")
                        + "</routes>")
                .refused(
                        "camel-context.xml:3: routes of the unit call one another in a circle: a -> b -> c -> a",
                        "camel.cycle");
        TestUnit.xml("<routes>" + between.formatted("a", "direct:a", "direct:b")
                        + between.formatted("b", "direct:b", "jbi:service:urn:o/X") + "</routes>")
                .accepted();
    }

    @Test
    void callsOfRoutesDoNotMultiply() {
        StringBuilder routes = new StringBuilder("<routes><route id='r0'><from uri='jbi:service:urn:o/A'/>"
                + "<to uri='direct:r1'/><to uri='direct:r1'/></route>\n");
        for (int i = 1; i < 40; i++) {
            String next = "<to uri='direct:r" + (i + 1) + "'/>";
            routes.append("<route id='r" + i + "'><from uri='direct:r" + i + "'/>" + next + next + "</route>\n");
        }
        routes.append("<route id='r40'><from uri='direct:r40'/><stop/></route></routes>");
        TestUnit.xml(routes.toString())
                .refused("camel-context.xml:28: a message to the route r27 may call more than 10000", "camel.limit");
    }

    @Test
    void anErrorHandlerDoesNotCallItsRoute() {
        TestUnit.xml("<routes><errorHandler><deadLetterChannel deadLetterUri='direct:a'/></errorHandler>\n"
                        + "<route id='r'><from uri='direct:a'/><stop/></route></routes>")
                .refused("camel-context.xml:1: routes of the unit call", "camel.cycle");
    }

    @Test
    void anAggregatorEnds() {
        String aggregate = "<aggregate%s><correlationExpression><constant>1</constant></correlationExpression>"
                + "<completionPredicate><simple>${header.never}</simple></completionPredicate><stop/></aggregate>";
        TestUnit.steps(aggregate.formatted("")).refused(XML, "camel.completion");
        TestUnit.steps(aggregate.formatted(" completionSize='5'")).accepted();
        TestUnit.yamlSteps("- aggregate:\n    correlationExpression:\n      constant: 1\n    steps:\n      - stop: {}")
                .refused(YAML, "camel.completion");
    }

    // ---- names

    @ParameterizedTest
    @ValueSource(strings = {",", "=", "*", "%22", "%", "\u202E", "\u0085", " ", "<", "(x)", "\\", "'"})
    void aNameWithSpecialCharactersIsRefused(String poison) {
        String escaped = poison.replace("<", "&lt;").replace("'", "&apos;").replace("%22", "&quot;");
        for (String uri : List.of("jbi:service:urn:a/B%s", "jbi:endpoint:urn:a/B/c%s", "direct:d%s")) {
            TestUnit.steps("<to uri='" + uri.formatted(escaped + "x") + "'/>").refused(XML, "camel.name");
        }
        TestUnit.xml("<route id='r" + escaped + "x'><from uri='direct:a'/><stop/></route>")
                .refused("camel-context.xml:1: id must be", "camel.value");
        TestUnit.steps("<to uri='jbi:service:urn:a/B?x'/>").refused(XML, "camel.option");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "=", "*", "?", "\u202E", " ", "{"})
    void aNamespaceWithSpecialCharactersOfJmxIsRefused(String poison) {
        if (!poison.equals("?")) {
            TestUnit.steps("<to uri='jbi:service:urn:a" + poison + "/B'/>").refused(XML, "camel.name");
        }
        TestUnit.steps("<to uri='jbi:service:urn:a/B?operation={urn:" + poison + "}x'/>")
                .refused(XML, "camel.name");
    }

    @Test
    void aNameOfAMegabyteIsRefusedAndNotRepeated() {
        String megabyte = "x".repeat(1024 * 1024 - 400);
        for (TestUnit unit : List.of(
                TestUnit.steps("<to uri='jbi:service:urn:a/" + megabyte + "'/>"),
                TestUnit.steps("<" + megabyte + "/>"),
                TestUnit.steps("<setHeader name='" + megabyte + "'><constant>1</constant></setHeader>"),
                TestUnit.yamlSteps("- to: jbi:service:urn:a/" + megabyte),
                TestUnit.yamlSteps("- \"" + megabyte + "\": {}"),
                TestUnit.yamlSteps("- setHeader:\n    constant: 1\n    name: " + megabyte))) {
            assertThat(unit.findings()).singleElement().satisfies(f -> assertThat(f.sentence())
                    .hasSizeLessThan(400));
        }
        TestUnit.steps("<to uri='jbi:service:urn:a/" + "x".repeat(3000) + "'/>").refused(XML, "camel.uri");
        TestUnit.steps("<" + "x".repeat(1000) + "/>").refused(XML, "camel.element");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CamelFileName",
                "camelHttpUri",
                "org.apache.servicemix.x",
                "org.apache.camel.x",
                "javax.jbi.security.subject",
                "operationName",
                "OPERATIONNAME",
                "org.esbmt.tenant",
                "TenantID",
                "UserID",
                "Content-Length",
                "Transfer-Encoding",
                "Host",
                "Proxy-Authorization",
                "a b",
                "a:b",
                "a*",
                "",
                "\u00E9"
            })
    void aHeaderThatControlsTheBusIsNeitherSetNorReadNorRemoved(String name) {
        String rule = name.isEmpty() ? "camel.value" : "camel.header";
        step(
                "<setHeader name='" + name + "'><constant>1</constant></setHeader>",
                "- setHeader:\n    name: \"" + name + "\"\n    constant: 1",
                rule);
        step("<removeHeader name='" + name + "'/>", "- removeHeader:\n    name: \"" + name + "\"", rule);
        TestUnit.steps("<setBody><header>" + name + "</header></setBody>").refused(XML, "camel.header");
        TestUnit.steps("<setBody><xpath headerName='" + name + "'>1</xpath></setBody>")
                .refused(XML, rule);
        if (!name.isEmpty() && !name.endsWith("*")) {
            TestUnit.steps("<removeHeaders pattern='" + name + "*'/>").refused(XML, "camel.header");
        }
    }

    // ---- bombs

    @Test
    void nestingHasABound() {
        String open = "<filter><constant>1</constant>";
        TestUnit.steps(open.repeat(23) + "<stop/>" + "</filter>".repeat(23)).accepted();
        TestUnit.steps(open.repeat(24) + "<stop/>" + "</filter>".repeat(24)).refused(XML, "camel.limit");
        TestUnit.steps(open.repeat(5000) + "<stop/>" + "</filter>".repeat(5000)).refused(XML, "xml.limit");
    }

    @Test
    void stepsAndRoutesHaveABound() {
        TestUnit.steps("<stop/>".repeat(5000)).accepted();
        TestUnit.steps("<stop/>".repeat(5001)).refused(XML, "camel.limit");
        StringBuilder routes = new StringBuilder("<routes>");
        for (int i = 0; i < 201; i++) {
            routes.append("<route><from uri='direct:a").append(i).append("'/><stop/></route>");
        }
        TestUnit.xml(routes + "</routes>").refused("camel-context.xml:1: a unit has at most 200 routes", "camel.limit");
    }

    @Test
    void errorHandlersCountInEachRoute() {
        StringBuilder routes = new StringBuilder("<routes><onException><exception>org.esbmt.Fault</exception>");
        routes.append("<stop/>".repeat(4000)).append("</onException>");
        for (int i = 0; i < 150; i++) {
            routes.append("\n<route><from uri='direct:a").append(i).append("'/><stop/></route>");
        }
        TestUnit.xml(routes + "</routes>").refused("camel-context.xml:3: a unit has at most 5000 steps", "camel.limit");
    }

    @Test
    void theNumberOfReportedFindingsIsBounded() {
        List<Finding> findings =
                TestUnit.steps("<to uri='exec:x'/>\n".repeat(1000)).findings();
        assertThat(findings).hasSize(101);
        assertThat(findings.get(100).sentence()).isEqualTo("900 more are not shown");
    }

    @Test
    void anAliasOfYamlIsNotExpanded() {
        TestUnit.yaml("- &a [x, x]\n- *a\n").refused("routes.yaml:1: An anchor is not accepted.", "yaml.alias");
        TestUnit.yaml("- route: *a\n").refused("routes.yaml:1: An alias is not accepted.", "yaml.alias");
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
        }
        TestUnit.yaml(bomb.toString()).refused("routes.yaml:1: ", "yaml.alias");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!!javax.script.ScriptEngineManager [x]",
                "!x y",
                "!!str y",
                "! {}",
                "!<tag:yaml.org,2002:map> {}"
            })
    void aTagOfYamlIsRefused(String value) {
        TestUnit.yaml("- route: " + value).refused("routes.yaml:1: A tag is not accepted.", "yaml.tag");
    }

    @Test
    void yamlHasBounds() {
        TestUnit.yaml("[".repeat(100_000)).refused("routes.yaml:1: ", "yaml.limit");
        TestUnit.yaml("{a: ".repeat(100_000)).refused("routes.yaml:1: ", "yaml.limit");
        TestUnit.yaml("- ".repeat(100_000)).refused("routes.yaml:1: ", "yaml.limit");
        TestUnit.yaml("[" + "1,".repeat(100_000) + "]").refused("routes.yaml:1: ", "yaml.limit");
        TestUnit.yaml("- a: x\n---\n- b: y\n")
                .refused("routes.yaml:2: A file has one document.", "yaml.not-well-formed");
        TestUnit.yaml("x".repeat(1024 * 1024 + 1)).refused("routes.yaml: a file with routes", "camel.limit");
        TestUnit.yaml("- route: {id: a, id: b, from: {uri: 'direct:a', steps: [stop: {}]}}")
                .refused("routes.yaml:1: the key 'id' is there twice", "yaml.structure");
    }

    @Test
    void onlyTheBusWritesOriginalPlaces() {
        TestUnit.steps("<stop xmlns:e='urn:esbmt:routes:1' e:at='elsewhere:1'/>")
                .refused(XML, "camel.attribute");
    }

    @Test
    void aNameReservedForTheBusIsRefused() {
        TestUnit unit = TestUnit.steps(
                "<to uri='jbi:service:jbimulti2:tenant-endpoints/8e3f5f9b-6d7b-4cf5-9a67-222222222222/Orders'/>");
        assertThat(new CamelUnitReader(ContentCheck.NONE)
                        .read(unit, TestUnit.SCOPE)
                        .findings())
                .extracting(Finding::line, Finding::rule)
                .containsExactly(tuple(3, "camel.bus-name"));
    }

    @Test
    void reservedNamesAreReportedWithAllOtherFindings() {
        String given = "jbi:service:jbimulti2:tenant-endpoints/8e3f5f9b-6d7b-4cf5-9a67-222222222222/";
        TestUnit unit = TestUnit.steps(
                "<process ref='x'/>",
                "<wireTap uri='" + given + "Log'/>",
                "<filter><simple>${bean:x}</simple><to uri='" + given + "Orders'/></filter>",
                "<to uri='direct:nowhere'/>");
        assertThat(new CamelUnitReader(ContentCheck.NONE)
                        .read(unit, TestUnit.SCOPE)
                        .findings())
                .extracting(Finding::line, Finding::rule)
                .containsExactly(
                        tuple(3, "camel.step"),
                        tuple(4, "camel.bus-name"),
                        tuple(5, "camel.simple"),
                        tuple(5, "camel.bus-name"),
                        tuple(6, "camel.direct"));
    }

    @Test
    void aFunctionOfSimpleIsQuotedInTheAuthorsSpelling() {
        TestUnit.steps("<setBody><simple>${date:now:yyyy}\u202e</simple></setBody>")
                .refused(
                        "camel-context.xml:3: simple has ${date:now:yyyy};"
                                + " of simple's functions only ${body} and ${header.NAME} are there",
                        "camel.simple");
        TestUnit.steps("<setBody><simple>${date:\u202e" + "y".repeat(1_000) + "}</simple></setBody>")
                .refused("camel-context.xml:3: simple has ${date:?" + "y".repeat(74) + "...}; of", "camel.simple");
    }

    @Test
    void theFindingForATooShortAddressShowsTheRequiredForm() {
        TestUnit.steps("<to uri='jbi:service:Small'/>")
                .refused(
                        "camel-context.xml:3: 'jbi:service:Small' must be jbi:service:<namespace>/<service>, or with ':'",
                        "camel.uri");
        TestUnit.steps("<to uri='jbi:endpoint:Small/in'/>")
                .refused(
                        "camel-context.xml:3: 'jbi:endpoint:Small/in' must be"
                                + " jbi:endpoint:<namespace>/<service>/<endpoint>, or with ':'",
                        "camel.uri");
    }
}
