package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** Brings nodes back to what the registries say. Promises and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ResyncAdministration {
    /** Assemblies at once. */
    int MAX_ASSEMBLIES = 300;

    /**
     * Tells every node of the cluster once more which versions of a tenant's assemblies are deployed, and whether they
     * are started: a node that lacks one, has another version, or has it in another state, brings about what it should
     * be; the others do nothing, and messages go on there. A node keeps any further assembly, which shows in
     * {@link ClusterAdministration.NodeView#differs}.
     *
     * @param assembly only this one; empty for all of the tenant, {@value #MAX_ASSEMBLIES} at the most
     * @return under which operation {@link OperationAdministration} tells what became of it on each node
     * @throws AdministrationException NOT_FOUND if there is no such tenant, or it has no such assembly deployed; INVALID if
     *     there are too many
     */
    Resync resync(Administrator by, TenantId tenant, Optional<String> assembly) throws AdministrationException;

    /**
     * The resync that the nodes were told.
     *
     * @param assemblies how many; of none nothing was told
     */
    record Resync(UUID operation, int assemblies) {
        public Resync {
            requireNonNull(operation, "operation");
        }
    }
}
