package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.esbmt.management.api.message.Sha256;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Changes settings of this node's components, in addition to the node's files. Only settings that the component
 * declares as settable can be changed. Threads: any that may block; operations come one after the other.
 */
@ProviderType
public interface ComponentConfigurator {

    /**
     * The settings of a component and their current values.
     *
     * @throws DeploymentException NO_SUCH_COMPONENT; INVALID_SETTING if the component has no settable settings
     */
    SortedMap<String, String> settings(String component) throws DeploymentException;

    /**
     * Checks these settings against the component, as on any node; changes nothing.
     *
     * @throws DeploymentException as {@link #settings}; INVALID_SETTING with the key and the valid keys
     */
    void check(String component, Map<String, String> settings) throws DeploymentException;

    /**
     * Makes these the settings of a component: durable, and in force when this returns. To that end the component is
     * restarted, with its units. A key that was set here before and is missing now gets its former value back.
     *
     * <p>A key that the component does not know is left out until a version knows it. The call waits some seconds for
     * an absent component. If the component is installed later, it starts with these settings, unless that start fails:
     * it is tried once.
     *
     * <p>If the component has not started yet, this returns when the settings are stored, and {@link
     * Configured#inForce} is false until the component has started with them.
     *
     * <p>If the process ends before this returns, the next start of the node tries the settings, or a repeated call
     * does.
     *
     * @param decision digest of the decided settings, for {@link #configured}
     * @return false if all of them were in force already
     * @throws DeploymentException NO_SUCH_COMPONENT; INVALID_SETTING with the key, for an invalid value;
     *     COMPONENT_FAILED if the component does not start with the settings, and then it keeps its former ones
     */
    boolean configure(String component, Map<String, String> settings, Sha256 decision) throws DeploymentException;

    /** The decided settings of components that reached this node, by component. */
    List<Configured> configured();

    /**
     * The decided settings of one component.
     *
     * @param settings the settings that were set on this node
     * @param inForce true if the component has these settings: a file of the node may have changed since
     */
    record Configured(String component, Sha256 decision, SortedMap<String, String> settings, boolean inForce) {
        public Configured {
            requireNonNull(component, "component");
            requireNonNull(decision, "decision");
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }

        /** The decision, if it is in force. */
        public Optional<Sha256> held() {
            return inForce ? Optional.of(decision) : Optional.empty();
        }
    }
}
