package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint.Direction;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A check reports the result of a deployment, and deploys nothing. */
class CheckTest {
    private static final TenantId TENANT = TenantId.of("8e3f5f9b-6d7b-4cf5-9a67-111111111111");
    private static final UserId ALICE = UserId.of("8e3f5f9b-6d7b-4cf5-9a67-333333333333");
    private static final Owner ACME = Owner.of(TENANT);
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final String BUS = "jbimulti2:tenant-endpoints/" + TENANT;

    private static final Archives ARCHIVE = Archives.assembly("orders")
            .unit(
                    "zebra",
                    "http-bc",
                    "listens Orders/in\nprovides {urn:b}stock:soap\nconsumes {urn:a}audit\nconsumes {urn:a}back:soap")
            .unit("ant", "camel-se", "provides {urn:a}orders:camel\nprovides {urn:a}bills:camel");

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private TestNode node;
    private RecordingComponent camel;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        node.component("http-bc");
        camel = node.component("camel-se");
        node.componentWithoutReader("silent");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private CheckedAssembly check(Archives archive) throws DeploymentException {
        return assemblies.check(TENANT, Optional.empty(), archive.stream());
    }

    private AssemblyStatus deploy(Owner owner, Archives archive) throws DeploymentException {
        return assemblies.deploy(owner, archive.stream(), Initial.STARTED, Optional.empty());
    }

    private void assertNothingIsThere() throws Exception {
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(node.diary()).isEmpty();
        assertThat(assemblies.all()).isEmpty();
        assertThat(assemblies.usersOf("http-bc")).isEmpty();
    }

    private static CheckedEndpoint endpoint(Direction direction, String namespace, String local, String name) {
        return new CheckedEndpoint(
                direction, new QName(namespace, local), new QName(BUS, local), name, Optional.empty());
    }

    @Test
    void unitsComeInStartingOrderWithTheirEndpoints() throws Exception {
        CheckedAssembly checked = check(ARCHIVE);

        assertThat(checked.tenant()).isEqualTo(TENANT);
        assertThat(checked.user()).isEmpty();
        assertThat(checked.name()).isEqualTo("orders");
        assertThat(checked.description()).isEqualTo("the assembly orders");
        assertThat(checked.original()).isEqualTo(ARCHIVE.bytes());
        assertThat(checked.units())
                .containsExactly(
                        new CheckedUnit(
                                "zebra",
                                "http-bc",
                                List.of(
                                        new CheckedEndpoint(
                                                Direction.CONSUMER,
                                                new QName("urn:listening", "Listener"),
                                                new QName(BUS, "Listener"),
                                                "Orders/in",
                                                Optional.of("/tenant-services/" + TENANT + "/Orders/in")),
                                        endpoint(Direction.CONSUMER, "urn:a", "audit", "*"),
                                        endpoint(Direction.CONSUMER, "urn:a", "back", "soap"),
                                        endpoint(Direction.PROVIDER, "urn:b", "stock", "soap"))),
                        new CheckedUnit(
                                "ant",
                                "camel-se",
                                List.of(
                                        endpoint(Direction.PROVIDER, "urn:a", "bills", "camel"),
                                        endpoint(Direction.PROVIDER, "urn:a", "orders", "camel"))));
        assertNothingIsThere();
    }

    @Test
    void aListenerAndAConsumerOfOneNameAreOneConsumer() throws Exception {
        CheckedAssembly checked = check(Archives.assembly("orders")
                .unit("in", "http-bc", "listens in\nconsumes {urn:listening}Listener:in\nconsumes {urn:a}audit"));

        assertThat(checked.units().get(0).endpoints())
                .extracting(endpoint -> endpoint.service().getLocalPart() + endpoint.path())
                .containsExactly("ListenerOptional[/tenant-services/" + TENANT + "/in]", "auditOptional.empty");
    }

    @Test
    void ofAUserTheNamesAreTheUsersAndThePathIsTheTenants() throws Exception {
        CheckedAssembly checked = assemblies.check(TENANT, Optional.of(ALICE), ARCHIVE.stream());

        assertThat(checked.user()).contains(ALICE);
        List<CheckedEndpoint> endpoints = checked.units().get(0).endpoints();
        assertThat(endpoints)
                .extracting(endpoint -> endpoint.busService().getNamespaceURI())
                .containsOnly(BUS + "-" + ALICE);
        assertThat(endpoints.get(0).path()).contains("/tenant-services/" + TENANT + "/Orders/in");
        assertThat(deploy(Owner.of(TENANT, ALICE), ARCHIVE).rewritten())
                .contains(AssemblyArchive.sha256(checked.rewritten()));
    }

