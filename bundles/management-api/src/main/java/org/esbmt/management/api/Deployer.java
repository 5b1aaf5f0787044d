package org.esbmt.management.api;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
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
     * Checks an archive as {@link #deploy(TenantId, Optional, InputStream)} does, and returns the assembly it would
     * deploy. Changes and reserves nothing, and waits for no operation. It does not check whether the assembly's name
     * is deployed, nor whether the names and addresses of its endpoints are free. The service registry knows that for
     * all nodes. Errors that only a component finds on taking up a unit stay unknown, too.
     *
     * @param user as of a deployment; for another version of an assembly, the user that the assembly has
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
     * @param user the one user of the tenant who reaches its endpoints; empty for all. Whether there is such a user is for
     *     the caller to know. All later versions are the same user's: who wants something else undeploys the assembly
     * @param archive a zip file with {@code META-INF/jbi.xml} (JSR-208, section 6.3); read to its end, not closed
     * @throws DeploymentException with the reason and a sentence for the deploying user
     */
    default DeployedAssembly deploy(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws DeploymentException {
        return deploy(tenant, user, archive, State.STARTED);
    }

    /**
     * As {@link #deploy(TenantId, Optional, InputStream)}, for an assembly that need not run: nothing of one that is to be
     * STOPPED or SHUTDOWN is started on the way.
     *
     * @param initial in which state it is afterwards; not FAILED
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

    /** As {@link #update}, but the version that is replaced is kept: it is the one to go back to. */
    DeployedAssembly switchTo(TenantId tenant, InputStream archive) throws DeploymentException;

    /**
     * Goes back to the version before the last {@link #switchTo}, in the same way. The one that is left becomes the one
     * to go back to, so a second rollback undoes the first.
     *
     * @throws DeploymentException {@code NO_FORMER_VERSION} if there is none
     */
    DeployedAssembly rollback(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Makes this version of a deployed assembly the rollback version, in place of the former one. The running version
     * continues. As with {@link #switchTo}, a component can still refuse the version at the rollback.
     */
    DeployedAssembly keep(TenantId tenant, InputStream archive) throws DeploymentException;

    /** Stops the assembly, if need be, and removes it, with the version to go back to. */
    void undeploy(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Takes nothing new any more, and returns when what was accepted is finished, or the deadline for that is over. One that is shut
     * down is STOPPED without being started.
     */
    DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException;

    DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException;

    /**
     * Reads back the archive whose version runs. Its SHA-256 is the digest, or the rewritten one, of the
     * {@link DeployedAssembly}: what is on the disk is held to it.
     *
     * @throws DeploymentException {@code NOT_KEPT} if an earlier build deployed the assembly and kept no original;
     *     {@code INTERNAL} if the file was changed since
     */
    byte[] archive(TenantId tenant, String assembly, ArchiveForm form) throws DeploymentException;

    Optional<DeployedAssembly> find(TenantId tenant, String assembly);

    /** Those of all tenants, sorted by tenant and name. */
    List<DeployedAssembly> assemblies();

    /** The tenant's assemblies, sorted by name. */
    List<DeployedAssembly> assemblies(TenantId tenant);
}
