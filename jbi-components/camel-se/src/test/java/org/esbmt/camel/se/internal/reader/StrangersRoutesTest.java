package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any contents of the files lead to findings, or to a unit that the bus reads again without findings. */
class StrangersRoutesTest {
    private static final String XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <beans xmlns="http://www.springframework.org/schema/beans">
              <camelContext xmlns="http://camel.apache.org/schema/spring" xmlns:o="urn:orders">
                <errorHandler><deadLetterChannel deadLetterUri="jbi:service:urn:o/Dead"/></errorHandler>
                <onException><exception>java.io.IOException</exception><onWhen><simple>${header.a} &gt; 5</simple></onWhen>
                  <redeliveryPolicy maximumRedeliveries="3" redeliveryDelay="1s"/><handled><constant>true</constant></handled>
                  <stop/></onException>
                <route id="a"><from uri="jbi:endpoint:urn:o:Orders:in"/>
                  <choice><when><xpath saxon="true">/o:order[@a = "1"]</xpath><to uri="xslt:a.xsl"/></when>
                    <when><simple>${header.b} == 'x' &amp;&amp; ${body} contains "y"</simple><to uri="direct:b"/></when>
                    <otherwise><setHeader name="X-A"><simple>a ${body}</simple></setHeader></otherwise></choice>
                  <aggregate completionSize="5" completionTimeout="1m"><correlationExpression><header>id</header>
                    </correlationExpression><throttle><constant>3</constant></throttle></aggregate></route>
                <route id="b"><from uri="direct:b"/><split><xpath>/o:a/o:b</xpath><delay><constant>5</constant></delay>
                  <circuitBreaker><stop/><onFallback><setBody><constant><![CDATA[<a/>]]></constant></setBody></onFallback>
                  </circuitBreaker></split><wireTap uri="jbi:service:http://a.example/x/Log?mep=in-only"/></route>
              </camelContext>
            </beans>
            """;
    private static final String YAML = """
            - onException:
                exception: [java.io.IOException]
                redeliveryPolicy: {maximumRedeliveries: 3}
            - route:
                id: "a"
                from:
                  uri: jbi:endpoint:urn:o:Orders:in
                  steps:
                    - choice:
                        when:
                          - xpath: {expression: "/a[@b='c']", saxon: true, namespace: [{key: p, value: urn:p}]}
                            steps:
                              - to: xslt:a.xsl
                        otherwise:
                          steps:
                            - setHeader: {name: X-A, simple: "a ${body}"}
                    - split:
                        xpath: /a/b
                        steps:
                          - to:
                              uri: jbi:service:urn:o/X
                              parameters: {mep: in-only}
                          - setBody:
                              constant: |
                                text
                                 more
            """;
    private static final List<String> PIECES = List.of(
            "<",
            ">",
            "/>",
            "</",
            "\"",
            "'",
            "&",
            "&amp;",
            "&#0;",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?",
            "?>",
            "<!DOCTYPE a>",
            "xmlns:x='a'",
            "{{",
            "${",
            "}",
            "#{",
            ": ",
            "- ",
            "\n",
            "\t",
            "  ",
            "&a ",
            "*a",
            "!!x ",
            "? ",
            "|",
            ">",
            "[",
            "]",
            "{",
            "%TAG ! x\n",
            "---",
            "...",
            "\u0000",
            "\uFEFF",
            "\u202E",
            "route",
            "from",
            "steps:",
            "uri",
            "direct:b",
            "exec:",
            "99999999999",
            "-1",
            "\\",
            "=",
            "==",
            "&&",
            "simple",
            "groovy",
            "\u00E9",
            "<stop/>",
            "- stop: {}\n");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomChangesGiveFindingsAndNothingElse(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1500; i++) {
            boolean xml = random.nextBoolean();
            byte[] bytes = changed((xml ? XML : YAML).getBytes(UTF_8), random);
            read(new TestUnit().with(xml ? "routes.xml" : "routes.yaml", bytes).with("a.xsl", "<x/>"), bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"routes.xml", "routes.yaml", "META-INF/jbi.xml", "a.xsl"})
    void randomBytesGiveFindingsAndNothingElse(String file) {
        Random random = new Random(file.hashCode());
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            read(TestUnit.steps("<to uri='xslt:a.xsl'/>").with("a.xsl", "<x/>").with(file, bytes), bytes);
        }
    }

    private static byte[] changed(byte[] original, Random random) {
        byte[] bytes = original;
        for (int n = 1 + random.nextInt(4); n > 0 && bytes.length > 2; n--) {
            int at = random.nextInt(bytes.length);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(bytes, 0, at);
            int skip =
                    switch (random.nextInt(5)) {
                        case 0 -> 1;
                        case 1 -> Math.min(bytes.length - at, random.nextInt(40));
                        case 2 -> {
                            out.write(random.nextInt(256));
                            yield 1;
                        }
                        case 3 -> {
                            int from = random.nextInt(bytes.length);
                            out.writeBytes(Arrays.copyOfRange(
                                    bytes, from, Math.min(bytes.length, from + random.nextInt(200))));
                            yield 0;
                        }
                        default -> {
                            out.writeBytes(
                                    PIECES.get(random.nextInt(PIECES.size())).getBytes(UTF_8));
                            yield 0;
                        }
                    };
            out.write(bytes, at + skip, bytes.length - at - skip);
            bytes = out.toByteArray();
        }
        return bytes;
    }

    private static void read(TestUnit unit, byte[] content) {
        UnitReading reading;
        try {
            reading = new CamelUnitReader(ContentCheck.NONE).read(unit, TestUnit.SCOPE);
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("for " + new String(content, UTF_8), e);
        }
        if (reading.findings().isEmpty()) {
            assertThat(RouteUnitReader.readRewritten(TestUnit.of(reading.rewritten()), ContentCheck.NONE)
                            .findings())
                    .as(new String(content, UTF_8))
                    .isEmpty();
        } else {
            assertThat(reading.rewritten()).isEmpty();
        }
    }
}
