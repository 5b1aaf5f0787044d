package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.WatchedFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes from one version of an assembly to another and back. */
class VersionsTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final String UNIT = ACME + "/orders/";

    @TempDir
    Path folder;

    private volatile boolean fullDisk;
    private TestNode node;
    private SucceedingComponent http;
    private SucceedingComponent camel;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(WatchedFiles.watched(folder, (step, path) -> {
            if (fullDisk && path.getFileName().toString().endsWith(".tmp")) {
                throw new IOException(path + ": No space left on device");
            }
        }));
        http = node.succeeding("http-bc");
        camel = node.succeeding("camel-se");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private void restart() throws Exception {
        node.close();
        start();
    }

    /** A version, identified by the content of its units. */
    private static Archives version(int number) {
        return Archives.assembly("orders")
                .unit("in", "http-bc", "<beans><!-- " + number + " --></beans>")
                .unit("route", "camel-se", "<beans/>");
    }

    private AssemblyStatus deploy(Archives archive) throws DeploymentException {
        return assemblies.deploy(ACME, archive.stream(), Initial.STARTED, Optional.empty());
    }

    private List<String> diary() {
        return node.diary().stream().map(line -> line.replace(UNIT, "")).toList();
    }

    private long contents() throws Exception {
        return node.files().stream()
                .filter(file -> file.endsWith("assembly.jar"))
                .count();
    }

    private static void assertRefused(Reason reason, ThrowingCallable operation) {
        assertThatThrownBy(operation).isInstanceOfSatisfying(DeploymentException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    @Test
    void anotherVersionToGoBackToIsKeptAndDoesNotRun() throws Exception {
        deploy(version(1));
        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());
        diary();

        AssemblyStatus kept = assemblies.keep(ACME, version(3).stream());

        assertThat(diary()).isEmpty();
        assertThat(kept.digest()).isEqualTo(second.digest());
        assertThat(kept.former()).isPresent().isNotEqualTo(second.former());
        assertThat(contents()).isEqualTo(2);

        restart();
        AssemblyStatus back = assemblies.rollback(ORDERS);
        assertThat(Optional.of(back.digest())).isEqualTo(kept.former());
        assertThat(back.former()).contains(second.digest());
    }

    @Test
    void theFormerVersionStaysIfAnotherCannotBeStored() throws Exception {
        AssemblyStatus first = deploy(version(1));
        assemblies.switchTo(ACME, version(2).stream());
        fullDisk = true;
        assertRefused(Reason.INTERNAL, () -> assemblies.keep(ACME, version(3).stream()));
        fullDisk = false;

        restart();

        assertThat(assemblies.find(ORDERS).orElseThrow().former()).contains(first.digest());
        assertThat(contents()).isEqualTo(2);
    }

    @Test
    void theNewVersionStartsBeforeTheOldOneStops() throws Exception {
        AssemblyStatus first = deploy(version(1));
        diary();

        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());

        assertThat(diary())
                .containsExactly(
                        "deploy in~2@http-bc",
                        "deploy route~2@camel-se",
                        "init in~2@http-bc",
                        "init route~2@camel-se",
                        "provide in~2@http-bc",
                        "provide route~2@camel-se",
                        "consume in~2@http-bc",
                        "consume route~2@camel-se",
                        "close route@camel-se",
                        "close in@http-bc",
                        "stop route@camel-se",
                        "stop in@http-bc",
                        "shutDown route@camel-se",
                        "shutDown in@http-bc",
                        "undeploy route@camel-se",
                        "undeploy in@http-bc");
        assertThat(second.state()).isEqualTo(State.STARTED);
        assertThat(second.digest()).isNotEqualTo(first.digest());
        assertThat(second.former()).contains(first.digest());
        assertThat(AssemblyBundle.digest(node.bundle(ORDERS))).isEqualTo(second.digest());
        assertThat(contents()).isEqualTo(2);
    }

    @Test
    void aComponentThatFailsInAnUnexpectedPlaceLeavesNothingOfTheNewVersion() throws Exception {
        AssemblyStatus first = deploy(version(1));
        http.failToTell(new IllegalStateException("out of order"));

        assertRefused(Reason.UNIT_FAILED, () -> assemblies.switchTo(ACME, version(2).stream()));

        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));
        assertThat(camel.units()).isEqualTo(Map.of(UNIT + "route", "started"));
        assertThat(assemblies.find(ORDERS)).contains(first);
        assertThat(contents()).isEqualTo(1);
    }

    @Test
    void aSecondRollbackUndoesTheFirstAlsoAfterARestart() throws Exception {
        AssemblyStatus first = deploy(version(1));
        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());

        AssemblyStatus back = assemblies.rollback(ORDERS);
        assertThat(back.digest()).isEqualTo(first.digest());
        assertThat(back.former()).contains(second.digest());
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));

        restart();
        assertThat(assemblies.find(ORDERS)).contains(back);
        assertThat(assemblies.rollback(ORDERS)).isEqualTo(second);
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in~2", "started"));
        restart();
        assertThat(assemblies.find(ORDERS)).contains(second);
        assertThat(contents()).isEqualTo(2);
    }

    @Test
    void ofManyVersionsTheLastTwoAreKept() throws Exception {
        deploy(version(1));
        for (int i = 2; i < 6; i++) {
            assemblies.switchTo(ACME, version(i).stream());
            assertThat(contents()).isEqualTo(2);
        }
        assemblies.undeploy(ORDERS);
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(http.units()).isEmpty();
        assertThat(camel.units()).isEmpty();
    }

    @Test
    void anUpdateLeavesTheVersionToGoBackToAlone() throws Exception {
        AssemblyStatus first = deploy(version(1));
        assertThat(assemblies
                        .update(ACME, version(2).stream(), Optional.empty())
                        .former())
                .isEmpty();
        assertThat(contents()).isEqualTo(1);
        assertRefused(Reason.NO_FORMER_VERSION, () -> assemblies.rollback(ORDERS));

        AssemblyStatus again = assemblies.switchTo(ACME, version(1).stream());
        assertThat(again.digest()).isEqualTo(first.digest());
        AssemblyStatus mended = assemblies.update(ACME, version(3).stream(), Optional.empty());
        assertThat(mended.former()).isEqualTo(again.former());
        assertThat(contents()).isEqualTo(2);
        assertThat(assemblies.rollback(ORDERS).digest())
                .isEqualTo(again.former().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deploy route~2",
                "init route~2",
                "provide in~2",
                "provide route~2",
                "consume in~2",
                "consume route~2"
            })
    void whenAUnitFailsTheOldVersionNeverStopped(String step) throws Exception {
        AssemblyStatus first = deploy(version(1));
        diary();
        RecordingComponent failing = step.contains("route") ? camel : http;
        failing.failAt(step.replace(" ", " " + UNIT));

        assertRefused(Reason.UNIT_FAILED, () -> assemblies.switchTo(ACME, version(2).stream()));

        assertThat(diary())
                .noneMatch(line -> line.matches("(close|stop|shutDown|undeploy) (in|route)@.*"))
                .doesNotContain("start in@http-bc");
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));
        assertThat(camel.units()).isEqualTo(Map.of(UNIT + "route", "started"));
        assertThat(assemblies.find(ORDERS)).contains(first);
        assertThat(contents()).isEqualTo(1);

        failing.heal();
        assertThat(assemblies.switchTo(ACME, version(2).stream()).former()).contains(first.digest());
    }

    @Test
    void whenTheRecordCannotBeWrittenTheOldVersionNeverStopped() throws Exception {
        AssemblyStatus first = deploy(version(1));
        diary();
        fullDisk = true;

        assertRefused(Reason.INTERNAL, () -> assemblies.switchTo(ACME, version(2).stream()));

        assertThat(diary()).noneMatch(line -> line.matches("(close|stop|shutDown|undeploy) (in|route)@.*"));
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));
        assertThat(assemblies.find(ORDERS)).contains(first);
        assertThat(AssemblyBundle.digest(node.bundle(ORDERS))).isEqualTo(first.digest());
        assertThat(contents()).isEqualTo(1);
        fullDisk = false;
        assemblies.switchTo(ACME, version(2).stream());
    }

    @Test
    void aStoppedAssemblyIsSwitchedAndStaysStopped() throws Exception {
        AssemblyStatus first = deploy(version(1));
        assemblies.stop(ORDERS);
        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());
        assertThat(second.state()).isEqualTo(State.STOPPED);
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "stopped"));
        assemblies.shutDown(ORDERS);
        assertThat(assemblies.rollback(ORDERS).state()).isEqualTo(State.SHUTDOWN);
        assemblies.start(ORDERS);
        assertThat(assemblies.find(ORDERS).orElseThrow().digest()).isEqualTo(first.digest());
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));
    }

    @Test
    void aRollbackDoesNotTakeEndpointsOfAnotherAssembly() throws Exception {
        Map<String, byte[]> providing = Map.of(
                "stock.xml", Archives.text("provides {urn:a}stock:main"), "META-INF/jbi.xml", Archives.text("""
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" xmlns:a="urn:a" version="1.0"><services binding-component="true">
                <provides service-name="a:stock" endpoint-name="main"/></services></jbi>"""));
        deploy(Archives.assembly("orders").unit("u", "http-bc", providing));
        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());
        deploy(Archives.assembly("other").unit("u", "http-bc", providing));

        assertRefused(Reason.ALREADY_DEPLOYED, () -> assemblies.rollback(ORDERS));
        assertThat(assemblies.find(ORDERS)).contains(second);
        assemblies.undeploy(new AssemblyKey(ACME, "other"));
        assertThat(assemblies.rollback(ORDERS).former()).contains(second.digest());
    }

    @Test
    void aDamagedFormerVersionDoesNotPreventTheStart() throws Exception {
        deploy(version(1));
        String first = node.files().stream()
                .filter(file -> file.endsWith("assembly.jar"))
                .findFirst()
                .orElseThrow();
        AssemblyStatus second = assemblies.switchTo(ACME, version(2).stream());
        Files.writeString(folder.resolve("assemblies").resolve(first), "no archive");

        assertThatThrownBy(() -> assemblies.rollback(ORDERS)).isInstanceOf(DeploymentException.class);
        assertThat(assemblies.find(ORDERS)).contains(second);
        restart();
        assertThat(assemblies.find(ORDERS)).contains(second);
        assertThat(http.units()).isEqualTo(Map.of(UNIT + "in", "started"));
    }

    @Test
    void allUnitsCloseTheirConsumersBeforeTheFirstStops() throws Exception {
        deploy(version(1));
        diary();
        assemblies.stop(ORDERS);
        assertThat(diary())
                .containsExactly("close route@camel-se", "close in@http-bc", "stop route@camel-se", "stop in@http-bc");
    }

    @Test
    void withAComponentThatCannotTheOldVersionIsStoppedFirst() throws Exception {
        RecordingComponent jms = node.component("jms-bc");
        deploy(version(1));
        diary();
        Archives next = version(2).unit("queue", "jms-bc", "<beans/>");
        AssemblyStatus second = assemblies.switchTo(ACME, next.stream());
        List<String> diary = diary();
        assertThat(diary.indexOf("stop in@http-bc")).isLessThan(diary.indexOf("consume in@http-bc"));
        assertThat(jms.units()).isEqualTo(Map.of(UNIT + "queue", "started"));
        assertThat(second.state()).isEqualTo(State.STARTED);
        assertThat(assemblies.rollback(ORDERS).state()).isEqualTo(State.STARTED);
        assertThat(jms.units()).isEmpty();
    }
}
