package org.esbmt.jbi.deployer.internal.assembly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The digest of a tenant's rewritten archive identifies its content. */
class RewrittenArchivesTest {
    private static final Owner ACME = Owner.of(TenantId.of("0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11"));
    private static final Owner GLOBEX = Owner.of(new TenantId(UUID.randomUUID()));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");

    @TempDir
    Path folder;

    private TestNode node;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        node.component("http-bc");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static byte[] archive(String endpoint) {
        return Archives.assembly("orders")
                .unit("in", "http-bc", "provides {urn:a}stock:" + endpoint)
                .bytes();
    }

    private AssemblyStatus deploy(Owner owner, byte[] archive) throws DeploymentException {
        return assemblies.deploy(owner, new ByteArrayInputStream(archive), Initial.STARTED, Optional.empty());
    }

    private Path content() throws Exception {
        String bundle = node.files().stream()
                .filter(file -> file.endsWith("assembly.jar"))
                .findFirst()
                .orElseThrow();
        return folder.resolve("assemblies").resolve(bundle).getParent();
    }

    private Path record() {
        return folder.resolve("assemblies/records").resolve(ORDERS.fileName() + ".properties");
    }

    @Test
    void theRewrittenDigestDependsOnArchiveAndTenantOnly() throws Exception {
        AssemblyStatus first = deploy(ACME, archive("e"));
        AssemblyStatus other = deploy(GLOBEX, archive("e"));

        assertThat(other.digest()).isEqualTo(first.digest());
        assertThat(other.rewritten()).isPresent().isNotEqualTo(first.rewritten());
        assertThat(first.rewritten().orElseThrow()).matches("[0-9a-f]{64}").isNotEqualTo(first.digest());
        // A constant, since another release must give the same digest: it must not depend on the day or on Java.
        assertThat(first.rewritten()).contains("7c41d0535d783fd652decde54def72b5f61d5648102c815fcbda62ee715ecf30");

        assemblies.undeploy(ORDERS);
        assertThat(deploy(ACME, archive("e")).rewritten()).isEqualTo(first.rewritten());
    }

    @Test
    void theDigestGoesWithItsVersionAndSurvivesARestart() throws Exception {
        AssemblyStatus first = deploy(ACME, archive("e"));
        AssemblyStatus second = assemblies.switchTo(ACME, new ByteArrayInputStream(archive("f")));
        assertThat(second.rewritten()).isPresent().isNotEqualTo(first.rewritten());

        node.close();
        start();

        assertThat(assemblies.find(ORDERS).orElseThrow().rewritten()).isEqualTo(second.rewritten());
        assertThat(assemblies.rollback(ORDERS).rewritten()).isEqualTo(first.rewritten());
    }

    @Test
    void aPlainArchiveIsNotRewrittenAndHasNoSuchDigest() throws Exception {
        assertThat(deploy(Owner.PLAIN, archive("e")).rewritten()).isEmpty();
    }

    /** Earlier builds wrote records without such a digest, compressed units, and no original. */
    @Test
    void anAssemblyOfAnEarlierBuildStillRuns() throws Exception {
        AssemblyStatus status = deploy(ACME, archive("e"));
        node.close();
        leaveAsAnEarlierBuildDid(status.digest());

        start();

        AssemblyStatus found = assemblies.find(ORDERS).orElseThrow();
        assertThat(found.state()).isEqualTo(State.STARTED);
        assertThat(found.digest()).isEqualTo(status.digest());
        assertThat(found.rewritten()).isEmpty();
        AssemblyStatus next = assemblies.switchTo(ACME, new ByteArrayInputStream(archive("f")));
        assertThat(next.rewritten()).isPresent();
        assertThat(assemblies.rollback(ORDERS).rewritten()).isEmpty();
        assertThat(assemblies.rollback(ORDERS).rewritten()).isEqualTo(next.rewritten());
    }

