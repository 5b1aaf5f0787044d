package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.management.api.DeployedAssembly;

/**
 * An assembly of this node, as it was when it was asked for.
 *
 * @param owner whose it is: the owner of the name, or a user of that tenant
 * @param digest SHA-256 of its archive
 * @param rewritten SHA-256 of what was deployed of a tenant's archive; empty if an earlier build deployed it, or it is plain
 * @param former SHA-256 of the archive that a rollback goes to
 * @param source the file of the hot-deployment folder that it came from
 * @param failure why it is not what it should be
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
