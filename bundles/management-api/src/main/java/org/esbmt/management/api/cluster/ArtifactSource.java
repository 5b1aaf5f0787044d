package org.esbmt.management.api.cluster;

import java.util.Optional;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/** The source of a node's archives. Threads: any that may block. */
@ConsumerType
public interface ArtifactSource {

    /**
     * The whole archive. Whether it is the one that the digest says is for the caller to look at.
     *
     * @param tenant whose archive it is; empty: the installation's, such as the installer of a component
     * @return empty if it is not there; the message of a change can come before the change is to be seen in each database
     * @throws ClusterUnavailableException if that cannot be told now
     */
    Optional<byte[]> read(Optional<TenantId> tenant, Artifact artifact) throws ClusterUnavailableException;
}
