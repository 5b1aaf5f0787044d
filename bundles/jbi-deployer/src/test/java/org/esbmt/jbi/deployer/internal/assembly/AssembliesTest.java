package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** Assemblies as bundles of a real framework. */
class AssembliesTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final Owner GLOBEX = Owner.of(new TenantId(UUID.randomUUID()));
    private static final AssemblyKey ORDERS = new AssemblyKey(Owner.PLAIN, "orders");

    @TempDir
    Path folder;

    private TestNode node;
    private RecordingComponent http;
    private RecordingComponent camel;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        http = node.component("http-bc");
        camel = node.component("camel-se");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private static Archives orders() {
        return Archives.assembly("orders").unit("in", "http-bc", "<beans/>").unit("route", "camel-se", "<beans/>");
    }

    private AssemblyStatus deploy(Owner owner, Archives archive) throws DeploymentException {
        return assemblies.deploy(owner, archive.stream(), Initial.STARTED, Optional.empty());
    }

    private void restart() throws Exception {
        node.close();
        node = new TestNode(folder);
        http = node.component("http-bc");
        camel = node.component("camel-se");
        assemblies = node.open();
    }

    private static void assertRefused(Reason reason, String sentence, ThrowingCallable operation) {
        assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(sentence);
    }

    private void assertNothingLeft() throws Exception {
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(http.units()).isEmpty();
        assertThat(camel.units()).isEmpty();
        assertThat(assemblies.all()).isEmpty();
    }

    @Test
    void anAssemblyIsABundleAndItsUnitsStartTogether() throws Exception {
        AssemblyStatus status = deploy(Owner.PLAIN, orders());

        assertThat(status.state()).isEqualTo(State.STARTED);
        assertThat(node.diary())
                .containsExactly(
                        "deploy in@http-bc",
                        "deploy route@camel-se",
                        "init in@http-bc",
                        "init route@camel-se",
                        "start in@http-bc",
                        "start route@camel-se");
        Bundle bundle = node.bundle(ORDERS);
        assertThat(bundle.getState()).isEqualTo(Bundle.ACTIVE);
        assertThat(bundle.getLocation()).isEqualTo("esbmt:plain/orders");
        assertThat(bundle.getSymbolicName()).isEqualTo("org.esbmt.assembly.plain.orders");
        assertThat(bundle.getHeaders().get("ESBMT-Assembly")).isEqualTo("orders");
        assertThat(bundle.getEntry("META-INF/jbi.xml")).isNotNull();
    }

    @Test
    void anAssemblyThatIsToBeStoppedIsNotStartedOnTheWay() throws Exception {
        AssemblyStatus status = assemblies.deploy(Owner.PLAIN, orders().stream(), Initial.STOPPED, Optional.empty());

        assertThat(status.state()).isEqualTo(State.STOPPED);
        assertThat(node.diary())
                .containsExactly(
                        "deploy in@http-bc", "deploy route@camel-se", "init in@http-bc", "init route@camel-se");
        restart();
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.STOPPED);
        assertThat(node.diary()).isNotEmpty().noneMatch(step -> step.startsWith("start "));

        assertThat(assemblies.start(ORDERS).state()).isEqualTo(State.STARTED);
    }

    @Test
    void restInitializesAShutDownAssemblyWithoutStartingIt() throws Exception {
        deploy(Owner.PLAIN, orders());
        assemblies.shutDown(ORDERS);
        node.diary();

        assertThat(assemblies.stop(ORDERS).state()).isEqualTo(State.SHUTDOWN);
        assertThat(assemblies.bringToStopped(ORDERS).state()).isEqualTo(State.STOPPED);
        assertThat(assemblies.bringToStopped(ORDERS).state()).isEqualTo(State.STOPPED);

        assertThat(node.diary()).containsExactly("init in@http-bc", "init route@camel-se");
        restart();
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.STOPPED);
        assemblies.start(ORDERS);
        assertThat(assemblies.bringToStopped(ORDERS).state()).isEqualTo(State.STOPPED);
    }

    @Test
    void stoppingAndStartingTheBundleIsTheLifeCycleOfItsUnits() throws Exception {
        deploy(Owner.PLAIN, orders());
        node.diary();

        node.bundle(ORDERS).stop();
        assertThat(node.diary())
                .containsExactly(
                        "stop route@camel-se", "stop in@http-bc", "shutDown route@camel-se", "shutDown in@http-bc");
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.SHUTDOWN);

        node.bundle(ORDERS).start();
        assertThat(node.diary())
                .containsExactly("init in@http-bc", "init route@camel-se", "start in@http-bc", "start route@camel-se");

        node.bundle(ORDERS).uninstall();
        assertThat(node.diary()).endsWith("undeploy route@camel-se", "undeploy in@http-bc");
        assertNothingLeft();
    }

    @Test
    void twoTenantsDeployTheSameArchive() throws Exception {
        deploy(ACME, orders());
        deploy(GLOBEX, orders());

        assertThat(http.units().keySet()).containsExactlyInAnyOrder(ACME + "/orders/in", GLOBEX + "/orders/in");
        assertThat(node.bundles())
                .extracting(Bundle::getSymbolicName)
                .doesNotHaveDuplicates()
                .hasSize(2);
        assertThat(node.bundle(new AssemblyKey(ACME, "orders")).getHeaders().get("ESBMT-Tenant"))
                .isEqualTo(ACME.toString());

        assemblies.undeploy(new AssemblyKey(ACME, "orders"));
        assertThat(http.units()).containsExactly(Map.entry(GLOBEX + "/orders/in", "started"));
    }

    @Test
    void aFailingUnitRollsAllBackInReverse() throws Exception {
        camel.failAt("start route");

        assertRefused(
                Reason.UNIT_FAILED,
                "the unit route cannot be started by the component camel-se: told to fail at start route",
                () -> deploy(Owner.PLAIN, orders()));

        assertThat(node.diary())
                .containsExactly(
                        "deploy in@http-bc",
                        "deploy route@camel-se",
                        "init in@http-bc",
                        "init route@camel-se",
                        "start in@http-bc",
                        "start route@camel-se",
                        "stop in@http-bc",
                        "shutDown route@camel-se",
                        "shutDown in@http-bc",
                        "undeploy route@camel-se",
                        "undeploy in@http-bc");
        assertNothingLeft();
    }

    @Test
    void aRollbackContinuesAfterAFailedStep() throws Exception {
        camel.failAt("start route");
        camel.failAt("shutDown route");
        http.failAt("stop in");

        assertRefused(Reason.UNIT_FAILED, "start route", () -> deploy(Owner.PLAIN, orders()));

        assertThat(node.diary())
                .endsWith(
                        "stop in@http-bc",
                        "shutDown route@camel-se",
                        "shutDown in@http-bc",
                        "undeploy route@camel-se",
                        "undeploy in@http-bc");
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
    }

    @Test
    void anUnknownComponentIsRefusedBeforeAnythingIsTouched() throws Exception {
        assertRefused(
                Reason.UNKNOWN_COMPONENT,
                "the unit x is for the component jms-bc, which this bus does not have",
                () -> deploy(ACME, Archives.assembly("a").unit("x", "jms-bc", "<beans/>")));
        assertThat(node.diary()).isEmpty();
        assertNothingLeft();
    }

    @Test
    void aFailedUpdateLeavesTheOldVersionRunning() throws Exception {
        deploy(ACME, orders());
        AssemblyKey key = new AssemblyKey(ACME, "orders");
        AssemblyStatus before = assemblies.find(key).orElseThrow();
        Archives next = orders().unit("more", "http-bc", "<beans/>");
        http.failAt("init " + ACME + "/orders/more");

        assertRefused(
                Reason.UNIT_FAILED, "the unit more", () -> assemblies.update(ACME, next.stream(), Optional.empty()));
        assertThat(assemblies.find(key)).contains(before);
        assertThat(http.units()).containsExactly(Map.entry(ACME + "/orders/in", "started"));

        http.heal();
        assemblies.update(ACME, next.stream(), Optional.empty());
        assertThat(http.units()).hasSize(2).containsValue("started");
        assertThat(node.files().stream().filter(file -> file.endsWith("assembly.jar")))
                .hasSize(1);
        restart();
        assertThat(http.units()).hasSize(2);
    }

    @Test
    void assembliesKeepTheirDesiredStatesAcrossARestart() throws Exception {
        deploy(ACME, Archives.assembly("runs").unit("a", "http-bc", "<beans/>"));
        deploy(ACME, Archives.assembly("stopped").unit("b", "http-bc", "<beans/>"));
        deploy(ACME, Archives.assembly("down").unit("c", "http-bc", "<beans/>"));
        assemblies.stop(new AssemblyKey(ACME, "stopped"));
        assemblies.shutDown(new AssemblyKey(ACME, "down"));

        restart();

        assertThat(assemblies.all())
                .extracting(s -> s.key().name() + " " + s.state())
                .containsExactly("down SHUTDOWN", "runs STARTED", "stopped STOPPED");
        assertThat(http.units())
                .containsOnly(Map.entry(ACME + "/runs/a", "started"), Map.entry(ACME + "/stopped/b", "stopped"));
        assemblies.start(new AssemblyKey(ACME, "down"));
        assertThat(http.units()).containsEntry(ACME + "/down/c", "started");
    }

    @Test
    void anAssemblyWaitsForItsComponentsAndLeavesWithThem() throws Exception {
        deploy(Owner.PLAIN, orders());
        node.diary();

        node.components().uninstall("camel-se");
        assertThat(node.diary())
                .containsExactly(
                        "stop route@camel-se",
                        "stop in@http-bc",
                        "shutDown route@camel-se",
                        "shutDown in@http-bc",
                        "undeploy route@camel-se");
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.FAILED);
        assertThat(assemblies.find(ORDERS).orElseThrow().failure().orElseThrow())
                .isEqualTo("the unit route is for the component camel-se, which this bus does not have");

        RecordingComponent another = node.component("camel-se");
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.STARTED);
        assertThat(another.units()).containsExactly(Map.entry("route", "started"));
    }

    @Test
    void componentsMayComeAfterTheDeployer() throws Exception {
        deploy(Owner.PLAIN, orders());
        node.close();
        node = new TestNode(folder);
        assemblies = node.open();
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.FAILED);

        http = node.component("http-bc");
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.FAILED);
        camel = node.component("camel-se");
        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.STARTED);
    }

    @Test
    void aLostFrameworkCacheIsRebuiltFromTheRecords() throws Exception {
        deploy(ACME, orders());
        node.close();
        DurableFiles.deleteTree(folder.resolve("cache"));
        node = new TestNode(folder);
        http = node.component("http-bc");
        camel = node.component("camel-se");
        assemblies = node.open();

        assertThat(node.bundles()).hasSize(1);
        assertThat(http.units()).containsValue("started");
    }

    @Test
    void anEndpointIsProvidedOnceInATenant() throws Exception {
        byte[] services = Archives.text("""
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" xmlns:a="urn:a" version="1.0"><services binding-component="true">
                <provides service-name="a:stock" endpoint-name="main"/></services></jbi>""");
        Map<String, byte[]> unit =
                Map.of("META-INF/jbi.xml", services, "stock.xml", Archives.text("provides {urn:a}stock:main"));
        deploy(ACME, Archives.assembly("one").unit("u", "http-bc", unit));

        assertRefused(
                Reason.ALREADY_DEPLOYED,
                "the assembly one has the endpoint {jbimulti2:tenant-endpoints/" + ACME + "}stock:main already",
                () -> deploy(ACME, Archives.assembly("two").unit("u", "http-bc", unit)));
        deploy(GLOBEX, Archives.assembly("two").unit("u", "http-bc", unit));
        assemblies.undeploy(new AssemblyKey(ACME, "one"));
        deploy(ACME, Archives.assembly("two").unit("u", "http-bc", unit));
    }

    @Test
    void plainUnitsOfAComponentHaveDifferentNames() throws Exception {
        deploy(Owner.PLAIN, Archives.assembly("one").unit("u", "http-bc", "<beans/>"));

        assertRefused(
                Reason.ALREADY_DEPLOYED,
                "the assembly one has the unit u of the component http-bc already",
                () -> deploy(Owner.PLAIN, Archives.assembly("two").unit("u", "http-bc", "<beans/>")));
        deploy(Owner.PLAIN, Archives.assembly("two").unit("u", "camel-se", "<beans/>"));
    }

    @Test
    void aSlowAssemblyHoldsNoOtherUp() throws Exception {
        CountDownLatch slowIsIn = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        http.before(step -> {
            if (step.equals("init " + ACME + "/slow/u")) {
                slowIsIn.countDown();
                await(release);
            }
        });
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<AssemblyStatus> slow =
                    pool.submit(() -> deploy(ACME, Archives.assembly("slow").unit("u", "http-bc", "<beans/>")));
            await(slowIsIn);

            assertThat(deploy(ACME, Archives.assembly("fast").unit("u", "http-bc", "<beans/>"))
                            .state())
                    .isEqualTo(State.STARTED);
            assertThat(deploy(GLOBEX, Archives.assembly("slow").unit("u", "http-bc", "<beans/>"))
                            .state())
                    .isEqualTo(State.STARTED);
            assertThat(slow.isDone()).isFalse();
            release.countDown();
            assertThat(slow.get(60, TimeUnit.SECONDS).state()).isEqualTo(State.STARTED);
        } finally {
            release.countDown();
            pool.shutdownNow();
        }
    }

    @Test
    void ofConcurrentDeploymentsOfAnAssemblyOneSucceeds() throws Exception {
        int many = 8;
        ExecutorService pool = Executors.newFixedThreadPool(many);
        try {
            List<Callable<Boolean>> tasks = Collections.nCopies(many, () -> {
                try {
                    deploy(ACME, orders());
                    return true;
                } catch (DeploymentException e) {
                    assertThat(e.reason()).isEqualTo(Reason.ALREADY_DEPLOYED);
                    return false;
                }
            });
            int succeeded = 0;
            for (Future<Boolean> result : pool.invokeAll(tasks)) {
                succeeded += result.get(60, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(succeeded).isEqualTo(1);
            assertThat(http.units()).isEqualTo(Map.of(ACME + "/orders/in", "started"));
            assertThat(node.files().stream().filter(file -> file.endsWith("assembly.jar")))
                    .hasSize(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aDamagedRecordLetsNothingElseBeTakenForARest() throws Exception {
        deploy(ACME, Archives.assembly("good").unit("u", "http-bc", "<beans/>"));
        deploy(ACME, Archives.assembly("bad").unit("u", "http-bc", "<beans/>"));
        List<String> files = node.files();
        Files.writeString(folder.resolve("assemblies/records/" + ACME + "_bad.properties"), "owner=");

        restart();

        assertThat(assemblies.all()).extracting(status -> status.key().name()).containsExactly("good");
        assertThat(node.files()).isEqualTo(files);
        assertThat(node.bundles()).hasSize(2);
    }

    @Test
    void oneArchiveGivesOneBundleByteForByte() throws Exception {
        deploy(ACME, orders());
        byte[] first = bundle();
        assemblies.undeploy(new AssemblyKey(ACME, "orders"));
        deploy(ACME, orders());

        assertThat(bundle()).isEqualTo(first);
    }

    private byte[] bundle() throws Exception {
        String jar = node.files().stream()
                .filter(file -> file.endsWith("assembly.jar"))
                .findFirst()
                .orElseThrow();
        return Files.readAllBytes(folder.resolve("assemblies").resolve(jar));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
