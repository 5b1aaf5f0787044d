package org.esbmt.http.bc.internal.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units that attack the bus, each through the whole deployer: the rule refuses them, and nothing of them is left. */
class PoisonedUnitsTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final String PROVIDER =
            "<http:provider service=\"s:Orders\" endpoint=\"e\" locationURI=\"http://127.0.0.1:9/\"/>";

    @TempDir
    Path folder;

    private DeployingBus node;
    private String empty;

    @BeforeEach
    void start() throws Exception {
        node = new DeployingBus(folder, Map.of());
        empty = node.left();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private void deploy(String elements) throws DeploymentException {
        node.assemblies()
                .deploy(Owner.of(ACME), DeployingBus.archive("orders", elements), Initial.STARTED, Optional.empty());
    }

    private void assertRefused(String elements, String rule) {
        DeploymentException refused = catchThrowableOfType(DeploymentException.class, () -> deploy(elements));

        assertThat(refused).as(elements).isNotNull();
        assertThat(refused.findings()).extracting(ArchiveFinding::rule).contains(rule);
        assertThat(refused.findings()).extracting(ArchiveFinding::file).containsOnly("unit0.zip!/xbean.xml");
        assertThat(refused.getMessage()).hasSizeLessThan(5_000).doesNotContain("\tat ");
        assertThat(node.assemblies().all()).isEmpty();
        assertThat(node.left()).isEqualTo(empty);
    }

    @Test
    void theSameUnitWithoutPoisonIsDeployed() throws Exception {
        deploy(PROVIDER);

        assertThat(node.assemblies().all()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<bean class=\"java.lang.ProcessBuilder\" init-method=\"start\"/>",
                "<bean xmlns=\"http://www.springframework.org/schema/beans\" class=\"java.lang.Runtime\"/>",
                "<b:bean xmlns:b=\"http://www.osgi.org/xmlns/blueprint/v1.0.0\" class=\"java.lang.Runtime\"/>",
                "<import resource=\"file:/etc/passwd\"/>",
                "<classpath><location>.</location></classpath>",
                "<c:property-placeholder xmlns:c=\"http://www.springframework.org/schema/context\" location=\"x\"/>"
            })
    void beansOfSpringAndBlueprint(String element) {
        assertRefused(PROVIDER + element, "http.element");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${user.home}", "#{systemProperties['user.home']}", "#bean", "http://${host}/"})
    void placeholdersAndExpressions(String value) {
        assertRefused(PROVIDER.replace("http://127.0.0.1:9/", value), "http.placeholder");
    }

    @Test
    void xincludeAndDtd() {
        assertRefused(
                PROVIDER + "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file:///etc/passwd\"/>",
                "http.element");
        assertRefused("<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\">" + PROVIDER, "xml.doctype");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "a=b", "*", "?", "&quot;a&quot;", "a:b", "a/b", "a&#10;b"})
    void namesThatWouldMeanSomethingInAnObjectNameOrAUrl(String name) {
        assertRefused(PROVIDER.replace("\"e\"", "\"" + name + "\""), "http.name");
    }

    /** Many different letters, so that the archive is no zip bomb. */
    private static String letters(int count) {
        return new Random(1)
                .ints(count, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void aNameOfAMegabyte() {
        assertRefused(PROVIDER.replace("\"e\"", "\"" + letters(1_000) + "\""), "http.name");
        assertRefused(PROVIDER.replace("\"e\"", "\"" + letters(900_000) + "\""), "xml.limit");
    }

    @Test
    void namesOfAnotherTenant() {
        TenantId other = new TenantId(UUID.randomUUID());
        assertRefused(
                PROVIDER.replace(
                        "service=",
                        "xmlns:o=\"jbimulti2:tenant-endpoints/" + other + "\" interfaceName=\"o:I\" service="),
                "http.bus-name");
        assertRefused(
                "<http:consumer xmlns:o=\"jbimulti2:tenant-endpoints/" + other
                        + "\" service=\"s:Orders\" endpoint=\"e\" targetService=\"o:Orders\" targetEndpoint=\"e\"/>",
                "http.bus-name");
    }
}