    @Test
    void anArchiveIsTheSameEachTimeAndOnEachNode() throws Exception {
        CheckedAssembly checked = check(ARCHIVE);
        TestNode other = new TestNode(elsewhere);
        try {
            other.component("camel-se");
            other.component("http-bc");
            CheckedAssembly there = other.open().check(TENANT, Optional.empty(), ARCHIVE.stream());

            assertThat(check(ARCHIVE)).isEqualTo(checked).hasSameHashCodeAs(checked);
            assertThat(there).isEqualTo(checked);
            assertThat(there.rewritten()).isEqualTo(checked.rewritten());
        } finally {
            other.close();
        }
        assertThat(check(Archives.assembly("orders").unit("zebra", "http-bc", "x")))
                .isNotEqualTo(checked);
    }

    @Test
    void theDeploymentMatchesTheCheck() throws Exception {
        CheckedAssembly checked = check(ARCHIVE);

        AssemblyStatus status = deploy(ACME, ARCHIVE);

        assertThat(status.digest()).isEqualTo(AssemblyArchive.sha256(checked.original()));
        assertThat(status.rewritten()).contains(AssemblyArchive.sha256(checked.rewritten()));
        assertThat(assemblies.archive(ORDERS, ArchiveForm.REWRITTEN)).isEqualTo(checked.rewritten());
    }

    @Test
    void theResultOfACheckIsImmutable() throws Exception {
        CheckedAssembly checked = check(ARCHIVE);

        checked.original()[0] = 0;
        checked.rewritten()[0] = 0;

        assertThat(checked).isEqualTo(check(ARCHIVE));
    }

    @Test
    void namesAndAddressesThatAreTakenAreNotAskedFor() throws Exception {
        CheckedAssembly before = check(ARCHIVE);
        deploy(Owner.of(TENANT, ALICE), ARCHIVE);
        List<String> files = node.files();
        node.diary();

        assertThat(check(ARCHIVE)).isEqualTo(before);
        check(Archives.assembly("other").unit("in", "http-bc", "listens Orders/in\nprovides {urn:b}stock:soap"));

        assertThat(node.files()).isEqualTo(files);
        assertThat(node.diary()).isEmpty();
        assertThat(assemblies.all()).hasSize(1);
        // The check reserved nothing for the other assembly.
        assemblies.undeploy(ORDERS);
        deploy(ACME, Archives.assembly("third").unit("in", "http-bc", "listens Orders/in"));
    }

