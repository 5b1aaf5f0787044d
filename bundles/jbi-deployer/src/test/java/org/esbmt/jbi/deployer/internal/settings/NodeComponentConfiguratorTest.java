package org.esbmt.jbi.deployer.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.jbi.container.api.AnnotatedConfiguration;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.management.api.ComponentConfigurator.Configured;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.message.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Settings change a component's configuration, and their removal restores the node's own values. */
class NodeComponentConfiguratorTest {
    private static final Sha256 ONE = Sha256.of(new byte[] {1});
    private static final Sha256 TWO = Sha256.of(new byte[] {2});

    @interface Limits {
        String host() default "127.0.0.1";

        int connections_max() default 10;

        long message_bytes() default 100;

        String egress_allow() default "";

        boolean strict() default true;
    }

    @TempDir
    Path folder;

    private final Map<String, Object> configuration = new ConcurrentSkipListMap<>();
    private InstalledComponent.State state = InstalledComponent.State.STARTED;
    private volatile Optional<InstalledComponent> component = Optional.of(made());
    private String broken = "";
    private boolean refusing;
    private int starts;
    private int stops;
    private NodeComponentConfigurator settings;
    private volatile boolean stopping;

    @BeforeEach
    void open() throws Exception {
        configuration.put("connections.max", "20");
        configuration.put("felix.fileinstall.filename", "file:etc/bc.cfg");
        settings = opened();
    }

    private NodeComponentConfigurator opened() throws Exception {
        NodeComponentConfigurator opened = alone();
        opened.bindSettable(configurable(Set.of("host")));
        return opened;
    }

    /** The settings without a component. */
    private NodeComponentConfigurator alone() throws Exception {
        return alone(Duration.ofMillis(200));
    }

    private NodeComponentConfigurator alone(Duration patience) throws Exception {
        return new NodeComponentConfigurator(
                admin(), components(), deployer(), folder.resolve("settings"), patience, () -> stopping);
    }

    private static ConfigurableComponent configurable(Set<String> without) {
        return new AnnotatedConfiguration<>("bc", "org.example.bc", Limits.class, without, limits -> {
            if (limits.connections_max() < 1) {
                throw new IllegalArgumentException("connections.max is 1 or more");
            }
        });
    }

    @Test
    void settableKeysAreListedWithTheirValuesInForce() throws Exception {
        assertThat(settings.settings("bc"))
                .containsExactly(
                        Map.entry("connections.max", "20"),
                        Map.entry("egress.allow", ""),
                        Map.entry("message.bytes", "100"),
                        Map.entry("strict", "true"));
    }

    @Test
    void aSettingIsInForceAndTheSameAgainIsNothingToDo() throws Exception {
        assertThat(settings.configure("bc", Map.of("connections.max", "30"), ONE))
                .isTrue();
        assertThat(configuration)
                .containsEntry("connections.max", "30")
                .containsEntry("felix.fileinstall.filename", "file:etc/bc.cfg");
        assertThat(starts).isEqualTo(1);

        assertThat(settings.configure("bc", Map.of("connections.max", "30"), ONE))
                .isFalse();
        assertThat(opened().configure("bc", Map.of("connections.max", "30"), ONE))
                .isFalse();
        assertThat(starts).isEqualTo(1);
        assertThat(opened().configured()).singleElement().satisfies(one -> {
            assertThat(one.decision()).isEqualTo(ONE);
            assertThat(one.inForce()).isTrue();
        });
    }

    @Test
    void aRemovedSettingHasItsFormerValue() throws Exception {
        settings.configure("bc", Map.of("connections.max", "30", "message.bytes", "7"), ONE);
        settings = opened();
        settings.configure("bc", Map.of("message.bytes", "8"), TWO);
        assertThat(configuration).containsEntry("connections.max", "20").containsEntry("message.bytes", "8");

        settings.configure("bc", Map.of(), ONE);

        assertThat(configuration).containsEntry("connections.max", "20").doesNotContainKey("message.bytes");
        assertThat(settings.configured()).extracting(Configured::inForce).containsExactly(true);
    }

