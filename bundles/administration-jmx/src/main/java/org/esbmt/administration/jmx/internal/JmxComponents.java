package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;

/** Asks on behalf of the administrator who is connected. */
final class JmxComponents implements ComponentsMXBean {
    private final ComponentAdministration components;
    private final ComponentConfiguration configuration;

    JmxComponents(ComponentAdministration components, ComponentConfiguration configuration) {
        this.components = requireNonNull(components, "components");
        this.configuration = requireNonNull(configuration, "configuration");
    }

    @Override
    public ComponentData[] listComponents() {
        return JmxAdministration.asked(
                by -> components.components(by).stream().map(ComponentData::of).toArray(ComponentData[]::new));
    }

    @Override
    public ComponentData[] listLibraries() {
        return JmxAdministration.asked(
                by -> components.libraries(by).stream().map(ComponentData::of).toArray(ComponentData[]::new));
    }

    @Override
    public String install(byte[] installer, String operation) {
        return JmxAdministration.asked(operation, -1, by -> components
                .install(by, new ByteArrayInputStream(JmxAdministration.archive(installer)))
                .name());
    }

    @Override
    public ComponentData startComponent(String component, String operation, long revision) {
        return JmxAdministration.asked(
                operation, revision, by -> ComponentData.of(components.start(by, given(component))));
    }

    @Override
    public ComponentData stopComponent(String component, String operation, long revision) {
        return JmxAdministration.asked(
                operation, revision, by -> ComponentData.of(components.stop(by, given(component))));
    }

    @Override
    public ComponentData shutDownComponent(String component, String operation, long revision) {
        return JmxAdministration.asked(
                operation, revision, by -> ComponentData.of(components.shutDown(by, given(component))));
    }

    @Override
    public void uninstallComponent(String component, String operation, long revision) {
        JmxAdministration.asked(operation, revision, by -> {
            components.uninstall(by, given(component));
            return component;
        });
    }

    @Override
    public void uninstallLibrary(String library, String operation, long revision) {
        JmxAdministration.asked(operation, revision, by -> {
            components.uninstallLibrary(by, JmxAdministration.given("library", library));
            return library;
        });
    }

    @Override
    public SettingData[] listSettings(String component) {
        return JmxAdministration.asked(by -> configuration.settings(by, given(component)).settings().stream()
                .map(SettingData::new)
                .toArray(SettingData[]::new));
    }

    @Override
    public long configureComponent(
            String component, String nodeId, String[] settings, String[] unset, String operation, long revision) {
        return JmxAdministration.asked(operation, revision, by -> {
            Map<String, Optional<String>> changes = new TreeMap<>();
            for (String setting : settings == null ? new String[0] : settings) {
                int end = JmxAdministration.given("settings", setting).indexOf('=');
                if (end < 1) {
                    throw new IllegalArgumentException("settings has key=value, not '" + setting + "'");
                }
                put(changes, setting.substring(0, end), Optional.of(setting.substring(end + 1)));
            }
            for (String key : unset == null ? new String[0] : unset) {
                put(changes, JmxAdministration.given("unset", key), Optional.empty());
            }
            Optional<UUID> node = nodeId == null || nodeId.isEmpty()
                    ? Optional.empty()
                    : Optional.of(JmxAdministration.uuid("nodeId", nodeId));
            return configuration.configure(by, given(component), node, changes).revision();
        });
    }

    private static void put(Map<String, Optional<String>> changes, String key, Optional<String> value) {
        if (changes.put(key, value) != null) {
            throw new IllegalArgumentException("the key " + key + " stands twice");
        }
    }

    private static String given(String component) {
        return JmxAdministration.given("component", component);
    }
}