    @Test
    void nobodyIsWaitedFor() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        camel.before(step -> {
            began.countDown();
            try {
                go.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<AssemblyStatus> deploying = executor.submit(() -> deploy(ACME, ARCHIVE));
            assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(check(ARCHIVE).name()).isEqualTo("orders");

            assertThat(deploying).isNotDone();
            go.countDown();
            deploying.get(30, TimeUnit.SECONDS);
        } finally {
            go.countDown();
            executor.shutdownNow();
        }
    }

    static Stream<byte[]> refused() {
        TenantId other = new TenantId(UUID.randomUUID());
        return Stream.of(
                "no zip".getBytes(StandardCharsets.UTF_8),
                Archives.zip(Map.of("a.xml", Archives.text("<a/>"))),
                Archives.assembly("or ders").unit("in", "http-bc", "x").bytes(),
                Archives.assembly("orders").unit("in", "http-bc", "wrong").bytes(),
                Archives.assembly("orders").unit("in", "silent", "x").bytes(),
                Archives.assembly("orders").unit("in", "gone", "x").bytes(),
                Archives.assembly("orders")
                        .unit("in", "http-bc", "wrong")
                        .unit("out", "gone", "x")
                        .bytes(),
                Archives.assembly("orders")
                        .unit("in", "http-bc", "x")
                        .entry("Evil.class", new byte[1])
                        .bytes(),
                Archives.assembly("orders")
                        .unit("a", "http-bc", "listens here")
                        .unit("b", "http-bc", "listens here")
                        .bytes(),
                Archives.assembly("orders")
                        .unit(
                                "in",
                                "http-bc",
                                Map.of(
                                        "META-INF/jbi.xml",
                                        Archives.text("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" version=\"1.0\""
                                                + " xmlns:o=\"jbimulti2:tenant-endpoints/" + other + "\"><services>"
                                                + "<consumes service-name=\"o:stock\"/></services></jbi>")))
                        .bytes());
    }

    @ParameterizedTest
    @MethodSource
    void refused(byte[] archive) throws Exception {
        DeploymentException atCheck = catchThrowableOfType(
                DeploymentException.class,
                () -> assemblies.check(TENANT, Optional.empty(), new ByteArrayInputStream(archive)));
        DeploymentException atDeployment = catchThrowableOfType(
                DeploymentException.class,
                () -> assemblies.deploy(ACME, new ByteArrayInputStream(archive), Initial.STARTED, Optional.empty()));

        assertThat(atCheck).isNotNull().hasMessage(atDeployment.getMessage());
        assertThat(atCheck.reason()).isEqualTo(atDeployment.reason());
        assertThat(atCheck.findings()).isEqualTo(atDeployment.findings());
        assertNothingIsThere();
    }

    @Test
    void aComponentThatLeavesIsUnknown() {
        assemblies.withdrawFrom("http-bc");

        assertThatThrownBy(() -> check(ARCHIVE))
                .isInstanceOfSatisfying(DeploymentException.class, e -> assertThat(e.reason())
                        .isEqualTo(DeploymentException.Reason.UNKNOWN_COMPONENT))
                .hasMessageContaining("the unit zebra is for the component http-bc");
    }

    @Test
    void aComponentThatIsNotStartedRefusesAsAtADeployment() throws Exception {
        node.components().find("camel-se").orElseThrow().stop();

        DeploymentException atCheck = catchThrowableOfType(DeploymentException.class, () -> check(ARCHIVE));
        DeploymentException atDeployment = catchThrowableOfType(DeploymentException.class, () -> deploy(ACME, ARCHIVE));

        assertThat(atCheck)
                .hasMessage("the unit ant is for the component camel-se, which is Stopped and must be started first")
                .hasMessage(atDeployment.getMessage());
        assertThat(atCheck.reason())
                .isEqualTo(DeploymentException.Reason.UNKNOWN_COMPONENT)
                .isEqualTo(atDeployment.reason());
        assertNothingIsThere();
    }

    /** Names that the registries of the cluster cannot store are refused while the deploying user can correct them. */
    @Test
    void namesHaveTheLimitsOfTheRegistries() throws Exception {
        String longest = "a".repeat(512);
        check(named("urn:" + "a".repeat(1_020), longest, longest));
        for (Archives archive : List.of(
                named("urn:" + "a".repeat(1_021), "stock", "soap"),
                named("urn:a", longest + "a", "soap"),
                named("urn:a", "stock", longest + "a"),
                named("urn:\ta", "stock", "soap"))) {
            assertThatThrownBy(() -> check(archive))
                    .hasMessageContaining("the unit in names ")
                    .hasMessageEndingWith(" bytes of UTF-8 without controls [jbi.name]");
        }
        assertThatThrownBy(
                        () -> check(Archives.assembly("orders").unit("in", "http-bc", "listens " + "a".repeat(2_000))))
                .hasMessageContaining("names the path ");
    }

    private static Archives named(String namespace, String local, String endpoint) {
        return Archives.assembly("orders")
                .unit("in", "http-bc", "provides {" + namespace + "}" + local + ":" + endpoint);
    }

    @Test
    void aDescriptionHasALimit() throws Exception {
        assertThat(check(described("\u00e4".repeat(2_048))).description()).hasSize(2_048);
        assertThatThrownBy(() -> check(described("\u00e4".repeat(2_048) + "a")))
                .hasMessage("META-INF/jbi.xml: the description of the assembly has 4097 bytes; it may have 4096"
                        + " [archive.limit]");
    }

    private static Archives described(String description) {
        return Archives.assembly("orders").describedAs(description).unit("in", "http-bc", "x");
    }
}
