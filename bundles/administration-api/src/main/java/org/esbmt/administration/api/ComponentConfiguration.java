package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * How the components of the bus are set, on all nodes of the cluster or on one. What is not set here a node has from its own
 * files. Only what a component says may be set can be: limits and deadlines, but not where a node listens, nor secrets. A
 * component whose settings change is started anew on each node. Promises and threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface ComponentConfiguration {

    /**
     * Sets some keys of a component and takes others back; the rest stays as it is. Who asks waits for the node that was
     * asked; if the component does not start there with its settings, all of it is taken back.
     *
     * @param node the one node where that is to hold, before what is set for all; empty for all
     * @param changes by key; empty: it is not set any more
     * @throws AdministrationException INVALID with the keys that there are; NOT_FOUND if there is no such component or node
     */
    SettingsView configure(
            Administrator by, String component, Optional<UUID> node, Map<String, Optional<String>> changes)
            throws AdministrationException;

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
