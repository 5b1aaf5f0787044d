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
    /** Bytes of an artifact at the most. */
    int MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

    /**
     * Keeps an archive or a document. The same again is the same artifact.
     *
     * @param content 1 to {@value #MAX_ARTIFACT_BYTES} bytes
     */
    Digest putArtifact(TenantId tenant, byte[] content) throws RegistryException;

    /** A copy; empty if the tenant has no such artifact. */
    Optional<byte[]> findArtifact(TenantId tenant, Digest digest) throws RegistryException;

    /** How many bytes it has, without reading them; empty if the tenant has no such artifact. */
    Optional<Integer> findArtifactLength(TenantId tenant, Digest digest) throws RegistryException;

    /**
     * Deploys the first version, or the next one after an {@link #undeploy}, to be {@link DesiredState#STARTED}.
     *
     * @throws RegistryException.Conflict if an assembly of this name is deployed, or another one has an endpoint or a path
     * @throws RegistryException.NotFound if the tenant has not put an artifact
     * @throws RegistryException.RuleBroken if a provider's name or a path is not the tenant's
     */
    Versioned<Deployment> deploy(TenantId tenant, AssemblyContent content, UserId by) throws RegistryException;

    /**
     * Replaces the current version for good; the way back stays what it was. Desired state and user stay. Exceptions as of
     * {@link #deploy}, and:
     *
     * @throws RegistryException.Stale if the deployment's revision is not the expected one
     * @throws RegistryException.NotFound if no assembly of this name is deployed
     * @throws RegistryException.RuleBroken if the user is another
     */
    Versioned<Deployment> update(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException;

    /** As {@link #update}, and the version that is replaced becomes the former one. */
    Versioned<Deployment> switchTo(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException;

    /**
     * The current version and the former one change places.
     *
     * @throws RegistryException.RuleBroken if there is no former version
     * @throws RegistryException.Conflict if another assembly has an endpoint or a path of it by now
     */
    Versioned<Deployment> rollback(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by)
            throws RegistryException;

    /** Changes what is wanted of a deployed assembly. */
    Versioned<Deployment> changeDesiredState(
            TenantId tenant, long expectedRevision, AssemblyName assembly, DesiredState desired, UserId by)
            throws RegistryException;

    /** Its endpoints and paths are free again, its periods stay. */
    void undeploy(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by) throws RegistryException;

    /** Empty if no assembly of this name is deployed. */
    Optional<Versioned<Deployment>> findDeployment(TenantId tenant, AssemblyName assembly) throws RegistryException;

    /** The deployed assemblies, by name. */
    Listing<Versioned<Deployment>> listDeployments(TenantId tenant, Slice slice) throws RegistryException;

    /** Those of the names under which nothing is deployed. */
    Set<AssemblyName> findUndeployed(TenantId tenant, Set<AssemblyName> names) throws RegistryException;

    /** One version, whether it is deployed or was; empty if it is not known, or not any more. */
    Optional<AssemblyVersion> findVersion(TenantId tenant, AssemblyName assembly, int number) throws RegistryException;

    /** When which version of an assembly was deployed, the newest first. */
    Listing<DeploymentPeriod> listPeriods(TenantId tenant, AssemblyName assembly, Slice slice) throws RegistryException;

    /** The assemblies deployed at a moment, by name. */
    Listing<DeploymentPeriod> listDeployedAt(TenantId tenant, Instant at, Slice slice) throws RegistryException;

    /** The endpoints of deployed assemblies, by assembly, unit and place in it. */
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
     * Describes it anew.
     *
     * @throws RegistryException.Stale if its revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or the tenant has not put the artifact
     */
    Versioned<RegisteredService> updateService(
            TenantId tenant, long expectedRevision, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException;

    /**
     * Attaches a policy, or replaces the one of that name.
     *
     * @throws RegistryException.Stale if the service's revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or the tenant has not put the artifact
     */
    Versioned<RegisteredService> attachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, Digest document, UserId by)
            throws RegistryException;

    /**
     * Takes a policy off.
     *
     * @throws RegistryException.Stale if the service's revision is not the expected one
     * @throws RegistryException.NotFound if there is no such service, or it has no such policy
     */
    Versioned<RegisteredService> detachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, UserId by)
            throws RegistryException;

    /** With its policies. Exceptions as of {@link #updateService}. */
    void unregisterService(TenantId tenant, long expectedRevision, ServiceName name) throws RegistryException;

    Optional<Versioned<RegisteredService>> findService(TenantId tenant, ServiceName name) throws RegistryException;

    /** Services by namespace, local name and version. */
    Listing<Versioned<RegisteredService>> listServices(TenantId tenant, ServiceQuery query) throws RegistryException;

    /** All of them, in that order. */
    default Listing<Versioned<RegisteredService>> listServices(TenantId tenant, Slice slice) throws RegistryException {
        return listServices(tenant, ServiceQuery.all(slice));
    }

    /**
     * Deletes a part of the history. First come periods, and then versions that are in no period, not deployed and no
     * target of a rollback. Unreferenced artifacts come last. An assembly that is deployed but not started keeps its
     * history: a new node applies all changes from the first, and could not stop an assembly it never had.
     *
     * @return the deleted entries; empty if nothing is left to delete
     */
    Forgotten forgetHistory(TenantId tenant, Forgetting what) throws RegistryException;

    /** Whether {@link #forgetHistory} would find something. */
    boolean isForgettable(TenantId tenant, Forgetting what) throws RegistryException;

    /** Removes everything of the tenant. */
    void purge(TenantId tenant) throws RegistryException;
}
