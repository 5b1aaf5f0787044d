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

    /** How a component is set. */
    SettingsView settings(Administrator by, String component) throws AdministrationException;

    /**
     * How a component is set.
     *
     * @param revision of what was decided about the component; 0 if nobody has decided anything
     * @param settings by key, all that can be set
     * @param nodes whether what is decided is in force on each node, as was last heard of it; empty if nothing is set
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
     * @param here the value on this node, wherever it is from
     * @param all what is set for all nodes
     * @param single what is set for single nodes
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
