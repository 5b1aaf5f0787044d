package org.esbmt.management.api.cluster;

import java.util.Optional;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/** The source of a node's archives. Threads: any that may block. */
@ConsumerType
public interface ArtifactSource {

    /**
     * The whole archive. The caller has to check its digest.
     *
     * @param tenant the owner of the archive; empty: the installation, for example for the installer of a component
     * @return empty if the archive is absent; the message of a change can arrive before the change is visible in each
     *     database
     * @throws ClusterUnavailableException if the service registry is unavailable now
     */
    Optional<byte[]> read(Optional<TenantId> tenant, Artifact artifact) throws ClusterUnavailableException;
}
