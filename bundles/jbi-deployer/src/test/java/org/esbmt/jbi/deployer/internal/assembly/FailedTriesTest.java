package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed operation keeps neither a name nor an address, so a node that follows a log can continue, and try again. */
class FailedTriesTest {
    private static final Owner ACME = Owner.of(TenantId.of("8e3f5f9b-6d7b-4cf5-9a67-111111111111"));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final AssemblyKey OTHER = new AssemblyKey(ACME, "other");

    @TempDir
    Path folder;

    private TestNode node;
    private RecordingComponent http;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        http = node.component("http-bc");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    /** An archive with one address and one endpoint of these names. */
    private static Archives archive(String assembly, String address, String endpoint) {
        return Archives.assembly(assembly)
                .unit(
                        "in",
                        "http-bc",
                        Map.of(
                                "unit.xml",
                                Archives.text("listens " + address + "\nprovides {urn:a}stock:" + endpoint),
                                "META-INF/jbi.xml",
                                Archives.text("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" version=\"1.0\""
                                        + " xmlns:a=\"urn:a\"><services><provides service-name=\"a:stock\""
                                        + " endpoint-name=\"" + endpoint + "\"/></services></jbi>")));
    }

    private AssemblyStatus deploy(Archives archive) throws DeploymentException {
        return assemblies.deploy(ACME, archive.stream(), Initial.STARTED, Optional.empty());
    }

    private void failAt(String step) {
        http.failAt(step + " " + ACME + "/orders/in");
    }

    private static void fails(ThrowingCallable operation) {
        assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNIT_FAILED))
                .hasMessageContaining("the unit in cannot be ");
    }

    private void assertFree(String address, String endpoint) throws DeploymentException {
        assertThat(deploy(archive("other", address, endpoint)).state()).isEqualTo(State.STARTED);
        assemblies.undeploy(OTHER);
    }

    private void assertTaken(String address, String endpoint) {
        for (Archives other : List.of(archive("other", address, "free"), archive("other", "free", endpoint))) {
            assertThatThrownBy(() -> deploy(other)).hasMessageStartingWith("the assembly orders has the ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deploy", "init", "start"})
    void afterAFailedUnitTheAssemblyIsAbsentAndItsNamesAreFree(String step) throws Exception {
        failAt(step);

        fails(() -> deploy(archive("orders", "here", "e")));

        assertThat(assemblies.find(ORDERS)).isEmpty();
        assertThat(assemblies.usersOf("http-bc")).isEmpty();
        assertThat(http.units()).isEmpty();
        assertThat(node.files()).isEmpty();
        assertFree("here", "e");
        http.heal();
        assertThat(deploy(archive("orders", "here", "e")).state()).isEqualTo(State.STARTED);
        assertTaken("here", "e");
    }

    @Test
    void aRefusalForATakenNameTakesNone() throws Exception {
        deploy(archive("orders", "here", "e"));

        assertThatThrownBy(() -> deploy(archive("other", "there", "e")))
                .hasMessageStartingWith("the assembly orders has the endpoint {")
                .hasMessageEndingWith("}stock:e already");

        assertThat(deploy(archive("third", "there", "f")).state()).isEqualTo(State.STARTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "switch", "rollback"})
    void aVersionThatFailedLeavesTheNamesOfTheOneBeforeAndNoOthers(String operation) throws Exception {
        deploy(archive("orders", "former", "f"));
        AssemblyStatus before = assemblies.switchTo(ACME, archive("orders", "here", "e").stream());
        boolean back = operation.equals("rollback");
        Callable<AssemblyStatus> change =
                switch (operation) {
                    case "update" ->
                        () -> assemblies.update(ACME, archive("orders", "next", "n").stream(), Optional.empty());
                    case "switch" -> () -> assemblies.switchTo(ACME, archive("orders", "next", "n").stream());
                    default -> () -> assemblies.rollback(ORDERS);
                };
        // The component fails the next version once, and deploys the former version again.
        http.failAt("init " + ACME + "/orders/in");
        AtomicInteger undeployed = new AtomicInteger();
        http.before(step -> {
            // The former version is undeployed first, then the failed one.
            if (step.startsWith("undeploy") && undeployed.incrementAndGet() == 2) {
                http.heal();
            }
        });

        fails(change::call);

        assertThat(assemblies.find(ORDERS)).contains(before);
        assertTaken("here", "e");
        assertFree(back ? "former" : "next", back ? "f" : "n");
        http.heal();
        change.call();
        assertTaken(back ? "former" : "next", back ? "f" : "n");
        assertFree("here", "e");
    }

    @Test
    void anAssemblyThatCannotStartIsFailedUntilItCan() throws Exception {
        deploy(archive("orders", "here", "e"));
        assemblies.stop(ORDERS);
        failAt("start");

        fails(() -> assemblies.start(ORDERS));

        assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(State.FAILED);
        assertTaken("here", "e");
        assertThat(assemblies.stop(ORDERS).state()).isEqualTo(State.STOPPED);
        http.heal();
        assertThat(assemblies.start(ORDERS).state()).isEqualTo(State.STARTED);
    }

    @Test
    void aFailedAssemblyCanBeUndeployed() throws Exception {
        deploy(archive("orders", "here", "e"));
        assemblies.stop(ORDERS);
        failAt("start");
        fails(() -> assemblies.start(ORDERS));

        assemblies.undeploy(ORDERS);

        assertThat(http.units()).isEmpty();
        assertThat(node.files()).isEmpty();
        http.heal();
        assertThat(deploy(archive("orders", "here", "e")).state()).isEqualTo(State.STARTED);
    }
}