    private void leaveAsAnEarlierBuildDid(String digest) throws Exception {
        Path content = content();
        Files.delete(content.resolve("original.zip"));
        Map<String, byte[]> bundle = new LinkedHashMap<>();
        bundle.put("META-INF/MANIFEST.MF", Archives.text("""
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: %s
                Bundle-Version: 1.0.0
                ESBMT-Assembly: orders
                ESBMT-Tenant: %s
                ESBMT-Digest: %s
                 %s

                """.formatted(
                        ORDERS.symbolicName(), ACME, digest.substring(0, 50), digest.substring(50))));
        bundle.put("META-INF/jbi.xml", Archives.text("""
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
                <identification><name>orders</name><description>of Acme</description></identification>
                <service-unit><identification><name>in</name><description></description></identification>
                <target><artifacts-zip>in.zip</artifacts-zip><component-name>http-bc</component-name></target>
                </service-unit></service-assembly></jbi>
                """));
        bundle.put(
                "in.zip",
                Archives.zip(Map.of(
                        "xbean.xml", ("provides {jbimulti2:tenant-endpoints/" + ACME + "}stock:e").getBytes(UTF_8))));
        Files.write(content.resolve("assembly.jar"), Archives.zip(bundle));
        Files.writeString(record(), """
                #Sat Nov 14 10:00:00 UTC 2026
                content=%s
                desired=STARTED
                digest=%s
                name=orders
                owner=%s
                """.formatted(content.getFileName(), digest, ACME), ISO_8859_1);
    }

    @Test
    void bothArchivesAreReadBackAsTheirDigestsSay() throws Exception {
        AssemblyStatus status = deploy(ACME, archive("e"));
        deploy(GLOBEX, archive("f"));

        assertThat(assemblies.archive(ORDERS, ArchiveForm.ORIGINAL)).isEqualTo(archive("e"));
        byte[] rewritten = assemblies.archive(ORDERS, ArchiveForm.REWRITTEN);
        assertThat(status.rewritten()).contains(AssemblyArchive.sha256(rewritten));
        AssemblyArchive read = AssemblyArchive.read(
                new ByteArrayInputStream(rewritten), AssemblyArchive.Trust.DECLARATIVE, ArchiveLimits.DEFAULTS);
        assertThat(read.entries()).containsExactly("META-INF/jbi.xml", "in.zip");
        assertThat(read.unitFiles(read.descriptor().units().get(0)).get("xbean.xml"))
                .asString(UTF_8)
                .isEqualTo("provides {jbimulti2:tenant-endpoints/" + ACME + "}stock:e");

        assemblies.switchTo(ACME, new ByteArrayInputStream(archive("g")));
        assertThat(assemblies.archive(ORDERS, ArchiveForm.ORIGINAL)).isEqualTo(archive("g"));
        node.close();
        start();
        assertThat(assemblies.rollback(ORDERS).rewritten()).isEqualTo(status.rewritten());
        assertThat(assemblies.archive(ORDERS, ArchiveForm.REWRITTEN)).isEqualTo(rewritten);
    }

    @Test
    void aManipulatedArchiveIsNotReturned() throws Exception {
        deploy(ACME, archive("e"));
        Files.write(content().resolve("original.zip"), archive("f"));
        Files.write(content().resolve("assembly.jar"), archive("f"));

        for (ArchiveForm form : ArchiveForm.values()) {
            assertThatThrownBy(() -> assemblies.archive(ORDERS, form))
                    .isInstanceOfSatisfying(DeploymentException.class, e -> assertThat(e.reason())
                            .isEqualTo(DeploymentException.Reason.INTERNAL))
                    .hasMessageContaining("see the log");
        }
    }

    @Test
    void anEarlierBuildKeptOnlyTheRewrittenArchive() throws Exception {
        AssemblyStatus status = deploy(ACME, archive("e"));
        node.close();
        leaveAsAnEarlierBuildDid(status.digest());
        start();

        assertThatThrownBy(() -> assemblies.archive(ORDERS, ArchiveForm.ORIGINAL))
                .isInstanceOfSatisfying(DeploymentException.class, e -> assertThat(e.reason())
                        .isEqualTo(DeploymentException.Reason.NOT_KEPT));
        assertThat(AssemblyArchive.read(
                                new ByteArrayInputStream(assemblies.archive(ORDERS, ArchiveForm.REWRITTEN)),
                                AssemblyArchive.Trust.DECLARATIVE,
                                ArchiveLimits.DEFAULTS)
                        .descriptor()
                        .name())
                .isEqualTo("orders");
    }

    @Test
    void theRecordHasTheDigestOfTheArchive() throws Exception {
        AssemblyStatus status = deploy(ACME, archive("e"));

        assertThat(status.digest()).isEqualTo(AssemblyArchive.sha256(archive("e")));
        assertThat(record())
                .content()
                .contains("digest.rewritten=" + status.rewritten().orElseThrow());
    }
}
