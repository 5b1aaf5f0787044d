package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.management.api.DeployedAssembly;

/**
 * The state of an assembly of this node at the time of the query.
 *
 * @param owner the owner of the name, or a user of that tenant
 * @param digest SHA-256 of its archive
 * @param rewritten SHA-256 of a tenant's rewritten archive; empty for a plain assembly, and for one that an earlier
 *     version of the bus deployed
 * @param former SHA-256 of the archive that a rollback restores
 * @param source its file in the hot-deployment folder
 * @param failure the reason why it is not in its desired state
 */
public record AssemblyStatus(
        AssemblyKey key,
        Owner owner,
        AssemblyDescriptor descriptor,
        DeployedAssembly.State state,
        String digest,
        Optional<String> rewritten,
        Optional<String> former,
        Optional<String> source,
        Optional<String> failure) {}
