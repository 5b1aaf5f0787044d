package org.esbmt.management.cluster.internal;

import java.util.Optional;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.tenancy.api.TenantId;

/** Archives in the service registry; the system tenant owns those of the installation. */
final class RegisteredArchives implements ArtifactSource {
    private final RegistryReferences registries;

    RegisteredArchives(RegistryReferences registries) {
        this.registries = registries;
    }

    @Override
    public Optional<byte[]> read(Optional<TenantId> tenant, Artifact artifact) throws ClusterUnavailableException {
        try {
            return registries
                    .services()
                    .findArtifact(
                            tenant.orElse(TenantRegistry.SYSTEM),
                            new Digest(artifact.digest().hex()));
        } catch (RegistryException e) {
            throw RegistryReferences.unavailable(e);
        }
    }
}
