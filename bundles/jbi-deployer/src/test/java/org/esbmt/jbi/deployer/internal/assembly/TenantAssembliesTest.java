package org.esbmt.jbi.deployer.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processing of a tenant's archive: all errors are reported, and a valid archive is rewritten. */
class TenantAssembliesTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final String SCOPED = "{jbimulti2:tenant-endpoints/" + ACME + "}";
    private static final String NAMESPACES =
            " xmlns:a=\"urn:a\" xmlns:bus=\"jbimulti2:tenant-endpoints/" + new TenantId(UUID.randomUUID()) + "\"";

    @TempDir
    Path folder;

    private TestNode node;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        node.component("http-bc");
        node.component("camel-se");
        node.componentWithoutReader("silent");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static byte[] archive(String assembly, Map<String, byte[]> entries) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put(
                "META-INF/jbi.xml",
                Archives.text("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\"" + NAMESPACES
                        + " version=\"1.0\">\n<service-assembly>" + assembly + "</service-assembly></jbi>"));
        all.putAll(entries);
        return Archives.zip(all);
    }

    private static String identification(String name) {
        return "<identification><name>" + name + "</name><description>of &lt;Acme&gt;</description></identification>";
    }

    private static String unit(String name, String component) {
        return "<service-unit>" + identification(name) + "<target><artifacts-zip>" + name
                + ".zip</artifacts-zip><component-name>" + component + "</component-name></target></service-unit>\n";
    }

    private static String connection(String name) {
        return "<connections><connection><consumer service-name=\"" + name + "\" endpoint-name=\"e\"/><provider"
                + " service-name=\"" + name + "\" endpoint-name=\"e\"/></connection></connections>";
    }

    private static byte[] services(String content) {
        return Archives.text("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\"" + NAMESPACES
                + " version=\"1.0\"><services binding-component=\"true\">\n" + content + "</services></jbi>");
    }

    private void deploy(byte[] archive) throws DeploymentException {
        assemblies.deploy(ACME, new ByteArrayInputStream(archive), AssemblyManager.Initial.STARTED, Optional.empty());
    }

    private List<String> findings(byte[] archive) throws Exception {
        DeploymentException refused = catchThrowableOfType(DeploymentException.class, () -> deploy(archive));
        assertThat(refused).isNotNull();
        assertThat(refused.reason()).isEqualTo(Reason.INVALID_ARCHIVE);
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(node.diary()).isEmpty();
        assertThat(refused).hasMessageStartingWith(refused.findings().get(0).toString());
        return refused.findings().stream()
                .map(f -> f.file() + ":" + f.line() + " " + f.rule())
                .toList();
    }

    /** The content of every file in an archive, those of the units' archives after {@code !/}. */
    private static Map<String, String> texts(byte[] archive) throws Exception {
        Map<String, String> texts = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] content = zip.readAllBytes();
                if (entry.getName().endsWith(".zip")) {
                    for (Map.Entry<String, String> inner : texts(content).entrySet()) {
                        texts.put(entry.getName() + "!/" + inner.getKey(), inner.getValue());
                    }
                } else {
                    texts.put(entry.getName(), new String(content, UTF_8));
                }
            }
        }
        return texts;
    }

    private byte[] file(String ending) throws Exception {
        String found = node.files().stream()
                .filter(file -> file.endsWith(ending))
                .findFirst()
                .orElseThrow();
        return Files.readAllBytes(folder.resolve("assemblies").resolve(found));
    }

    @Test
    void allErrorsAreInOneAnswer() throws Exception {
        byte[] archive = archive(
                "<bean/>" + identification("or ders") + unit("in", "http-bc") + unit("out", "camel-se")
                        + unit("more", "silent") + unit("lost", "http-bc"),
                Map.of(
                        "Evil.class",
                        Archives.text(""),
                        "in.zip",
                        Archives.zip(Map.of("a.xml", Archives.text("\nwrong\nwrong"), "b.sh", Archives.text("wrong"))),
                        "out.zip",
                        Archives.zip(
                                Map.of("META-INF/jbi.xml", Archives.text("<jbi/>"), "c.yaml", Archives.text("wrong"))),
                        "more.zip",
                        Archives.zip(Map.of())));

        assertThat(findings(archive))
                .containsExactly(
                        ":0 archive.file",
                        ":0 archive.file",
                        "META-INF/jbi.xml:0 archive.missing",
                        "META-INF/jbi.xml:0 archive.component",
                        "META-INF/jbi.xml:2 jbi.element",
                        "META-INF/jbi.xml:2 jbi.name",
                        "in.zip!/a.xml:2 test.wrong",
                        "in.zip!/a.xml:3 test.wrong",
                        "in.zip!/b.sh:1 test.wrong",
                        "out.zip!/META-INF/jbi.xml:1 jbi.element",
                        "out.zip!/c.yaml:1 test.wrong");
    }

    @Test
    void aMessageHasAHundredFindingsAndTheExceptionAll() {
        byte[] archive = Archives.assembly("orders")
                .unit("in", "http-bc", "wrong\n".repeat(150))
                .bytes();

        DeploymentException refused = catchThrowableOfType(DeploymentException.class, () -> deploy(archive));

        assertThat(refused.findings()).hasSize(150);
        assertThat(refused.getMessage().lines())
                .hasSize(101)
                .startsWith("in.zip!/xbean.xml:1: this is wrong [test.wrong]")
                .endsWith("and 50 more");
    }

    @Test
    void deployedNamesAreTheTenantsAndTheOriginalIsKept() throws Exception {
        byte[] archive = archive(
                identification("orders") + unit("in", "http-bc") + unit("out", "camel-se") + connection("a:stock"),
                Map.of(
                        "in.zip",
                        Archives.zip(
                                Map.of(
                                        "in.xml",
                                        Archives.text("consumes {urn:a}stock"),
                                        "META-INF/jbi.xml",
                                        services(
                                                "<consumes service-name=\"a:stock\" endpoint-name=\"e\" link-type=\"soft\"/>"))),
                        "out.zip",
                        Archives.zip(Map.of(
                                "out.xml",
                                Archives.text("provides {urn:a}stock:e"),
                                "META-INF/jbi.xml",
                                services("<!-- mine --><provides interface-name=\"a:Stock\" service-name=\"a:stock\""
                                        + " endpoint-name=\"e\"/>"))),
                        "readme.xml",
                        Archives.text("of the author")));

        deploy(archive);

        assertThat(file("original.zip")).isEqualTo(archive);
        Map<String, String> deployed = texts(file("assembly.jar"));
        assertThat(deployed)
                .containsOnlyKeys(
                        "META-INF/MANIFEST.MF",
                        "META-INF/jbi.xml",
                        "in.zip!/META-INF/jbi.xml",
                        "in.zip!/in.xml",
                        "out.zip!/META-INF/jbi.xml",
                        "out.zip!/out.xml");
        String scopedNamespace = "xmlns:n1=\"jbimulti2:tenant-endpoints/" + ACME + "\"";
        assertThat(deployed.get("META-INF/jbi.xml"))
                .contains("<description>of &lt;Acme&gt;</description>")
                .contains("<consumer " + scopedNamespace + " service-name=\"n1:stock\" endpoint-name=\"e\"/>")
                .contains("<provider " + scopedNamespace + " service-name=\"n1:stock\" endpoint-name=\"e\"/>")
                .doesNotContain("urn:a");
        assertThat(deployed.get("in.zip!/META-INF/jbi.xml"))
                .contains("<consumes " + scopedNamespace
                        + " service-name=\"n1:stock\" endpoint-name=\"e\" link-type=\"soft\"/>");
        assertThat(deployed.get("out.zip!/META-INF/jbi.xml"))
                .contains(
                        "<provides xmlns:n1=\"urn:a\" interface-name=\"n1:Stock\" xmlns:n2=\"jbimulti2:tenant-endpoints/"
                                + ACME + "\" service-name=\"n2:stock\" endpoint-name=\"e\"/>")
                .doesNotContain("mine");
        assertThat(deployed.get("in.zip!/in.xml")).isEqualTo("consumes " + SCOPED + "stock");
        assertThat(new String(file("units/in/in.xml"), UTF_8)).isEqualTo("consumes " + SCOPED + "stock");
        assertThat(new String(file("units/in/META-INF/tenant-context.xml"), UTF_8))
                .contains(ACME.toString());
    }

    @Test
    void oneArchiveServesAHundredTenants() throws Exception {
        byte[] archive = Archives.assembly("orders")
                .unit("in", "http-bc", "provides {urn:a}stock:e")
                .bytes();
        List<Owner> tenants = IntStream.range(0, 100)
                .mapToObj(i -> Owner.of(new TenantId(UUID.randomUUID())))
                .toList();

        for (Owner tenant : tenants) {
            assemblies.deploy(
                    tenant, new ByteArrayInputStream(archive), AssemblyManager.Initial.STARTED, Optional.empty());
        }

        for (Owner tenant : tenants) {
            AssemblyStatus status =
                    assemblies.find(new AssemblyKey(tenant, "orders")).orElseThrow();
            assertThat(status.state().name()).isEqualTo("STARTED");
        }
        assertThat(node.files().stream().filter(file -> file.endsWith("in/xbean.xml")))
                .hasSize(100)
                .allSatisfy(file -> assertThat(folder.resolve("assemblies").resolve(file))
                        .content()
                        .startsWith("provides {jbimulti2:tenant-endpoints/"));
    }

    @Test
    void aUnitProvidesTheEndpointsOfItsDescriptor() throws Exception {
        Map<String, byte[]> files =
                Map.of("x.xml", Archives.text("provides {urn:a}stock:e"), "META-INF/jbi.xml", services("""
                        <provides service-name="a:stock" endpoint-name="other"/>
                        <provides service-name="bus:stock" endpoint-name="e"/>
                        <consumes service-name="bus:stock"/>"""));

        assertThat(findings(
                        Archives.assembly("orders").unit("in", "http-bc", files).bytes()))
                .containsExactly(
                        "in.zip!/META-INF/jbi.xml:2 jbi.provides",
                        "in.zip!/META-INF/jbi.xml:3 jbi.bus-name",
                        "in.zip!/META-INF/jbi.xml:3 jbi.provides",
                        "in.zip!/META-INF/jbi.xml:4 jbi.bus-name");
    }

    @Test
    void aConnectionConcernsAUnit() throws Exception {
        Map<String, byte[]> in =
                Map.of("in.zip", Archives.zip(Map.of("in.xml", Archives.text("consumes {urn:a}elsewhere"))));
        String orders = identification("orders") + unit("in", "http-bc") + "\n";

        assertThat(findings(archive(orders + connection("a:nobodys"), in)))
                .containsExactly("META-INF/jbi.xml:4 jbi.connection");
        assertThat(findings(archive(orders + connection("bus:elsewhere"), in)))
                .containsExactly("META-INF/jbi.xml:4 jbi.bus-name", "META-INF/jbi.xml:4 jbi.connection");
        deploy(archive(orders + connection("a:elsewhere"), in));
    }

    @Test
    void allMissingComponentsAreInOneSentence() {
        Archives archive = Archives.assembly("orders").unit("in", "gone", "x").unit("more", "http-bc", "x");

        assertUnknown("the unit in is for the component gone, which this bus does not have", ACME, archive);
        archive.unit("out", "lost", "wrong");
        for (Owner owner : List.of(ACME, Owner.PLAIN)) {
            assertUnknown(
                    "the unit in is for the component gone, the unit out for the component lost, which this bus does not"
                            + " have",
                    owner,
                    archive);
        }
        for (int i = 0; i < 30; i++) {
            archive.unit("u" + i, "gone", "x");
        }
        assertUnknown("the unit u17 for the component gone, and 12 more, which this bus does not have", ACME, archive);
    }

    private void assertUnknown(String sentence, Owner owner, Archives archive) {
        assertThatThrownBy(() ->
                        assemblies.deploy(owner, archive.stream(), AssemblyManager.Initial.STARTED, Optional.empty()))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_COMPONENT))
                .hasMessageEndingWith(sentence);
    }

    @Test
    void missingComponentsAreReportedWithAllErrors() throws Exception {
        byte[] archive = archive(
                identification("orders")
                        + unit("in", "gone")
                        + unit("out", "lost")
                        + unit("one", "http-bc")
                        + unit("two", "http-bc")
                        + connection("bus:stock"),
                Map.of(
                        "in.zip",
                        Archives.zip(Map.of("a.xml", Archives.text("x"))),
                        "out.zip",
                        Archives.zip(Map.of("a.xml", Archives.text("x"))),
                        "one.zip",
                        Archives.zip(Map.of("a.xml", Archives.text("wrong\nlistens /here"))),
                        "two.zip",
                        Archives.zip(Map.of("a.xml", Archives.text("listens /here")))));

        assertThat(findings(archive))
                .containsExactly(
                        "META-INF/jbi.xml:0 jbi.duplicate",
                        "META-INF/jbi.xml:0 archive.component",
                        "META-INF/jbi.xml:0 archive.component",
                        "META-INF/jbi.xml:6 jbi.bus-name",
                        "one.zip!/a.xml:1 test.wrong");
    }

    @Test
    void aConnectionMayConcernAUnitOfAMissingComponent() {
        byte[] archive = archive(
                identification("orders") + unit("in", "gone") + connection("a:stock"),
                Map.of("in.zip", Archives.zip(Map.of("a.xml", Archives.text("provides {urn:a}stock:e")))));

        assertThatThrownBy(() -> deploy(archive))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_COMPONENT));
    }

    @Test
    void plainArchivesStayAsTheyAre() throws Exception {
        byte[] archive =
                Archives.assembly("orders").unit("in", "silent", "wrong").bytes();

        assemblies.deploy(
                Owner.PLAIN, new ByteArrayInputStream(archive), AssemblyManager.Initial.STARTED, Optional.empty());

        assertThat(file("original.zip")).isEqualTo(archive);
        assertThat(new String(file("units/in/xbean.xml"), UTF_8)).isEqualTo("wrong");
    }
}
