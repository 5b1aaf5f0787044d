package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.assertj.core.api.AbstractStringAssert;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AdministrationClient.Node;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.SecondNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two nodes of the real distribution, and installers of ServiceMix. A change of components through either node reaches both
 * nodes. A node that was stopped meanwhile has the change after its start.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterComponentsIT {
    private static final Path INSTALLERS = Path.of(System.getProperty("installers"));
    private static final Duration SOON = Duration.ofSeconds(60);
    /** The time in which a node waits for the others and takes a decision back. */
    private static final Duration TAKEN_BACK = Duration.ofMinutes(3);

    private static final ObjectName COMPONENTS = components();
    private static final String EIP = "servicemix-eip";
    private static final String SHARED = "servicemix-shared";
    private static final String[] CHANGE = {String.class.getName(), String.class.getName(), "long"};

    private Distribution distribution;
    private Distribution other;
    private BusProcess first;
    private BusProcess second;
    private BusHome.Credentials administrator;

    private static ObjectName components() {
        try {
            return new ObjectName("org.esbmt:type=Components");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    void startBoth() throws Exception {
        distribution = Distribution.unpack(ClusterComponentsIT.class, "first");
        other = Distribution.unpack(ClusterComponentsIT.class, "second");
        SecondNode secondNode = new SecondNode(distribution.home());
        secondNode.listen();
        first = BusProcess.start(distribution.home());
        administrator = distribution.home().initialAdministrator().orElseThrow();
        secondNode.join(other.home());
        second = BusProcess.start(other.home());
    }

    @AfterAll
    void stopBoth() throws Exception {
        try (BusProcess firstToStop = first;
                BusProcess secondToStop = second) {
            // The second node first: the first one has the database and the broker.
            assertThat(List.of(firstToStop, secondToStop)).doesNotContainNull();
        }
        distribution.close();
        other.close();
    }

    @Test
    @Order(1)
    void aComponentInstalledThroughOneNodeIsStartedOnBoth() throws Exception {
        assertThatThrownBy(() -> install(first, "eip")).hasStackTraceContaining(SHARED);
        assertThat(install(first, "shared")).isEqualTo(SHARED);
        assertThat(install(first, "eip")).isEqualTo(EIP);

        onBothNodes("Started");
        assertThat(sameState()).hasSize(2);
        assertThatThrownBy(() -> change(first, "uninstallLibrary", SHARED)).hasStackTraceContaining("CONFLICT: ");
        assertThatThrownBy(() -> change(first, "uninstallComponent", "http-bc"))
                .hasStackTraceContaining("the bus's own");
    }

    @Test
    @Order(2)
    void aComponentStoppedThroughTheOtherNodeIsStoppedOnBoth() throws Exception {
        change(second, "stopComponent", EIP);

        onBothNodes("Stopped");
        assertThat(component(first, EIP).orElseThrow().get("desired")).isEqualTo("Stopped");
        assertThat(sameState()).hasSize(2);
    }

    @Test
    @Order(3)
    void aStoppedNodeHasTheChangesAfterItsStart() throws Exception {
        second.close();
        change(first, "startComponent", EIP);
        install(first, "file");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(nodes(first, EIP)).containsExactlyInAnyOrder("Started", "Stopped"));

        second = BusProcess.start(other.home());

        onBothNodes("Started");
        await().atMost(SOON).untilAsserted(() -> {
            CompositeData file = component(second, "servicemix-file").orElseThrow();
            assertThat(file.get("state")).isEqualTo("Started");
        });
        assertThat(sameState()).hasSize(2);
    }

    @Test
    @Order(4)
    void clusterSettingsAreInForceOnBothNodesAndNodeSettingsOnOne() throws Exception {
        String before = here(second, "connections.max");
        String node = secondNode();
        configure(first, "", "connections.max=4321", "hops=1").isEqualTo("INVALID");
        configure(first, "", "connections.max=none").isEqualTo("INVALID");
        configure(first, "", "connections.max=4321", "connections.max.per.source=77")
                .isEmpty();
        configure(first, node, "connections.max=1234").isEmpty();

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(here(second, "connections.max")).isEqualTo("1234"));
        assertThat(here(first, "connections.max")).isEqualTo("4321");
        assertThat(here(second, "connections.max.per.source")).isEqualTo("77");
        assertThat(sameState()).hasSize(2);
        assertThat(other.home().get("org.esbmt.http.bc.cfg", "connections.max")).contains("1234");

        unset(first, node, "connections.max");
        unset(first, "", "connections.max", "connections.max.per.source");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(here(second, "connections.max")).isEqualTo(before));
        assertThat(sameState()).hasSize(2);
    }

    /** The kill comes about while the settings are decided, or while the component starts with them. */
    @ParameterizedTest
    @Order(5)
    @ValueSource(ints = {20, 400})
    void settingsHaveOneOutcomeIfTheManagingNodeIsKilled(int afterMillis) throws Exception {
        String before = here(first, "connections.max");
        String wanted = Integer.toString(5000 + afterMillis);
        String operation = UUID.randomUUID().toString();
        String[] settings = {"connections.max=" + wanted};
        try (AdministrationClient administration = administration(second)) {
            CompletableFuture<Object> asked = CompletableFuture.supplyAsync(() -> {
                try {
                    return configure(administration, "", settings, new String[0], operation);
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            });
            Thread.sleep(afterMillis);
            second.kill();
            assertThat(asked.handle((answer, failure) -> "over").get(2, TimeUnit.MINUTES))
                    .isEqualTo("over");
        } catch (IOException e) {
            assertThat(e).as("a connection to the killed node").isNotNull();
        }

        second = BusProcess.start(other.home());

        String outcome = repeated(settings, operation);
        assertThat(sameState()).hasSize(2);
        String decided = outcome.isEmpty() ? wanted : before;
        for (BusProcess asked : List.of(first, second)) {
            await().atMost(SOON).untilAsserted(() -> assertThat(here(asked, "connections.max"))
                    .as(outcome)
                    .isEqualTo(decided));
            assertThat(refusal(asked, "", settings, new String[0], operation)).isEqualTo(outcome);
        }
        if (outcome.isEmpty()) {
            unset(second, "", "connections.max");
            for (BusProcess asked : List.of(first, second)) {
                await().atMost(SOON).untilAsserted(() -> assertThat(here(asked, "connections.max"))
                        .isEqualTo(before));
            }
        }
    }

    /** Repeats the request until no transaction is in doubt; returns the reason of its refusal, empty without one. */
    private String repeated(String[] settings, String operation) {
        AtomicReference<String> outcome = new AtomicReference<>();
        await().atMost(TAKEN_BACK).ignoreExceptions().untilAsserted(() -> {
            outcome.set(refusal(second, "", settings, new String[0], operation));
            assertThat(outcome.get()).isNotIn("UNAVAILABLE", "IN_DOUBT", "BUSY");
        });
        return outcome.get();
    }

    @Test
    @Order(6)
    void uninstalledComponentsAreGoneFromBothNodes() throws Exception {
        change(first, "uninstallComponent", "servicemix-file");
        change(second, "uninstallComponent", EIP);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(component(first, EIP)).isEmpty());
        change(first, "uninstallLibrary", SHARED);

        await().atMost(SOON).untilAsserted(() -> assertThat(
                        (CompositeData[]) invoke(second, "listLibraries", new Object[0], new String[0]))
                .isEmpty());
        assertThat(sameState()).hasSize(2);
    }

    private void onBothNodes(String state) throws Exception {
        for (BusProcess asked : List.of(first, second)) {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(nodes(asked, EIP)).containsExactly(state, state));
            assertThat(component(asked, EIP).orElseThrow().get("state")).isEqualTo(state);
        }
    }

    /** The component's state on each node. */
    private List<String> nodes(BusProcess asked, String component) throws Exception {
        String[] nodes = (String[]) component(asked, component).orElseThrow().get("nodes");
        return Arrays.stream(nodes)
                .map(node -> node.substring(node.indexOf(' ') + 1))
                .toList();
    }

    private Optional<CompositeData> component(BusProcess asked, String name) throws Exception {
        CompositeData[] all = (CompositeData[]) invoke(asked, "listComponents", new Object[0], new String[0]);
        return Arrays.stream(all).filter(one -> one.get("name").equals(name)).findFirst();
    }

    /** Asserts about the reason of the refusal, which is empty without a refusal. */
    private AbstractStringAssert<?> configure(BusProcess asked, String node, String... settings) throws Exception {
        return assertThat(refusal(asked, node, settings, new String[0]));
    }

    private void unset(BusProcess asked, String node, String... keys) throws Exception {
        assertThat(refusal(asked, node, new String[0], keys)).isEmpty();
    }

    private String refusal(BusProcess asked, String node, String[] settings, String[] unset) throws Exception {
        return refusal(asked, node, settings, unset, "");
    }

    private String refusal(BusProcess asked, String node, String[] settings, String[] unset, String operation)
            throws Exception {
        try (AdministrationClient administration = administration(asked)) {
            configure(administration, node, settings, unset, operation);
            return "";
        } catch (RuntimeMBeanException e) {
            String message = e.getCause().getMessage();
            return message.substring(0, message.indexOf(':'));
        }
    }

    private static Object configure(
            AdministrationClient administration, String node, String[] settings, String[] unset, String operation)
            throws Exception {
        String text = String.class.getName();
        String texts = String[].class.getName();
        return administration
                .server()
                .invoke(
                        COMPONENTS,
                        "configureComponent",
                        new Object[] {"http-bc", node, settings, unset, operation, -1L},
                        new String[] {text, text, texts, texts, text, "long"});
    }

    /** The value of a key on a node. */
    private String here(BusProcess asked, String key) throws Exception {
        CompositeData[] all = (CompositeData[])
                invoke(asked, "listSettings", new Object[] {"http-bc"}, new String[] {String.class.getName()});
        return (String) Arrays.stream(all)
                .filter(one -> one.get("key").equals(key))
                .findFirst()
                .orElseThrow()
                .get("here");
    }

    private String secondNode() throws Exception {
        try (AdministrationClient administration = administration(second)) {
            CompositeData page = (CompositeData) administration
                    .server()
                    .invoke(new ObjectName("org.esbmt:type=Cluster"), "listNodes", new Object[] {0, 100}, new String[] {
                        "int", "int"
                    });
            return (String) Arrays.stream((CompositeData[]) page.get("nodes"))
                    .filter(one -> one.get("here").equals(true))
                    .findFirst()
                    .orElseThrow()
                    .get("nodeId");
        }
    }

    private Object install(BusProcess asked, String part) throws Exception {
        byte[] installer = Files.readAllBytes(INSTALLERS.resolve("servicemix-" + part + "-installer.zip"));
        return invoke(
                asked, "install", new Object[] {installer, UUID.randomUUID().toString()}, new String[] {
                    "[B", String.class.getName()
                });
    }

    private void change(BusProcess asked, String operation, String name) throws Exception {
        invoke(asked, operation, new Object[] {name, "", -1L}, CHANGE);
    }

    private Object invoke(BusProcess asked, String operation, Object[] arguments, String[] types) throws Exception {
        try (AdministrationClient administration = administration(asked)) {
            return administration.server().invoke(COMPONENTS, operation, arguments, types);
        }
    }

    /** Awaits and returns both nodes with one revision and one digest. */
    private List<Node> sameState() throws Exception {
        try (AdministrationClient administration = administration(first)) {
            List<Node> nodes = administration.awaitSameState(2, SOON);
            assertThat(nodes).extracting(Node::digest).containsOnly(nodes.get(0).digest());
            return nodes;
        }
    }

    private AdministrationClient administration(BusProcess node) throws Exception {
        return new AdministrationClient(node, administrator);
    }
}
