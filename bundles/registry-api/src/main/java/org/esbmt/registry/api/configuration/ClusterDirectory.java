package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** The clusters of the installation. */
@ProviderType
public interface ClusterDirectory {

    /**
     * Creates a cluster without nodes and with an empty revision log.
     *
     * @throws RegistryException.Conflict if the name is another cluster's
     */
    Cluster createCluster(ClusterName name, UserId by) throws RegistryException;

    Optional<Cluster> findCluster(ClusterId cluster) throws RegistryException;

    Optional<Cluster> findCluster(ClusterName name) throws RegistryException;

    /** Clusters by name. */
    Listing<Cluster> listClusters(Slice slice) throws RegistryException;
}
