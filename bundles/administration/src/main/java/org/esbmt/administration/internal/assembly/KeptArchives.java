package org.esbmt.administration.internal.assembly;

import java.util.Optional;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.service.AssemblyVersion;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;

/**
 * Finds the digest and length of archives, for commands to the nodes. It reads no archive, since other changes wait
 * meanwhile.
 */
final class KeptArchives {
    private KeptArchives() {}

    static Optional<Artifact> find(ServiceRegistry registry, TenantId tenant, Digest original)
            throws RegistryException {
        return registry.findArtifactLength(tenant, original)
                .map(length -> new Artifact(new Sha256(original.hex()), length));
    }

    /** Finds the archive of the version to which a rollback returns. */
    static Optional<Artifact> former(ServiceRegistry registry, Deployment deployment) throws RegistryException {
        if (deployment.former().isEmpty()) {
            return Optional.empty();
        }
        Optional<AssemblyVersion> version = registry.findVersion(
                deployment.tenant(), deployment.assembly(), deployment.former().getAsInt());
        return version.isEmpty()
                ? Optional.empty()
                : find(registry, deployment.tenant(), version.get().content().original());
    }
}
