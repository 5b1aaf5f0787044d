package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** The desired states of components on a cluster, and the states that its nodes observe. */
@ProviderType
public interface ComponentStates {

    /**
     * Sets the desired state of a component.
     *
     * @param expectedRevision the revision of the desired state before; 0 if there was none
     * @throws RegistryException.NotFound if there is no such cluster or component
     * @throws RegistryException.Stale if the desired state has changed since
     * @throws RegistryException.Conflict if another version of the component is on the cluster and its desired state is
     * not absent
     */
    Versioned<DesiredComponent> desire(
            ClusterId cluster, ComponentId component, long expectedRevision, ComponentState state, UserId by)
            throws RegistryException;

    /** By component; empty for an unknown cluster. */
    List<Versioned<DesiredComponent>> desired(ClusterId cluster) throws RegistryException;

    /**
     * Stores the state of a component that a node reports.
     *
     * @param settings digest of the component's settings in force on the node
     * @throws RegistryException.NotFound if there is no such node or component
     */
    void observe(InstanceId instance, ComponentId component, ComponentState state, Optional<Sha256> settings)
            throws RegistryException;

    /** By node and component, of nodes that have not left; empty for an unknown cluster. */
    List<ObservedComponent> observed(ClusterId cluster) throws RegistryException;
}
