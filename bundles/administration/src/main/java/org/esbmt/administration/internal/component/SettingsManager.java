package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages settings of components over the configuration registry. A change counts as one of the component's revision, which
 * keeps concurrent changes apart. The nodes get all settings, not a difference.
 */
@Component(service = {ComponentConfiguration.class, SettingsManager.class})
public final class SettingsManager implements ComponentConfiguration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final ComponentConfigurator configurator;
    private final NodeOutcome nodeOutcome;

    @Activate
    public SettingsManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference ComponentConfigurator configurator,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.configurator = requireNonNull(configurator, "configurator");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers()
                .add(ConfigureComponent.class, (by, c) -> configure(by, c.component(), c.node(), c.changes()));
    }

    private SettingsView configure(
            Administrator by, String component, Optional<UUID> node, Map<String, Optional<String>> changes)
            throws AdministrationException {
        requireNonNull(node, "node");
        Map<String, Optional<String>> asked = new TreeMap<>(changes);
        Administrator asking = nodeOutcome.identified(by);
        DecidedSettings decided = decide(asking, component, node, asked, true);
        nodeOutcome.await(
                asking, back -> decide(back.expecting(decided.revision()), component, node, decided.former(), false));
        return settings(by, component);
    }

    private DecidedSettings decide(
            Administrator asking,
            String component,
            Optional<UUID> node,
            Map<String, Optional<String>> changes,
            boolean checked)
            throws AdministrationException {
        OperationTarget target = target(component);
        return access.change(asking, Operation.CONFIGURE_COMPONENT, target, caller -> {
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("nothing is to be set");
            }
            // This call also checks that the component has settings.
            configurator.settings(component);
            changes.forEach((key, value) -> value.ifPresent(text -> checkPlain(key, text)));
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(component, node, changes),
                    change -> made(change, component, node, changes, checked),
                    before -> DecidedSettings.read(before.what()));
        });
    }

    /** Refuses a value that a configuration file would not preserve. Components accept no blanks around numbers. */
    private static void checkPlain(String key, String text) {
        boolean plain = text.equals(text.strip())
                && !text.contains("${")
                && text.chars().noneMatch(c -> c == '\\' || Character.isISOControl(c));
        if (!plain) {
            throw new IllegalArgumentException(
                    key + ": a value is one line without blanks around it, without backslashes"
                            + " and without references such as ${...}");
        }
    }

    private DecidedSettings made(
            Change change,
            String component,
            Optional<UUID> node,
            Map<String, Optional<String>> changes,
            boolean checked)
            throws AdministrationException, RegistryException, DeploymentException {
        ComponentName name = new ComponentName(component);
        Known known = known(component);
        ComponentState wanted = known.wanted().isEmpty() ? ComponentState.STARTED : known.desired();
        long revision = services.components()
                .desire(cluster(), known.component().id(), change.revision(known.revision()), wanted, change.by())
                .revision();
        SettingScope scope = SettingScope.of(name, cluster(), node.map(InstanceId::new));
        Map<String, Optional<String>> former = changed(change, scope, changes);
        SettingsManagementCommand command = command(component);
        if (checked) {
            check(command);
        }
        change.from(text(former));
        change.to(text(changes));
        change.tell(command);
        DecidedSettings decided = new DecidedSettings(revision, former);
        change.did(decided.text());
        return decided;
    }

    /** Changes the keys and returns their former values. */
    private Map<String, Optional<String>> changed(
            Change change, SettingScope scope, Map<String, Optional<String>> changes) throws RegistryException {
        Map<String, Versioned<Setting>> there = new HashMap<>();
        for (Versioned<Setting> one : services.components().settings().settings(scope)) {
            there.put(one.value().key(), one);
        }
        Map<String, Optional<String>> former = new TreeMap<>();
        for (Map.Entry<String, Optional<String>> one : changes.entrySet()) {
            String key = one.getKey();
            Optional<Versioned<Setting>> before = Optional.ofNullable(there.get(key));
            former.put(key, before.map(setting -> setting.value().value()));
            if (one.getValue().isPresent()) {
                services.components()
                        .settings()
                        .set(
                                new Setting(scope, key, one.getValue().get()),
                                before.map(Versioned::revision).orElse(0L),
                                change.by());
            } else if (before.isPresent()) {
                services.components().settings().remove(scope, key, before.get().revision());
            }
        }
        return former;
    }

    private static String text(Map<String, Optional<String>> settings) {
        List<String> texts = new ArrayList<>();
        settings.forEach((key, value) -> texts.add(value.map(v -> key + "=" + v).orElse(key + " is not set")));
        return String.join(", ", texts);
    }

    /** The command with all settings, for all nodes and for single nodes. */
    private SettingsManagementCommand command(String component) throws RegistryException {
        return new SettingsManagementCommand(
                component,
                services.components().settings().settings(cluster(), new ComponentName(component)).stream()
                        .map(Versioned::value)
                        .map(setting -> new SettingsManagementCommand.Setting(
                                setting.scope().node().map(InstanceId::value), setting.key(), setting.value()))
                        .toList());
    }

    /**
     * Checks the settings against any node. A value that no node of a kind accepts must not be stored, since nodes
     * return to the stored values.
     */
    private void check(SettingsManagementCommand command) throws DeploymentException {
        configurator.check(command.component(), command.on(new UUID(0, 0)));
        for (SettingsManagementCommand.Setting setting : command.settings()) {
            if (setting.node().isPresent()) {
                configurator.check(
                        command.component(), command.on(setting.node().get()));
            }
        }
    }

    /** Finds the component in the registry. Its nodes report their components as soon as they join. */
    private Known known(String component) throws RegistryException, AdministrationException {
        return services.components()
                .onCluster(cluster(), component)
                .orElseThrow(() -> new AdministrationException(
                        UNAVAILABLE, "the registry does not have the component " + component + " yet; try again"));
    }

    @Override
    public SettingsView settings(Administrator by, String component) throws AdministrationException {
        return access.perform(by, Operation.LIST_SETTINGS, target(component), caller -> {
            SortedMap<String, String> here = configurator.settings(component);
            SettingsManagementCommand decided = command(component);
            Map<String, List<SettingsManagementCommand.Setting>> byKey = new HashMap<>();
            decided.settings().forEach(one -> byKey.computeIfAbsent(one.key(), key -> new ArrayList<>())
                    .add(one));
            List<SettingView> views = new ArrayList<>();
            here.forEach((key, value) -> views.add(view(key, value, byKey.getOrDefault(key, List.of()))));
            // A key that this version of the component no longer knows.
            byKey.keySet().stream()
                    .filter(key -> !here.containsKey(key))
                    .forEach(key -> views.add(view(key, "", byKey.get(key))));
            views.sort(Comparator.comparing(SettingView::key));
            Optional<Known> known = services.components().onCluster(cluster(), component);
            return new SettingsView(component, known.map(Known::revision).orElse(0L), views, inForce(known, decided));
        });
    }

    private static SettingView view(String key, String here, List<SettingsManagementCommand.Setting> settings) {
        Optional<String> all = settings.stream()
                .filter(one -> one.node().isEmpty())
                .map(SettingsManagementCommand.Setting::value)
                .findFirst();
        TreeMap<UUID, String> single = new TreeMap<>();
        settings.forEach(one -> one.node().ifPresent(node -> single.put(node, one.value())));
        return new SettingView(key, here, all, single);
    }

    private SortedMap<UUID, Boolean> inForce(Optional<Known> known, SettingsManagementCommand decided)
            throws RegistryException {
        SortedMap<UUID, Boolean> nodes = new TreeMap<>();
        if (known.isPresent() && !decided.settings().isEmpty()) {
            services.components()
                    .settingsOnNodes(cluster(), known.get().component().id())
                    .forEach((node, digest) -> nodes.put(
                            node,
                            digest.filter(one ->
                                            one.hex().equals(decided.digest().hex()))
                                    .isPresent()));
        }
        return nodes;
    }

    private ClusterId cluster() throws RegistryException {
        return new ClusterId(services.resources().nodes().cluster());
    }

    private static OperationTarget target(String component) {
        return OperationTarget.installation("component " + requireNonNull(component, "component"));
    }
}
