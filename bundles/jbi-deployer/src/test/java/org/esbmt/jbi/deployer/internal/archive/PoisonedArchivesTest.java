package org.esbmt.jbi.deployer.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Archives that attack the bus, each through the whole deployer. The rule refuses them, and nothing of them is left.
 */
class PoisonedArchivesTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final String JBI = """
            <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
            <identification><name>orders</name><description>d</description></identification>
            <service-unit><identification><name>in</name><description>d</description></identification>
            <target><artifacts-zip>in.zip</artifacts-zip><component-name>http-bc</component-name></target></service-unit>
            </service-assembly></jbi>
            """;
    private static final int DEFLATED = 8;
    private static final int LINK = 0120777;

    @TempDir
    Path folder;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder.resolve("node"));
        node.component("http-bc");
        node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static RawZip unit() {
        return new RawZip().add("xbean.xml", "<beans/>");
    }

    private static RawZip assembly() {
        return assembly(unit());
    }

    private static RawZip assembly(RawZip unit) {
        return new RawZip().add("META-INF/jbi.xml", JBI).add("in.zip", unit.bytes(), entry -> {});
    }

    private static byte[] described(String jbi) {
        return new RawZip()
                .add("META-INF/jbi.xml", jbi)
                .add("in.zip", unit().bytes(), entry -> {})
                .bytes();
    }

    private void assertRefused(RawZip archive, ArchiveRule rule) throws Exception {
        assertRefused(archive.bytes(), rule);
    }

    private void assertRefused(byte[] archive, ArchiveRule rule) throws Exception {
        assertRefused(new ByteArrayInputStream(archive), rule);
    }

    private void assertRefused(InputStream archive, ArchiveRule rule) throws Exception {
        DeploymentException refused = catchThrowableOfType(DeploymentException.class, () -> node.assemblies()
                .deploy(ACME, archive, Initial.STARTED, Optional.empty()));

        assertThat(refused).isNotNull();
        assertThat(refused.reason()).isEqualTo(Reason.INVALID_ARCHIVE);
        assertThat(refused.findings()).extracting(ArchiveFinding::rule).contains(rule.toString());
        assertThat(refused.getMessage()).hasSizeLessThan(2_000).matches("[\\x20-\\x7e\\n]+");
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(node.diary()).isEmpty();
        assertThat(node.assemblies().all()).isEmpty();
    }

    @Test
    void theSameArchiveWithoutPoisonIsDeployed() throws Exception {
        node.assemblies().deploy(ACME, new ByteArrayInputStream(assembly().bytes()), Initial.STARTED, Optional.empty());

        assertThat(node.assemblies().all()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil.xml", "a/../../evil.xml", "/etc/evil.xml", "..\\evil.xml", "C:evil.xml", ".."})
    void namesThatLeadOutOfTheFolder(String name) throws Exception {
        assertRefused(assembly().add(name, "<x/>"), ArchiveRule.ZIP);
        assertRefused(assembly(unit().add(name, "<x/>")), ArchiveRule.ZIP);
    }

    @Test
    void bombsThatUnpackToAThousandTimesTheirSize() throws Exception {
        byte[] zeros = new byte[8 << 20];
        RawZip bomb = unit().add("a.xml", zeros, entry -> {
            entry.method = DEFLATED;
            entry.data = RawZip.deflated(zeros);
        });
        assertRefused(assembly(bomb), ArchiveRule.LIMIT);
    }

    @Test
    void bombsWithEntriesThatShareTheirBytes() throws Exception {
        byte[] b = new RawZip().add("b.xml", "<beans/>").bytes();
        byte[] hidden = Arrays.copyOf(b, 30 + "b.xml".length() + "<beans/>".length());
        RawZip unit = new RawZip()
                .add("a.xml", hidden, entry -> {})
                .add("b.xml", "<beans/>", entry -> entry.offset = 30 + "a.xml".length());
        assertRefused(assembly(unit), ArchiveRule.ZIP);
    }

    @Test
    void aMillionEntries() throws Exception {
        Path million = folder.resolve("million.zip");
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(million)))) {
            for (int i = 0; i < 1_000_000; i++) {
                zip.putNextEntry(new ZipEntry(i + ".xml"));
                zip.closeEntry();
            }
        }
        try (InputStream in = Files.newInputStream(million)) {
            assertRefused(in, ArchiveRule.LIMIT);
        }
    }

    @Test
    void moreEntriesThanAreAllowedInAUnit() throws Exception {
        RawZip unit = unit();
        for (int i = 0; i < 60_000; i++) {
            unit.add(i + ".xml", "");
        }
        assertRefused(assembly(unit), ArchiveRule.LIMIT);
    }

    @Test
    void linksToFilesOfTheMachine() throws Exception {
        assertRefused(assembly(unit().add("link.xml", "/etc/passwd", entry -> entry.mode = LINK)), ArchiveRule.ZIP);
        assertRefused(assembly().add("link.xml", "/etc/passwd", entry -> entry.mode = LINK), ArchiveRule.ZIP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xbean.xml", "XBEAN.XML", "\uff58bean.xml"})
    void namesThatAreThereTwice(String name) throws Exception {
        assertRefused(assembly(unit().add(name, "<x/>")), ArchiveRule.ZIP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Evil.class", "lib/evil.jar", "a.xml.jar", "run.sh", "b.groovy", "c.war"})
    void code(String name) throws Exception {
        assertRefused(assembly(unit().add(name, "x")), ArchiveRule.FILE);
        assertRefused(assembly().add(name, "x"), ArchiveRule.FILE);
    }

    @Test
    void aTenantContextOfAnothersMaking() throws Exception {
        assertRefused(assembly(unit().add("META-INF/tenant-context.xml", "<x/>")), ArchiveRule.FILE);
    }

    @Test
    void aDescriptorWithADtd() throws Exception {
        assertRefused(
                described(
                        "<!DOCTYPE jbi SYSTEM \"http://127.0.0.1:1/x.dtd\" [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
                                + JBI.replace(">d<", ">&e;<")),
                ArchiveRule.DOCTYPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "a=b", "*", "?", "&quot;a&quot;", "a:b", "a,Tenant=x", "a\nb", "../a", "\u202e"})
    void namesThatWouldMeanSomethingInAnObjectNameOrAPath(String name) throws Exception {
        assertRefused(described(JBI.replace(">orders<", ">" + name + "<")), ArchiveRule.NAME);
        assertRefused(described(JBI.replace(">in<", ">" + name + "<")), ArchiveRule.NAME);
        assertRefused(described(JBI.replace(">http-bc<", ">" + name + "<")), ArchiveRule.NAME);
    }

    @Test
    void aNameOfAMegabyte() throws Exception {
        String jbi = JBI.replace(">orders<", ">" + "a".repeat(1_000_000) + "<");
        assertRefused(described(jbi), ArchiveRule.XML_LIMIT);
        assertRefused(described(JBI.replace(">orders<", ">" + "a".repeat(101) + "<")), ArchiveRule.NAME);
        assertRefused(described(jbi + " ".repeat(100_000)), ArchiveRule.XML_LIMIT);
    }
}
