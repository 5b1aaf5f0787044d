package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;

/** A unit in memory. */
final class TestUnit implements UnitFiles {
    static final TenantScope SCOPE = new TenantScope(
            new TenantNames(TenantNames.DEFAULT_PREFIX),
            TenantId.of("8e3f5f9b-6d7b-4cf5-9a67-111111111111"),
            Optional.empty());
    static final String XMLNS = " xmlns='http://camel.apache.org/schema/spring' xmlns:o='urn:orders'";

    private final Map<String, byte[]> files = new TreeMap<>();

    TestUnit with(String name, String content) {
        return with(name, content.getBytes(UTF_8));
    }

    TestUnit with(String name, byte[] content) {
        files.put(name, content);
        return this;
    }

    static TestUnit of(Map<String, byte[]> files) {
        TestUnit unit = new TestUnit();
        files.forEach(unit::with);
        return unit;
    }

    static TestUnit xml(String content) {
        return new TestUnit().with("camel-context.xml", content);
    }

    static TestUnit yaml(String content) {
        return new TestUnit().with("routes.yaml", content);
    }

    /** One route with these steps, from line 3 on. */
    static TestUnit steps(String... steps) {
        return xml("<routes" + XMLNS + "><route id='r'>\n<from uri='jbi:endpoint:urn:orders/Orders/in'/>\n"
                + String.join("\n", steps) + "\n</route></routes>");
    }

    /** One route with these steps, written with two spaces less than needed, from line 5 on. */
    static TestUnit yamlSteps(String steps) {
        return yaml("- route:\n    id: r\n    from:\n      uri: jbi:endpoint:urn:orders/Orders/in\n      steps:\n"
                + steps.indent(8));
    }

    @Override
    public SortedSet<String> names() {
        return new TreeSet<>(files.keySet());
    }

    @Override
    public Optional<byte[]> content(String name) {
        return Optional.ofNullable(files.get(name)).map(byte[]::clone);
    }

    RouteUnitReader.Reading read() {
        return RouteUnitReader.read(this, ContentCheck.NONE, service -> false);
    }

    List<Finding> findings() {
        return read().findings();
    }

    RouteUnit accepted() {
        RouteUnitReader.Reading reading = read();
        assertThat(reading.findings()).isEmpty();
        return reading.unit().orElseThrow();
    }

    Route route() {
        RouteUnit unit = accepted();
        assertThat(unit.routes()).hasSize(1);
        return unit.routes().get(0);
    }

    /** Asserts that the one finding begins like this and ends with the rule. */
    void refused(String beginning, String rule) {
        assertThat(findings()).singleElement().satisfies(f -> {
            assertThat(f.toString()).startsWith(beginning);
            assertThat(f.rule()).isEqualTo(rule);
        });
    }
}