    @Test
    void aLocalChangeIsVisibleAndOverwritten() throws Exception {
        settings.configure("bc", Map.of("connections.max", "30"), ONE);
        configuration.put("connections.max", "99");

        assertThat(settings.configured()).extracting(Configured::inForce).containsExactly(false);
        assertThat(settings.configure("bc", Map.of("connections.max", "30"), ONE))
                .isTrue();
        assertThat(configuration).containsEntry("connections.max", "30");
    }

    @Test
    void settingsThatPreventTheStartAreUndone() throws Exception {
        settings.configure("bc", Map.of("connections.max", "30"), ONE);
        broken = "31";

        refused(
                Reason.COMPONENT_FAILED,
                "does not start",
                () -> settings.configure("bc", Map.of("connections.max", "31"), TWO));

        assertThat(configuration).containsEntry("connections.max", "30");
        assertThat(component).isPresent();
        assertThat(settings.configured()).extracting(Configured::decision).containsExactly(ONE);
    }

    @Test
    void aRefusedConfigurationIsNotInTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("bc.cfg"), "connections.max = 20\n");
        configuration.put("felix.fileinstall.filename", file.toUri().toString());
        settings.configure("bc", Map.of("connections.max", "30"), ONE);
        assertThat(file).hasContent("connections.max = 30");

        refusing = true;
        assertThatThrownBy(() -> settings.configure("bc", Map.of("connections.max", "31"), TWO))
                .hasStackTraceContaining("refused by the framework");

        assertThat(file).hasContent("connections.max = 30");
        assertThat(configuration).containsEntry("connections.max", "30");
        assertThat(settings.configured()).extracting(Configured::decision).containsExactly(ONE);
    }

    @Test
    void aStoppingNodeUndoesNothingAndAppliesTheSettingsAtTheNextStart() throws Exception {
        broken = "31";
        stopping = true;
        refused(
                Reason.INTERNAL,
                "the node stops",
                () -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        broken = "";
        stopping = false;
        component = Optional.of(made());

        settings = opened();
        settings.configure("bc", Map.of("connections.max", "31"), ONE);

        assertThat(configuration).containsEntry("connections.max", "31");
        settings.configure("bc", Map.of(), TWO);
        assertThat(configuration).containsEntry("connections.max", "20");
    }

    @Test
    void anInterruptedChangeIsUndoneIfTheComponentDoesNotStartWithIt() throws Exception {
        settings.configure("bc", Map.of("message.bytes", "7"), ONE);
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), TWO));
        assertThat(component).isEmpty();

        NodeComponentConfigurator restarted = alone();
        restarted.bindSettable(configurable(Set.of("host")));
        assertThat(restarted.configured()).extracting(Configured::inForce).containsExactly(false);
        refused(
                Reason.COMPONENT_FAILED,
                "does not start",
                () -> restarted.configure("bc", Map.of("connections.max", "31"), TWO));

        assertThat(component).isPresent();
        assertThat(configuration).containsEntry("connections.max", "20").containsEntry("message.bytes", "7");
        assertThat(restarted.configured()).extracting(Configured::held).containsExactly(Optional.of(ONE));
        restarted.configure("bc", Map.of(), TWO);
        assertThat(configuration).doesNotContainKey("message.bytes");
    }

    @Test
    void anInterruptedFirstChangeIsUndoneToTheNodesValues() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        broken = "32";

        NodeComponentConfigurator restarted = alone();
        restarted.bindSettable(configurable(Set.of("host")));
        refused(
                Reason.COMPONENT_FAILED,
                "does not start",
                () -> restarted.configure("bc", Map.of("connections.max", "32"), TWO));

        assertThat(configuration).containsEntry("connections.max", "20");
        assertThat(restarted.configured()).isEmpty();
    }

    @Test
    void anInterruptedChangeIsAppliedIfTheComponentStartsWithIt() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        broken = "";
        component = Optional.of(made());

        NodeComponentConfigurator restarted = alone();
        restarted.bindSettable(configurable(Set.of("host")));
        int before = starts;
        restarted.configure("bc", Map.of("connections.max", "31"), ONE);
        assertThat(restarted.configure("bc", Map.of("connections.max", "31"), ONE))
                .isFalse();

        assertThat(starts).isEqualTo(before);
        assertThat(restarted.configured()).extracting(Configured::held).containsExactly(Optional.of(ONE));
    }

    @Test
    void anInterruptedChangeIsUndoneEvenWithoutARepetition() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));

        settings = opened();

        await().atMost(Duration.ofSeconds(10)).until(() -> component.isPresent());
        assertThat(configuration).containsEntry("connections.max", "20");
        await().atMost(Duration.ofSeconds(10)).until(() -> settings.configured().isEmpty());
    }

    @Test
    void anInterruptedChangeIsAppliedEvenIfTheComponentAppearsLate() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        broken = "";
        NodeComponentConfigurator restarted = alone(Duration.ofSeconds(10));
        restarted.bindSettable(configurable(Set.of("host")));
        CompletableFuture<Void> coming = comesIn(Duration.ofSeconds(2));

        restarted.configure("bc", Map.of("connections.max", "31"), ONE);

        coming.join();
        assertThat(configuration).containsEntry("connections.max", "31");
        assertThat(restarted.configured()).extracting(Configured::held).containsExactly(Optional.of(ONE));
    }

    @Test
    void aStartAfterAnInterruptedChangeProvesNothingForTheNextChange() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        broken = "32";
        NodeComponentConfigurator restarted = alone(Duration.ofSeconds(2));
        restarted.bindSettable(configurable(Set.of("host")));
        CompletableFuture<Void> coming = comesIn(Duration.ofMillis(500));

        refused(
                Reason.COMPONENT_FAILED,
                "does not start",
                () -> restarted.configure("bc", Map.of("connections.max", "32"), TWO));

        coming.join();
        assertThat(configuration.get("connections.max")).isNotEqualTo("32");
    }

    private CompletableFuture<Void> comesIn(Duration time) {
        return CompletableFuture.runAsync(
                () -> component = Optional.of(made()),
                CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Test
    void settingsBeforeTheStartAreNotInForceAndARepetitionChecksThem() throws Exception {
        component = Optional.empty();
        broken = "31";

        assertThat(settings.configure("bc", Map.of("connections.max", "31"), ONE))
                .isTrue();

        assertThat(settings.configured()).extracting(Configured::inForce).containsExactly(false);
        refused(
                Reason.COMPONENT_FAILED,
                "does not start",
                () -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        assertThat(configuration).containsEntry("connections.max", "20");
        assertThat(component).isPresent();
    }

    @Test
    void settingsBeforeTheStartAreInForceAfterIt() throws Exception {
        component = Optional.empty();

        assertThat(settings.configure("bc", Map.of("connections.max", "31"), ONE))
                .isTrue();

        await().atMost(Duration.ofSeconds(10))
                .until(() -> settings.configured().get(0).inForce());
        assertThat(settings.configure("bc", Map.of("connections.max", "31"), ONE))
                .isFalse();
        assertThat(configuration).containsEntry("connections.max", "31");
    }

    @Test
    void aRecordOfTheFirstFormHasSettingsAndFormerValues() throws Exception {
        wrote(
                "#Mon Nov 09 10:11:12 UTC 2026",
                "before.connections.max=20",
                "decision=" + ONE.hex(),
                "nothing.message.bytes=",
                "set.connections.max=30",
                "set.message.bytes=7");
        holdsAndGivesBack();
    }

    @Test
    void aRecordOfTheSecondFormWithoutATrialIsOfAComponentThatStarted() throws Exception {
        wrote(
                "#Mon Nov 16 10:11:12 UTC 2026",
                "before.connections.max=20",
                "decided.connections.max=30",
                "decided.message.bytes=7",
                "decision=" + ONE.hex(),
                "form=2",
                "nothing.message.bytes=",
                "set.connections.max=30",
                "set.message.bytes=7");
        holdsAndGivesBack();
    }

    /** Writes the record of an earlier build, and the configuration that it had set. */
    private void wrote(String... lines) throws Exception {
        Files.write(
                folder.resolve("settings").resolve("bc"),
                (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1));
        configuration.put("connections.max", "30");
        configuration.put("message.bytes", "7");
    }

    private void holdsAndGivesBack() throws Exception {
        settings = opened();
        assertThat(settings.configured()).extracting(Configured::held).containsExactly(Optional.of(ONE));
        assertThat(settings.configure("bc", Map.of("connections.max", "30", "message.bytes", "7"), ONE))
                .isFalse();
        assertThat(starts).isZero();

        settings.configure("bc", Map.of(), TWO);

        assertThat(configuration).containsEntry("connections.max", "20").doesNotContainKey("message.bytes");
    }

    @Test
    void aDeactivatedServiceTriesNoSettings() throws Exception {
        cutOff(() -> settings.configure("bc", Map.of("connections.max", "31"), ONE));
        NodeComponentConfigurator replaced = opened();

        replaced.close();

        await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(60)).until(() -> starts == 1);
    }

    @Test
    void refusedWaitingSettingsAreNotTriedBeforeTheNextRequest() throws Exception {
        NodeComponentConfigurator older = alone();
        older.bindSettable(configurable(Set.of("host", "connections.max")));
        Map<String, String> decided = Map.of("connections.max", "31", "message.bytes", "7");
        older.configure("bc", decided, ONE);
        broken = "31";

        NodeComponentConfigurator newer = opened();
        await().atMost(Duration.ofSeconds(10)).until(() -> starts == 3);
        assertThat(newer.settings("bc")).containsEntry("connections.max", "20").containsEntry("message.bytes", "7");

        NodeComponentConfigurator next = opened();
        await().during(Duration.ofMillis(300)).until(() -> starts == 3);
        assertThat(next.configured()).extracting(Configured::inForce).containsExactly(false);
        broken = "";
        assertThat(next.configure("bc", decided, ONE)).isTrue();
        assertThat(configuration).containsEntry("connections.max", "31");
    }

    /** Like a process that is killed while it waits for the component: the files stay unchanged. */
    private void cutOff(ThrowingCallable change) {
        broken = "31";
        stopping = true;
        assertThatThrownBy(change).hasMessageContaining("the node stops");
        stopping = false;
    }

    @Test
    void aKeyOfANewerVersionIsSetWhenThatVersionAppears() throws Exception {
        NodeComponentConfigurator older = alone();
        older.bindSettable(configurable(Set.of("host", "message.bytes")));
        Map<String, String> decided = Map.of("connections.max", "30", "message.bytes", "7");

        assertThat(older.configure("bc", decided, ONE)).isTrue();
        assertThat(older.configure("bc", decided, ONE)).isFalse();

        assertThat(configuration).containsEntry("connections.max", "30").doesNotContainKey("message.bytes");
        assertThat(older.configured()).extracting(Configured::held).containsExactly(Optional.of(ONE));

        settings = opened();

        await().atMost(Duration.ofSeconds(10))
                .until(() -> settings.configured().get(0).inForce());
        assertThat(configuration).containsEntry("connections.max", "30").containsEntry("message.bytes", "7");
        settings.configure("bc", Map.of(), TWO);
        assertThat(configuration).containsEntry("connections.max", "20").doesNotContainKey("message.bytes");
    }

    @Test
    void settingsForAnAbsentComponentAreAppliedWhenItAppears() throws Exception {
        settings.configure("bc", Map.of("connections.max", "30"), ONE);
        NodeComponentConfigurator later = alone();
        refused(
                Reason.NO_SUCH_COMPONENT,
                "it has these settings when it comes",
                () -> later.configure("bc", Map.of("message.bytes", "7"), TWO));
        assertThat(configuration).containsEntry("connections.max", "30");

        later.bindSettable(configurable(Set.of("host")));

        await().atMost(Duration.ofSeconds(10))
                .until(() -> later.configured().get(0).inForce());
        assertThat(later.configured()).extracting(Configured::decision).containsExactly(TWO);
        assertThat(configuration).containsEntry("connections.max", "20").containsEntry("message.bytes", "7");
    }

    @Test
    void aComponentThatComesInTimeIsWaitedFor() throws Exception {
        NodeComponentConfigurator early = new NodeComponentConfigurator(
                admin(), components(), deployer(), folder.resolve("settings"), Duration.ofSeconds(30), () -> false);
        Thread coming = new Thread(() -> early.bindSettable(configurable(Set.of("host"))));
        coming.start();

        assertThat(early.configure("bc", Map.of("connections.max", "30"), ONE)).isTrue();

        coming.join();
        assertThat(configuration).containsEntry("connections.max", "30");
    }

    @Test
    void aStoppedComponentStaysStopped() throws Exception {
        state = InstalledComponent.State.STOPPED;
        settings.configure("bc", Map.of("connections.max", "30"), ONE);
        assertThat(stops).isEqualTo(1);
    }

    @Test
    void unknownSettingsAreRefusedWithTheKnownOnes() {
        refused(
                Reason.INVALID_SETTING,
                "connections.max, egress.allow, message.bytes, strict; not host",
                () -> settings.check("bc", Map.of("host", "0.0.0.0")));
        refused(
                Reason.INVALID_SETTING,
                "connections.max is a number, not 'many'",
                () -> settings.check("bc", Map.of("connections.max", "many")));
        refused(Reason.INVALID_SETTING, "strict is true or false", () -> settings.check("bc", Map.of("strict", "yes")));
        refused(
                Reason.INVALID_SETTING,
                "1 or more",
                () -> settings.configure("bc", Map.of("connections.max", "0"), ONE));
        refused(Reason.NO_SUCH_COMPONENT, "no component nothing", () -> settings.settings("nothing"));
        refused(Reason.INVALID_SETTING, "which an installer brought; of bc it can", () -> settings.settings("brought"));
        assertThat(configuration).containsEntry("connections.max", "20");
        assertThat(settings.configured()).isEmpty();
    }

    private static void refused(Reason reason, String text, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(text)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** Like the framework: removes the component, and creates another one if it starts. */
    private ConfigurationAdmin admin() {
        Configuration one = proxy(Configuration.class, (method, arguments) -> {
            if (method.equals("getProperties")) {
                return FrameworkUtil.asDictionary(new TreeMap<>(configuration));
            }
            if (refusing) {
                throw new IllegalStateException("refused by the framework");
            }
            @SuppressWarnings("unchecked") // as the interface has it
            Map<String, Object> properties =
                    new TreeMap<>(FrameworkUtil.asMap((Dictionary<String, Object>) arguments[0]));
            configuration.clear();
            configuration.putAll(properties);
            boolean starting = !broken.equals(configuration.get("connections.max"));
            component = starting ? Optional.of(made()) : Optional.empty();
            starts++;
            return null;
        });
        return proxy(ConfigurationAdmin.class, (method, arguments) -> {
            assertThat(arguments[0]).isEqualTo("org.example.bc");
            return one;
        });
    }

    private InstalledComponents components() {
        return proxy(InstalledComponents.class, (method, arguments) -> switch (String.valueOf(arguments[0])) {
            case "bc" -> component;
            case "brought" -> Optional.of(made());
            default -> Optional.empty();
        });
    }

    private InstalledComponent made() {
        // The test gives the state of the first one; the container starts the later ones.
        boolean first = starts == 0 && configuration.isEmpty();
        return proxy(
                InstalledComponent.class,
                (method, arguments) -> method.equals("state") && !first ? InstalledComponent.State.STARTED : state);
    }

    private ComponentDeployer deployer() {
        return proxy(ComponentDeployer.class, (method, arguments) -> {
            if (method.equals("components")) {
                return List.of();
            }
            stops++;
            return null;
        });
    }

    @FunctionalInterface
    private interface Called {
        Object with(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Called called) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> type.getSimpleName();
                    default -> called.with(method.getName(), arguments == null ? new Object[0] : arguments);
                }));
    }
}
