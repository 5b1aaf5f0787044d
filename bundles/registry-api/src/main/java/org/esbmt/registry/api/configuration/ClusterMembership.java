package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The nodes of the clusters. A node calls the first two methods; administrators call the others. A silent node stays a
 * member: the reader interprets {@link ContainerInstance#silent}.
 */
@ProviderType
public interface ClusterMembership {

    /**
     * Registers a starting node as {@link InstanceState#JOINING}. A known node continues with its former revisions,
     * unless it had left.
     *
     * @throws RegistryException.NotFound if there is no such cluster
     * @throws RegistryException.Conflict if the node was in another cluster before
     */
    ContainerInstance register(ClusterId cluster, InstanceId instance, HostName host) throws RegistryException;

    /**
     * Stores the report of a node. A joining node becomes {@link InstanceState#UP} once it has observed the revisions
     * that existed when it joined.
     *
     * @throws RegistryException.NotFound if the node is not registered
     * @throws RegistryException.RuleBroken if the node has left, or reports a revision beyond the end of the cluster's
     * log
     */
    ContainerInstance heartbeat(InstanceId instance, Heartbeat heartbeat) throws RegistryException;

    /**
     * Asks a node to accept no new exchanges.
     *
     * @throws RegistryException.NotFound if the node is not registered
     * @throws RegistryException.RuleBroken if it has left
     */
    ContainerInstance drain(InstanceId instance) throws RegistryException;

    /**
     * Removes a node from the cluster: no later operation waits for it. A second call changes nothing.
     *
     * @throws RegistryException.NotFound if the node is not registered
     */
    ContainerInstance leave(InstanceId instance) throws RegistryException;

    Optional<ContainerInstance> findInstance(InstanceId instance) throws RegistryException;

    /** Nodes by their identifier, including those that have left; empty for an unknown cluster. */
    Listing<ContainerInstance> listInstances(ClusterId cluster, Slice slice) throws RegistryException;
}
