package org.esbmt.registry.api.service;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The deployments of tenants: archives, service assemblies in their versions, endpoints, and services with their
 * descriptions. Threads: any that may block; calls may be concurrent.
 *
 * <p>An operation takes part in the unit of work that the calling thread is in, sees its changes, and is committed with
 * it. After an exception of a changing operation the unit of work is rolled back, even if its work catches the
 * exception. Some rules are checked when the unit of work is prepared. A broken rule then rolls the unit of work back,
 * with the rule as the reason. Outside of a unit of work an operation is a unit of its own: after its return it is
 * committed and survives any crash. {@link RegistryException.Unavailable} comes within seconds, however the database is
 * out of reach.
 *
 * <p>Every operation is for one tenant and neither sees nor changes another tenant's data. A missing object and another
 * tenant's object look the same. The registry does not check here that the tenant exists. {@code by} is the user who
 * asked, and is stored with the change.
 */
@ProviderType
public interface ServiceRegistry {
    /** The largest number of bytes of an artifact. */
    int MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

    /**
     * Stores an archive or a document. The same content again is the same artifact.
     *
     * @param content 1 to {@value #MAX_ARTIFACT_BYTES} bytes
     */
    Digest putArtifact(TenantId tenant, byte[] content) throws RegistryException;

    /** A copy; empty if the tenant has no such artifact. */
    Optional<byte[]> findArtifact(TenantId tenant, Digest digest) throws RegistryException;

    /** The number of bytes, without reading them; empty if the tenant has no such artifact. */
    Optional<Integer> findArtifactLength(TenantId tenant, Digest digest) throws RegistryException;

    /**
     * Deploys the first version, or the next one after an {@link #undeploy}, as {@link DesiredState#STARTED}.
     *
     * @throws RegistryException.Conflict if an assembly of this name is deployed, or another assembly has an endpoint
     * or a path of it
     * @throws RegistryException.NotFound if the tenant has not put an artifact
     * @throws RegistryException.RuleBroken if a provider's name or a path is not the tenant's
     */
    Versioned<Deployment> deploy(TenantId tenant, AssemblyContent content, UserId by) throws RegistryException;

    /**
     * Replaces the current version for good; the former version stays the target of a rollback. Desired state and user
     * stay. Throws the exceptions of {@link #deploy}, and:
     *
     * @throws RegistryException.Stale if the deployment's revision is not the expected one
     * @throws RegistryException.NotFound if no assembly of this name is deployed
     * @throws RegistryException.RuleBroken if the user is another
     */
    Versioned<Deployment> update(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException;

    /** Like {@link #update}, but the replaced version becomes the former one. */
    Versioned<Deployment> switchTo(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException;

    /**
     * Exchanges the current version and the former one.
     *
     * @throws RegistryException.RuleBroken if there is no former version
     * @throws RegistryException.Conflict if another assembly has an endpoint or a path of it by now
     */
    Versioned<Deployment> rollback(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by)
            throws RegistryException;

    /** Changes the desired state of a deployed assembly. */
    Versioned<Deployment> changeDesiredState(
            TenantId tenant, long expectedRevision, AssemblyName assembly, DesiredState desired, UserId by)
            throws RegistryException;

    /** Releases its endpoints and paths; its periods stay. */
    void undeploy(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by) throws RegistryException;

    /** Empty if no assembly of this name is deployed. */
    Optional<Versioned<Deployment>> findDeployment(TenantId tenant, AssemblyName assembly) throws RegistryException;

    /** The deployed assemblies, by name. */
    Listing<Versioned<Deployment>> listDeployments(TenantId tenant, Slice slice) throws RegistryException;

    /** The names without a deployed assembly, out of the given ones. */
    Set<AssemblyName> findUndeployed(TenantId tenant, Set<AssemblyName> names) throws RegistryException;

    /** One version, deployed now or earlier; empty if it is unknown or deleted. */
    Optional<AssemblyVersion> findVersion(TenantId tenant, AssemblyName assembly, int number) throws RegistryException;

    /** The periods of all versions of an assembly, the newest first. */
    Listing<DeploymentPeriod> listPeriods(TenantId tenant, AssemblyName assembly, Slice slice) throws RegistryException;

    /** The assemblies deployed at a moment, by name. */
    Listing<DeploymentPeriod> listDeployedAt(TenantId tenant, Instant at, Slice slice) throws RegistryException;

    /** The endpoints of deployed assemblies, by assembly, unit and position in it. */
    Listing<DeployedEndpoint> listEndpoints(TenantId tenant, Slice slice) throws RegistryException;

    /**
     * Describes a service.
     *
     * @throws RegistryException.Conflict if there is one of this name and version
     * @throws RegistryException.NotFound if the tenant has not put the artifact
     */
    Versioned<RegisteredService> registerService(TenantId tenant, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException;

    /**
     * Replaces the description of a service.
     *
     * @throws RegistryException.Stale if its revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or the tenant has not put the artifact
     */
    Versioned<RegisteredService> updateService(
            TenantId tenant, long expectedRevision, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException;

    /**
     * Attaches a policy, or replaces the policy of that name.
     *
     * @throws RegistryException.Stale if the service's revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or the tenant has not put the artifact
     */
    Versioned<RegisteredService> attachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, Digest document, UserId by)
            throws RegistryException;

    /**
     * Detaches a policy.
     *
     * @throws RegistryException.Stale if the service's revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or it has no such policy
     */
    Versioned<RegisteredService> detachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, UserId by)
            throws RegistryException;

    /** Removes a service with its policies. Throws the exceptions of {@link #updateService}. */
    void unregisterService(TenantId tenant, long expectedRevision, ServiceName name) throws RegistryException;

    Optional<Versioned<RegisteredService>> findService(TenantId tenant, ServiceName name) throws RegistryException;

    /** Services by namespace, local name and version. */
    Listing<Versioned<RegisteredService>> listServices(TenantId tenant, ServiceQuery query) throws RegistryException;

    /** All services, in that order. */
    default Listing<Versioned<RegisteredService>> listServices(TenantId tenant, Slice slice) throws RegistryException {
        return listServices(tenant, ServiceQuery.all(slice));
    }

    /**
     * Deletes a part of the history. First come periods, and then versions that are in no period, not deployed and no
     * target of a rollback. Unreferenced artifacts come last. A deployed assembly that is not started keeps its
     * history. A new node applies all changes from the first, and could not stop an assembly without its versions.
     *
     * @return the deleted entries; empty if nothing is left to delete
     */
    Forgotten forgetHistory(TenantId tenant, Forgetting what) throws RegistryException;

    /** True if {@link #forgetHistory} would delete something. */
    boolean isForgettable(TenantId tenant, Forgetting what) throws RegistryException;

    /** Removes all data of the tenant. */
    void purge(TenantId tenant) throws RegistryException;
}
