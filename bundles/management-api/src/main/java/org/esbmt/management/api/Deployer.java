package org.esbmt.management.api;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Deploys the service assemblies of tenants on this node. Each operation returns when its effect is there and will
 * survive a crash of the node, or throws and has left nothing behind. Operations on one assembly come one after the
 * other; those on different assemblies do not wait for each other. Threads: any that may block.
 *
 * <p>A tenant's name for an assembly is its own: two tenants may deploy the same archive.
 */
@ProviderType
public interface Deployer {

    /**
     * Checks an archive, deploys and starts it for the tenant.
     *
     * @param archive a zip file with {@code META-INF/jbi.xml} (JSR-208, section 6.3); read to its end, not closed
     * @throws DeploymentException with the reason and a sentence for who deploys
     */
    DeployedAssembly deploy(TenantId tenant, InputStream archive) throws DeploymentException;

    /** Replaces a deployed assembly by another version of it. When the new one fails the old one goes on. */
    DeployedAssembly update(TenantId tenant, InputStream archive) throws DeploymentException;

    /** Shuts the assembly down, if need be, and removes it. */
    void undeploy(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException;

    Optional<DeployedAssembly> find(TenantId tenant, String assembly);

    /** The tenant's assemblies, sorted by name. */
    List<DeployedAssembly> assemblies(TenantId tenant);
}
