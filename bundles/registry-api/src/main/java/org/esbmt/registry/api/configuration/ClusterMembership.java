package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The nodes of the clusters. A node calls the first two; administrators the others. A silent node stays a member: the
 * reader decides about the meaning of {@link ContainerInstance#silent}.
 */
@ProviderType
public interface ClusterMembership {

    /**
     * Registers a node that starts: {@link InstanceState#JOINING}. One that is known goes on with the revisions it had,
     * unless it had left.
     *
     * @throws RegistryException.NotFound if there is no such cluster
     * @throws RegistryException.Conflict if the node was in another cluster before
     */
    ContainerInstance register(ClusterId cluster, InstanceId instance, HostName host) throws RegistryException;

    /**
     * Keeps what the node says. A joining node is {@link InstanceState#UP} once it has observed what there was when it
     * joined.
     *
     * @throws RegistryException.NotFound if the node is not registered
     * @throws RegistryException.RuleBroken if the node has left, or has observed more than the cluster's log has
     */
    ContainerInstance heartbeat(InstanceId instance, Heartbeat heartbeat) throws RegistryException;

    /**
     * Asks a node to take nothing new.
     *
     * @throws RegistryException.NotFound if the node is not registered
     * @throws RegistryException.RuleBroken if it has left
     */
    ContainerInstance drain(InstanceId instance) throws RegistryException;

    /**
     * From now on no operation waits for this node; once more changes nothing.
     *
     * @throws RegistryException.NotFound if the node is not registered
     */
    ContainerInstance leave(InstanceId instance) throws RegistryException;

    Optional<ContainerInstance> findInstance(InstanceId instance) throws RegistryException;

    /** Nodes by their identifier, those that have left too; none of a cluster that is not there. */
    Listing<ContainerInstance> listInstances(ClusterId cluster, Slice slice) throws RegistryException;
}
