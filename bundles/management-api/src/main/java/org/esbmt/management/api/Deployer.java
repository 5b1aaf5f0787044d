package org.esbmt.management.api;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Deploys the service assemblies of tenants on this node. An operation returns when its effect is complete and durable
 * against a crash of the node. Otherwise it throws and leaves nothing behind. Operations on one assembly come one after
 * the other; those on different assemblies do not wait for each other. Threads: any that may block.
 *
 * <p>A tenant's name for an assembly is its own: two tenants may deploy the same archive.
 */
@ProviderType
public interface Deployer {

    /**
     * Checks an archive as {@link #deploy(TenantId, Optional, InputStream)} does, and returns the assembly it would
     * deploy. Changes and reserves nothing, and waits for no operation. It does not check whether the assembly's name
     * is deployed, nor whether the names and addresses of its endpoints are free. The service registry knows that for
     * all nodes. Errors that only a component finds on taking up a unit stay unknown, too.
     *
     * @param user the user of the deployment; for another version of an assembly, the user of the assembly
     * @param archive read to its end, not closed
     * @throws DeploymentException {@code INVALID_ARCHIVE} or {@code UNKNOWN_COMPONENT}, as a deployment throws it
     */
    CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive) throws DeploymentException;

    /** As {@link #deploy(TenantId, Optional, InputStream)}, for the whole tenant. */
    default DeployedAssembly deploy(TenantId tenant, InputStream archive) throws DeploymentException {
        return deploy(tenant, Optional.empty(), archive);
    }

    /**
     * Checks an archive, deploys and starts it for the tenant.
     *
     * @param user the one user of the tenant who reaches its endpoints; empty for all. The caller checks the user's
     *     existence. All later versions belong to the same user; for another user, undeploy the assembly
     * @param archive a zip file with {@code META-INF/jbi.xml} (JSR-208, section 6.3); read to its end, not closed
     * @throws DeploymentException with the reason and a sentence for the deploying user
     */
    default DeployedAssembly deploy(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws DeploymentException {
        return deploy(tenant, user, archive, State.STARTED);
    }

    /**
     * Deploys as {@link #deploy(TenantId, Optional, InputStream)}, but to the given state. With STOPPED or SHUTDOWN no
     * unit is started on the way.
     *
     * @param initial the state after the deployment; not FAILED
     */
    DeployedAssembly deploy(TenantId tenant, Optional<UserId> user, InputStream archive, State initial)
            throws DeploymentException;

    /**
     * Replaces a deployed assembly by another version of it, for good. The rollback version and the desired state stay
     * the same. With a started assembly the new version takes over while requests come in. No request fails and none is
     * done twice, if the components of all units support that (the guide lists them). The old version finishes the
     * requests it has accepted. If the new version fails, the old one continues.
     */
    DeployedAssembly update(TenantId tenant, InputStream archive) throws DeploymentException;

    /** As {@link #update}, but the replaced version is kept and becomes the rollback version. */
    DeployedAssembly switchTo(TenantId tenant, InputStream archive) throws DeploymentException;

    /**
     * Returns to the version before the last {@link #switchTo}, in the same way. The replaced version becomes the
     * rollback version, so a second rollback undoes the first.
     *
     * @throws DeploymentException {@code NO_FORMER_VERSION} if there is none
     */
    DeployedAssembly rollback(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Makes this version of a deployed assembly the rollback version, in place of the former one. The running version
     * continues. As with {@link #switchTo}, a component can still refuse the version at the rollback.
     */
    DeployedAssembly keep(TenantId tenant, InputStream archive) throws DeploymentException;

    /** Stops the assembly, if need be, and removes it, with its rollback version. */
    void undeploy(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Stops the assembly: it accepts no new exchange. Returns when the accepted ones are finished, or their deadline is
     * over. An assembly that is shut down becomes STOPPED without a start.
     */
    DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Reads the archive of the running version. The file is checked against the digest, or the rewritten one, of the
     * {@link DeployedAssembly}.
     *
     * @throws DeploymentException {@code NOT_KEPT} if an earlier build deployed the assembly and kept no original;
     *     {@code INTERNAL} if the file was changed since
     */
    byte[] archive(TenantId tenant, String assembly, ArchiveForm form) throws DeploymentException;

    Optional<DeployedAssembly> find(TenantId tenant, String assembly);

    /** The assemblies of all tenants, sorted by tenant and name. */
    List<DeployedAssembly> assemblies();

    /** The tenant's assemblies, sorted by name. */
    List<DeployedAssembly> assemblies(TenantId tenant);
}
