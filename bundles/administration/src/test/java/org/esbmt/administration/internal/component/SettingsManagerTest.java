package org.esbmt.administration.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentConfiguration.SettingView;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.InMemorySettings;
import org.esbmt.administration.internal.harness.OneNode;
import org.esbmt.administration.internal.harness.SimulatedCrash;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A setting is decided for all nodes. A refused setting, or one that fails on this node, leaves the former values. */
class SettingsManagerTest {
    private static final String BC = InMemorySettings.COMPONENT;

    @TempDir
    Path data;

    private final InMemorySettings configurator = new InMemorySettings();
    private TestBus bus;
    private SettingsManager manager;
    private ClusterId cluster;
    private InstanceId other;
    private JbiComponent component;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        manager = new SettingsManager(bus.access, bus.services, configurator, bus.nodeOutcome);
        bus.node.has(configurator);
        cluster = new ClusterId(bus.node.cluster());
        other = InstanceId.random();
        bus.clusters.register(cluster, new InstanceId(OneNode.HERE), new HostName("here"));
        bus.clusters.register(cluster, other, new HostName("other"));
        component = bus.parts.define(
                NewComponent.own(new ComponentName(BC), ComponentKind.BINDING_COMPONENT),
                new UserId(UUID.randomUUID()));
        bus.parts.observe(other, component.id(), ComponentState.STARTED, Optional.empty());
    }

    @Test
    void aSettingIsStoredSentAndListed() throws Exception {
        SettingsView view = set(Optional.empty(), "limit", "5");

        assertThat(view.revision()).isEqualTo(1);
        assertThat(of(view, "limit").all()).contains("5");
        assertThat(of(view, "limit").here()).isEqualTo("5");
        assertThat(of(view, "hosts").all()).isEmpty();
        assertThat(view.nodes()).containsOnly(entry(other.value(), false));
        assertThat(told()).singleElement().satisfies(command -> assertThat(command.on(OneNode.HERE))
                .containsOnly(entry("limit", "5")));
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .extracting(AuditEntry::content)
                .anySatisfy(entry -> {
                    assertThat(entry.action()).isEqualTo("configureComponent");
                    assertThat(entry.after()).contains("limit=5");
                });
    }

    @Test
    void everyChangeSendsAllSettings() throws Exception {
        set(Optional.empty(), "limit", "5");
        set(Optional.of(other.value()), "limit", "6");
        SettingsView view = set(Optional.empty(), "hosts", "a");

        SettingsManagementCommand last = told().stream()
                .filter(command -> command.settings().size() == 3)
                .findFirst()
                .orElseThrow();
        assertThat(last.on(OneNode.HERE)).containsOnly(entry("limit", "5"), entry("hosts", "a"));
        assertThat(last.on(other.value())).containsOnly(entry("limit", "6"), entry("hosts", "a"));
        assertThat(of(view, "limit").single()).containsOnly(entry(other.value(), "6"));
        assertThat(view.revision()).isEqualTo(3);

        bus.parts.observe(
                other,
                component.id(),
                ComponentState.STARTED,
                Optional.of(new org.esbmt.registry.api.configuration.Sha256(
                        last.digest().hex())));
        assertThat(manager.settings(admin(), BC).nodes()).containsOnly(entry(other.value(), true));
    }

    @Test
    void aRemovedSettingIsGone() throws Exception {
        set(Optional.empty(), "limit", "5");

        SettingsView view = manager.commands()
                .execute(admin(), new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.empty())));

        assertThat(of(view, "limit").all()).isEmpty();
        assertThat(configurator.set()).isEmpty();
    }

    @Test
    void aRefusedSettingIsNotDecided() throws Exception {
        refused(Reason.INVALID, () -> set(Optional.empty(), "port", "80"));
        refused(Reason.INVALID, () -> set(Optional.empty(), "limit", "many"));
        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new ConfigureComponent(BC, Optional.empty(), Map.of())));
        for (String text : List.of("5\n", " 5", "5 ", "${limit}", "5\\")) {
            refused(Reason.INVALID, () -> set(Optional.empty(), "limit", text));
        }
        refused(Reason.NOT_FOUND, () -> set(Optional.of(UUID.randomUUID()), "limit", "5"));
        refused(Reason.NOT_FOUND, () -> manager.commands()
                .execute(
                        admin(),
                        new ConfigureComponent("nothing", Optional.empty(), Map.of("limit", Optional.of("5")))));

        assertThat(bus.node.published()).isEmpty();
        assertThat(bus.parts.settings(cluster, new ComponentName(BC))).isEmpty();
        assertThat(bus.parts.desired(cluster)).isEmpty();
    }

    @Test
    void settingsThatFailOnThisNodeAreTakenBack() throws Exception {
        set(Optional.empty(), "limit", "5");

        refused(Reason.INVALID, () -> set(Optional.empty(), "limit", "13"));

        assertThat(of(manager.settings(admin(), BC), "limit").all()).contains("5");
        bus.node.awaitAll();
        assertThat(configurator.set()).containsOnly(entry("limit", "5"));
    }

    @Test
    void aRepetitionAfterACrashBeforeTheCompensationCompensatesOnce() throws Exception {
        set(Optional.empty(), "hosts", "a b=c%");
        Administrator asking = admin().asking(UUID.randomUUID());
        Map<String, Optional<String>> changes = Map.of("limit", Optional.of("13"), "hosts", Optional.of("d"));
        bus.node.dieBeforeTelling();
        assertThatThrownBy(
                        () -> manager.commands().execute(asking, new ConfigureComponent(BC, Optional.empty(), changes)))
                .isInstanceOf(SimulatedCrash.class);
        assertThat(of(manager.settings(admin(), BC), "limit").all()).contains("13");

        refused(Reason.INVALID, () -> manager.commands()
                .execute(asking, new ConfigureComponent(BC, Optional.empty(), changes)));

        SettingsView after = manager.settings(admin(), BC);
        assertThat(of(after, "limit").all()).isEmpty();
        assertThat(of(after, "hosts").all()).contains("a b=c%");
        assertThat(after.revision()).isEqualTo(3);
        refused(Reason.INVALID, () -> manager.commands()
                .execute(asking, new ConfigureComponent(BC, Optional.empty(), changes)));
        assertThat(manager.settings(admin(), BC).revision()).isEqualTo(3);
        assertThat(bus.node.published()).hasSize(3);
    }

    @Test
    void settingsTooLongForTheCompensationAreNotChanged() throws Exception {
        for (String key : List.of("hosts", "others", "more", "most")) {
            set(Optional.empty(), key, "=".repeat(4_000));
        }
        SettingsView before = manager.settings(admin(), BC);
        Map<String, Optional<String>> all = Map.of(
                "hosts", Optional.of("a"),
                "others", Optional.of("a"),
                "more", Optional.of("a"),
                "most", Optional.of("a"));

        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new ConfigureComponent(BC, Optional.empty(), all)));

        assertThat(manager.settings(admin(), BC)).isEqualTo(before);
        assertThat(set(Optional.empty(), "hosts", "a").revision()).isEqualTo(5);
    }

    @Test
    void aRepeatedRequestHasTheFirstOutcomeAndARevisionIsChangedOnce() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        manager.commands()
                .execute(asking, new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.of("5"))));
        manager.commands()
                .execute(asking, new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.of("5"))));
        assertThat(bus.node.published()).hasSize(1);

        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(asking, new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.of("6")))));
        refused(Reason.STALE, () -> manager.commands()
                .execute(
                        admin().expecting(7),
                        new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.of("6")))));
    }

    @Test
    void onlyTheAdministratorOfTheInstallationChangesSettings() throws Exception {
        bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")));
        Administrator boss = new Administrator("acme/boss", "test");

        refused(Reason.FORBIDDEN, () -> manager.settings(boss, BC));
        refused(Reason.FORBIDDEN, () -> manager.commands()
                .execute(boss, new ConfigureComponent(BC, Optional.empty(), Map.of("limit", Optional.of("6")))));
    }

    private SettingsView set(Optional<UUID> node, String key, String value) throws AdministrationException {
        return manager.commands().execute(admin(), new ConfigureComponent(BC, node, Map.of(key, Optional.of(value))));
    }

    private static SettingView of(SettingsView view, String key) {
        return view.settings().stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private List<SettingsManagementCommand> told() {
        return bus.node.published().values().stream()
                .map(NewChange::operations)
                .flatMap(List::stream)
                .map(operation -> (SettingsManagementCommand) operation.command())
                .toList();
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
