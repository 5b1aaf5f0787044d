package org.esbmt.registry.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.AssemblyVersion;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DeploymentPeriod;
import org.esbmt.registry.api.service.DeploymentPeriod.Cause;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.Forgotten;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A service registry without a database; its data ends with the process. Every operation holds the one lock, so each is
 * a transaction; there are no units of work. {@link #goAway} simulates an outage.
 */
public final class InMemoryServiceRegistry implements ServiceRegistry, Restorable {
    private final Map<TenantId, InMemoryServices> tenants = new HashMap<>();
    private boolean away;

    /** Makes every operation throw {@link RegistryException.Unavailable} from now on. */
    public synchronized void goAway() {
        away = true;
    }

    /** Ends {@link #goAway}; the data is unchanged. */
    public synchronized void comeBack() {
        away = false;
    }

    @Override
    public synchronized Digest putArtifact(TenantId tenant, byte[] content) throws RegistryException {
        if (content.length == 0 || content.length > MAX_ARTIFACT_BYTES) {
            throw new IllegalArgumentException(
                    "an artifact has 1 to " + MAX_ARTIFACT_BYTES + " bytes, but this one " + content.length);
        }
        return of(tenant).put(content.clone());
    }

    @Override
    public synchronized Optional<byte[]> findArtifact(TenantId tenant, Digest digest) throws RegistryException {
        return of(tenant).artifact(digest).map(byte[]::clone);
    }

    @Override
    public synchronized Optional<Integer> findArtifactLength(TenantId tenant, Digest digest) throws RegistryException {
        return of(tenant).artifact(digest).map(content -> content.length);
    }

    @Override
    public synchronized Versioned<Deployment> deploy(TenantId tenant, AssemblyContent content, UserId by)
            throws RegistryException {
        return of(tenant).deploy(content, by);
    }

    @Override
    public synchronized Versioned<Deployment> update(
            TenantId tenant, long expectedRevision, AssemblyContent content, UserId by) throws RegistryException {
        return of(tenant).replace(expectedRevision, content, Cause.UPDATE, by);
    }

    @Override
    public synchronized Versioned<Deployment> switchTo(
            TenantId tenant, long expectedRevision, AssemblyContent content, UserId by) throws RegistryException {
        return of(tenant).replace(expectedRevision, content, Cause.SWITCH, by);
    }

    @Override
    public synchronized Versioned<Deployment> rollback(
            TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by) throws RegistryException {
        return of(tenant).rollback(expectedRevision, assembly, by);
    }

    @Override
    public synchronized Versioned<Deployment> changeDesiredState(
            TenantId tenant, long expectedRevision, AssemblyName assembly, DesiredState desired, UserId by)
            throws RegistryException {
        return of(tenant).changeDesiredState(expectedRevision, assembly, desired, by);
    }

    @Override
    public synchronized void undeploy(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by)
            throws RegistryException {
        of(tenant).undeploy(expectedRevision, assembly);
    }

    @Override
    public synchronized Optional<Versioned<Deployment>> findDeployment(TenantId tenant, AssemblyName assembly)
            throws RegistryException {
        return of(tenant).deployment(assembly);
    }

    @Override
    public synchronized Listing<Versioned<Deployment>> listDeployments(TenantId tenant, Slice slice)
            throws RegistryException {
        return InMemoryServices.listing(of(tenant).deployments(), slice);
    }

    @Override
    public synchronized Set<AssemblyName> findUndeployed(TenantId tenant, Set<AssemblyName> names)
            throws RegistryException {
        Set<AssemblyName> undeployed = new HashSet<>(names);
        for (Versioned<Deployment> deployed : of(tenant).deployments()) {
            undeployed.remove(deployed.value().assembly());
        }
        return undeployed;
    }

    @Override
    public synchronized Optional<AssemblyVersion> findVersion(TenantId tenant, AssemblyName assembly, int number)
            throws RegistryException {
        return of(tenant).version(assembly, number);
    }

    @Override
    public synchronized Listing<DeploymentPeriod> listPeriods(TenantId tenant, AssemblyName assembly, Slice slice)
            throws RegistryException {
        return InMemoryServices.listing(of(tenant).periods(assembly), slice);
    }

    @Override
    public synchronized Listing<DeploymentPeriod> listDeployedAt(TenantId tenant, Instant at, Slice slice)
            throws RegistryException {
        return InMemoryServices.listing(of(tenant).deployedAt(at), slice);
    }

    @Override
    public synchronized Listing<DeployedEndpoint> listEndpoints(TenantId tenant, Slice slice) throws RegistryException {
        return InMemoryServices.listing(of(tenant).endpoints(), slice);
    }

    @Override
    public synchronized Versioned<RegisteredService> registerService(
            TenantId tenant, ServiceName name, Optional<Digest> wsdl, UserId by) throws RegistryException {
        return of(tenant).register(name, wsdl, by);
    }

    @Override
    public synchronized Versioned<RegisteredService> updateService(
            TenantId tenant, long expectedRevision, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException {
        return of(tenant).update(expectedRevision, name, wsdl, by);
    }

    @Override
    public synchronized Versioned<RegisteredService> attachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, Digest document, UserId by)
            throws RegistryException {
        return of(tenant).attach(expectedRevision, name, policy, document, by);
    }

    @Override
    public synchronized Versioned<RegisteredService> detachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, UserId by)
            throws RegistryException {
        return of(tenant).detach(expectedRevision, name, policy, by);
    }

    @Override
    public synchronized void unregisterService(TenantId tenant, long expectedRevision, ServiceName name)
            throws RegistryException {
        of(tenant).unregister(expectedRevision, name);
    }

    @Override
    public synchronized Optional<Versioned<RegisteredService>> findService(TenantId tenant, ServiceName name)
            throws RegistryException {
        return of(tenant).service(name);
    }

    @Override
    public synchronized Listing<Versioned<RegisteredService>> listServices(TenantId tenant, ServiceQuery query)
            throws RegistryException {
        return InMemoryServices.listing(of(tenant).services(query), query.slice());
    }

    @Override
    public synchronized Forgotten forgetHistory(TenantId tenant, Forgetting what) throws RegistryException {
        return of(tenant).forget(what);
    }

    @Override
    public synchronized boolean isForgettable(TenantId tenant, Forgetting what) throws RegistryException {
        return !of(tenant).copy().forget(what).nothing();
    }

    @Override
    public synchronized void purge(TenantId tenant) throws RegistryException {
        of(tenant);
        tenants.remove(tenant);
    }

    private InMemoryServices of(TenantId tenant) throws RegistryException {
        if (away) {
            throw new RegistryException.Unavailable("The registry is away.", null);
        }
        return tenants.computeIfAbsent(tenant, InMemoryServices::new);
    }

    @Override
    public synchronized Runnable remember() {
        Map<TenantId, InMemoryServices> then = new HashMap<>();
        tenants.forEach((tenant, services) -> then.put(tenant, services.copy()));
        return () -> {
            synchronized (this) {
                tenants.clear();
                tenants.putAll(then);
            }
        };
    }
}
