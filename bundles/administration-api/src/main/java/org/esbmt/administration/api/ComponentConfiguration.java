package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the settings of the bus's components, for all nodes of the cluster and for single nodes. A node takes a
 * key that is not set here from its own files. Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface ComponentConfiguration {

    /** Returns the settings of a component. */
    SettingsView settings(Administrator by, String component) throws AdministrationException;

    /**
     * The settings of a component.
     *
     * @param revision the revision of the decision about the component; 0 without a decision
     * @param settings all settings by key, also those without a value here
     * @param nodes true for each node that last reported the decided settings as in force; empty if nothing is set
     */
    record SettingsView(String component, long revision, List<SettingView> settings, SortedMap<UUID, Boolean> nodes) {
        public SettingsView {
            requireNonNull(component, "component");
            settings = List.copyOf(settings);
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        }
    }

    /**
     * One key.
     *
     * @param here the value on this node, from any source
     * @param all the value for all nodes
     * @param single the values for single nodes
     */
    record SettingView(String key, String here, Optional<String> all, SortedMap<UUID, String> single) {
        public SettingView {
            requireNonNull(key, "key");
            requireNonNull(here, "here");
            requireNonNull(all, "all");
            single = Collections.unmodifiableSortedMap(new TreeMap<>(single));
        }
    }
}
