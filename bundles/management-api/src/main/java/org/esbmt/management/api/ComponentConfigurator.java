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
 * How the components of this node are set, beyond the files of the node. Only what a component itself says may be set can be.
 * Threads: any that may block; operations come one after the other.
 */
@ProviderType
public interface ComponentConfigurator {

    /**
     * The settings of a component and their values now.
     *
     * @throws DeploymentException NO_SUCH_COMPONENT; INVALID_SETTING if nothing of it can be set here
     */
    SortedMap<String, String> settings(String component) throws DeploymentException;

    /**
     * Whether a component would take these settings on any node; changes nothing.
     *
     * @throws DeploymentException as {@link #settings}; INVALID_SETTING with the key, and with those that there are
     */
    void check(String component, Map<String, String> settings) throws DeploymentException;

    /**
     * Makes these the settings of a component: durable, and in force when this returns; for that the component is started
     * anew, with its units. A key that was set here before and is not among them has again what it had before.
     *
     * <p>A key that the component does not know is left out until a version comes that knows it. A component that is not here is
     * waited for, some seconds; if it comes later, it has these settings then, unless it does not start with them: that is tried
     * once.
     *
     * <p>If the component has not started yet, this returns when they are set, and {@link Configured#inForce} is false until it has
     * started with them.
     *
     * <p>When the process ends before this returns, whether the component starts is found out after the next start, by whoever asks
     * again or without that.
     *
     * @param decision digest of the decided settings, for {@link #configured}
     * @return false if all of it was in force already
     * @throws DeploymentException NO_SUCH_COMPONENT; INVALID_SETTING with the key, for a value that it does not take;
     *     COMPONENT_FAILED if the component does not start with them, and then it has those that it had
     */
    boolean configure(String component, Map<String, String> settings, Sha256 decision) throws DeploymentException;

    /** The decided settings of components that reached this node, by component. */
    List<Configured> configured();

    /**
     * The decided settings of one component.
     *
     * @param settings the settings that were set on this node
     * @param inForce whether the component has these settings: a file of the node may have changed since
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
