package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A unit keeps its meaning when the bus rewrites and reads it again. */
class RewrittenUnitTest {
    private static final String TENANT = "jbimulti2:tenant-endpoints/8e3f5f9b-6d7b-4cf5-9a67-111111111111";

    static LongStream seeds() {
        return LongStream.range(0, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aModelIsTheSameAfterWritingAndReading(long seed) {
        RouteUnit unit = new Models(seed).unit();
        byte[] written = RouteWriter.write(unit, UnaryOperator.identity()).orElseThrow();
        RouteUnitReader.Reading read = RouteUnitReader.readRewritten(
                new TestUnit()
                        .with("routes.xml", written)
                        .with("x/a.xsl", "<x/>")
                        .with("s.xsd", "<x/>"),
                ContentCheck.NONE);
        assertThat(read.findings()).as(new String(written, UTF_8)).isEmpty();
        assertThat(read.unit()).as(new String(written, UTF_8)).contains(unit);
    }

    @Test
    void namesAreTheTenantsOwnAndPlacesTheAuthors() {
        TestUnit unit = TestUnit.steps(
                        "<to uri='jbi:endpoint:urn:back/Archive/soap'/>",
                        "<wireTap uri='jbi:service:urn:audit/Log'/>",
                        "<to uri='xslt:a.xsl'/>")
                .with("a.xsl", "<x>untouched</x>")
                .with("unused.xsl", "<x/>");
        UnitReading reading = new CamelUnitReader(ContentCheck.NONE).read(unit, TestUnit.SCOPE);
        assertThat(reading.findings()).isEmpty();
        assertThat(reading.provided()).containsExactly(new NamedEndpoint(new QName("urn:orders", "Orders"), "in"));
        assertThat(reading.consumed())
                .containsExactlyInAnyOrder(
                        new ConsumedService(new QName("urn:back", "Archive"), Optional.of("soap")),
                        new ConsumedService(new QName("urn:audit", "Log"), Optional.empty()));
        assertThat(reading.listening()).isEmpty();
        assertThat(reading.rewritten()).containsOnlyKeys("routes.xml", "a.xsl");
        assertThat(reading.rewritten().get("a.xsl")).asString(UTF_8).isEqualTo("<x>untouched</x>");
        Route route = RouteUnitReader.readRewritten(TestUnit.of(reading.rewritten()), ContentCheck.NONE)
                .unit()
                .orElseThrow()
                .routes()
                .get(0);
        assertThat(route.from())
                .isEqualTo(new Address.Jbi(
                        new QName(TENANT, "Orders"), Optional.of("in"), Optional.empty(), Optional.empty()));
        assertThat(((Address.Jbi) ((Step.To) route.steps().get(0)).address()).service())
                .isEqualTo(new QName(TENANT, "Archive"));
        assertThat(route.steps().get(1).place()).hasToString("camel-context.xml:4");
    }

    @Test
    void bothLanguagesAreRewrittenToTheSame() {
        Map<String, byte[]> xml = new CamelUnitReader(ContentCheck.NONE)
                .read(TestUnit.steps("<filter><simple>${header.a} == 'b'</simple>", "<stop/></filter>"), TestUnit.SCOPE)
                .rewritten();
        Map<String, byte[]> yaml = new CamelUnitReader(ContentCheck.NONE)
                .read(
                        TestUnit.yamlSteps("- filter:\n    simple: ${header.a} == 'b'\n    steps:\n      - stop: {}"),
                        TestUnit.SCOPE)
                .rewritten();
        assertThat(withoutPlaces(yaml)).isEqualTo(withoutPlaces(xml)).contains("<filter>", TENANT);
    }

    private static String withoutPlaces(Map<String, byte[]> unit) {
        return new String(unit.get("routes.xml"), UTF_8).replaceAll(" esbmt:at=\"[^\"]*\"", "");
    }

    @Test
    void theRewrittenUnitContainsNoIgnoredText() {
        UnitReading reading = new CamelUnitReader(ContentCheck.NONE)
                .read(
                        TestUnit.steps("<!-- secret --><?pi secret?><stop id='secret' description='secret'/>"),
                        TestUnit.SCOPE);
        assertThat(new String(reading.rewritten().get("routes.xml"), UTF_8)).doesNotContain("secret");
    }

    @Test
    void aRewrittenUnitAtABoundIsAccepted() {
        String namespace = "&".repeat(1024);
        TestUnit unit = TestUnit.yamlSteps(
                        "- setBody:\n    constant: " + "\u20AC".repeat(21_845) + "\n- setBody:\n    xpath:\n"
                                + "      expression: '/p:a'\n      namespace:\n        - key: p\n          value: ' "
                                + namespace.substring(1)
                                + "'")
                .with(
                        "x.xml",
                        "<route><from uri='direct:x'/><setBody><xpath xmlns:p=' "
                                + namespace.substring(1).replace("&", "&amp;") + "'>p:a"
                                + " ".repeat(100) + "</xpath></setBody><setHeader name='a'><constant>"
                                + "&lt;".repeat(65_536)
                                + "</constant></setHeader></route>");
        UnitReading reading = new CamelUnitReader(ContentCheck.NONE).read(unit, TestUnit.SCOPE);
        assertThat(reading.findings()).isEmpty();
        RouteUnitReader.Reading again =
                RouteUnitReader.readRewritten(TestUnit.of(reading.rewritten()), ContentCheck.NONE);
        assertThat(again.findings()).isEmpty();
        assertThat(again.unit().orElseThrow().routes().stream().map(Route::steps))
                .containsExactlyElementsOf(
                        unit.accepted().routes().stream().map(Route::steps).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"xmlns:p=' '", "xmlns:xmlp='a'"})
    void aNamespaceThatCannotBeRewrittenIsRefused(String declaration) {
        TestUnit.steps("<setBody><xpath " + declaration + ">xmlp:a | p:a</xpath></setBody>")
                .refused("camel-context.xml:3: a namespace has a prefix", "camel.value");
    }

    @Test
    void aUnitTooLargeWithItsErrorHandlersIsRefused() {
        StringBuilder routes =
                new StringBuilder("<routes><onException><exception>org.esbmt.Fault</exception><setBody><constant>");
        routes.append("x".repeat(60_000)).append("</constant></setBody></onException>");
        for (int i = 0; i < 100; i++) {
            routes.append("<route><from uri='direct:a").append(i).append("'/><stop/></route>");
        }
        assertThat(new CamelUnitReader(ContentCheck.NONE)
                        .read(TestUnit.xml(routes + "</routes>"), TestUnit.SCOPE)
                        .findings())
                .singleElement()
                .satisfies(f -> assertThat(f.rule()).isEqualTo("camel.limit"));
    }
}
