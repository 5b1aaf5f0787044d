package org.esbmt.management.api.message;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The settings of a component on all nodes, and on single ones. The command contains the complete decision: a node
 * takes back every setting that is missing in it.
 *
 * @param settings by node and key, those of all nodes first; at most {@value #MAX_SETTINGS}
 */
public record SettingsManagementCommand(String component, List<Setting> settings) implements ManagementCommand {
    public static final int MAX_SETTINGS = 200;

    private static final Comparator<Setting> ORDER = Comparator.comparing(
                    (Setting s) -> s.node().map(UUID::toString).orElse(""))
            .thenComparing(Setting::key);

    public SettingsManagementCommand {
        Checks.component(component);
        if (settings.size() > MAX_SETTINGS) {
            throw new IllegalArgumentException(
                    "a component has at most " + MAX_SETTINGS + " settings, not " + settings.size());
        }
        settings = settings.stream().sorted(ORDER).toList();
        Set<String> places = new HashSet<>();
        for (Setting setting : settings) {
            if (!places.add(setting.node() + " " + setting.key())) {
                throw new IllegalArgumentException("the setting " + setting.key() + " stands twice");
            }
        }
    }

    /** The effective settings of a node: its own settings override those of all nodes. */
    public Map<String, String> on(UUID node) {
        Map<String, String> effective = new TreeMap<>();
        for (Setting setting : settings) {
            if (setting.node().isEmpty() || setting.node().get().equals(node)) {
                effective.put(setting.key(), setting.value());
            }
        }
        return effective;
    }

    /** The digest of the whole decision, the same on each node. */
    public Sha256 digest() {
        StringBuilder text = new StringBuilder();
        for (Setting setting : settings) {
            for (String part :
                    List.of(setting.node().map(UUID::toString).orElse("-"), setting.key(), setting.value())) {
                text.append(part.length()).append(':').append(part);
            }
        }
        return Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * One setting.
     *
     * @param node the node of the setting; empty for all
     * @param key 1 to 128 characters without spaces
     * @param value one line, at most {@value #MAX_VALUE} characters; never a secret
     */
    public record Setting(Optional<UUID> node, String key, String value) {
        public static final int MAX_VALUE = 8_192;

        public Setting {
            Checks.setting(key, value);
            node = node.map(id -> id);
        }
    }
}
