package org.esbmt.registry.postgresql.internal.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
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
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.service.Versions.VersionKey;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Runs each operation in a transaction for its tenant. Row-level security keeps tenants apart. The statements name the
 * tenant only for the indexes.
 */
public final class PostgresServiceRegistry implements ServiceRegistry {
    /** Referring tables come before the tables they refer to; units and endpoints are deleted with their assemblies. */
    private static final List<String> IN_ORDER_OF_REMOVAL =
            List.of("service_policy", "service", "deployment_period", "deployment", "service_assembly", "artifact");

    private final RegistryTransactions transactions;

    public PostgresServiceRegistry(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Digest putArtifact(TenantId tenant, byte[] content) throws RegistryException {
        requireNonNull(tenant, "tenant");
        if (content.length == 0 || content.length > MAX_ARTIFACT_BYTES) {
            throw new IllegalArgumentException(
                    "an artifact has 1 to " + MAX_ARTIFACT_BYTES + " bytes, but this one " + content.length);
        }
        return transactions.write(tenant, connection -> Artifacts.put(connection, tenant, content));
    }

    @Override
    public Optional<byte[]> findArtifact(TenantId tenant, Digest digest) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(digest, "digest");
        return transactions.read(tenant, connection -> Artifacts.find(connection, tenant, digest));
    }

    @Override
    public Optional<Integer> findArtifactLength(TenantId tenant, Digest digest) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(digest, "digest");
        return transactions.read(tenant, connection -> Artifacts.length(connection, tenant, digest));
    }

    @Override
    public Versioned<Deployment> deploy(TenantId tenant, AssemblyContent content, UserId by) throws RegistryException {
        requireAll(tenant, content, by);
        return transactions.write(tenant, connection -> Deployments.deploy(connection, tenant, content, by));
    }

    @Override
    public Versioned<Deployment> update(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException {
        return replace(tenant, expectedRevision, content, Cause.UPDATE, by);
    }

    @Override
    public Versioned<Deployment> switchTo(TenantId tenant, long expectedRevision, AssemblyContent content, UserId by)
            throws RegistryException {
        return replace(tenant, expectedRevision, content, Cause.SWITCH, by);
    }

    @Override
    public Versioned<Deployment> rollback(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by)
            throws RegistryException {
        requireAll(tenant, assembly, by);
        return transactions.write(
                tenant, connection -> Deployments.rollback(connection, tenant, expectedRevision, assembly.value(), by));
    }

    @Override
    public Versioned<Deployment> changeDesiredState(
            TenantId tenant, long expectedRevision, AssemblyName assembly, DesiredState desired, UserId by)
            throws RegistryException {
        requireAll(tenant, assembly, by);
        requireNonNull(desired, "desired");
        return transactions.write(
                tenant,
                connection -> Deployments.changeDesiredState(
                        connection, tenant, expectedRevision, assembly.value(), desired, by));
    }

    @Override
    public void undeploy(TenantId tenant, long expectedRevision, AssemblyName assembly, UserId by)
            throws RegistryException {
        requireAll(tenant, assembly, by);
        transactions.write(tenant, connection -> {
            Deployments.undeploy(connection, tenant, expectedRevision, assembly.value(), by);
            return true;
        });
    }

    @Override
    public Optional<Versioned<Deployment>> findDeployment(TenantId tenant, AssemblyName assembly)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(assembly, "assembly");
        return transactions.read(tenant, connection -> Deployments.find(connection, tenant, assembly.value()));
    }

    @Override
    public Listing<Versioned<Deployment>> listDeployments(TenantId tenant, Slice slice) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(tenant, connection -> Deployments.list(connection, tenant, slice));
    }

    @Override
    public Set<AssemblyName> findUndeployed(TenantId tenant, Set<AssemblyName> names) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(names, "names");
        return transactions.read(tenant, connection -> Deployments.undeployed(connection, tenant, names));
    }

    @Override
    public Optional<AssemblyVersion> findVersion(TenantId tenant, AssemblyName assembly, int number)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        VersionKey key = new VersionKey(assembly.value(), number);
        return transactions.read(
                tenant,
                connection -> Optional.ofNullable(
                        Versions.find(connection, tenant, List.of(key)).get(key)));
    }

    @Override
    public Listing<DeploymentPeriod> listPeriods(TenantId tenant, AssemblyName assembly, Slice slice)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(assembly, "assembly");
        return transactions.read(
                tenant, connection -> Deployments.periods(connection, tenant, assembly.value(), slice));
    }

    @Override
    public Listing<DeploymentPeriod> listDeployedAt(TenantId tenant, Instant at, Slice slice) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(at, "at");
        return transactions.read(tenant, connection -> Deployments.deployedAt(connection, tenant, at, slice));
    }

    @Override
    public Listing<DeployedEndpoint> listEndpoints(TenantId tenant, Slice slice) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(tenant, connection -> Deployments.endpoints(connection, tenant, slice));
    }

    @Override
    public Versioned<RegisteredService> registerService(
            TenantId tenant, ServiceName name, Optional<Digest> wsdl, UserId by) throws RegistryException {
        requireAll(tenant, name, by);
        requireNonNull(wsdl, "wsdl");
        return transactions.write(tenant, connection -> Services.register(connection, tenant, name, wsdl, by));
    }

    @Override
    public Versioned<RegisteredService> updateService(
            TenantId tenant, long expectedRevision, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException {
        requireAll(tenant, name, by);
        requireNonNull(wsdl, "wsdl");
        return transactions.write(
                tenant, connection -> Services.update(connection, tenant, expectedRevision, name, wsdl, by));
    }

    @Override
    public Versioned<RegisteredService> attachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, Digest document, UserId by)
            throws RegistryException {
        requireAll(tenant, name, by);
        requireNonNull(policy, "policy");
        requireNonNull(document, "document");
        return transactions.write(
                tenant,
                connection -> Services.attach(connection, tenant, expectedRevision, name, policy, document, by));
    }

    @Override
    public Versioned<RegisteredService> detachPolicy(
            TenantId tenant, long expectedRevision, ServiceName name, PolicyName policy, UserId by)
            throws RegistryException {
        requireAll(tenant, name, by);
        requireNonNull(policy, "policy");
        return transactions.write(
                tenant, connection -> Services.detach(connection, tenant, expectedRevision, name, policy, by));
    }

    @Override
    public void unregisterService(TenantId tenant, long expectedRevision, ServiceName name) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            Services.unregister(connection, tenant, expectedRevision, name);
            return true;
        });
    }

    @Override
    public Optional<Versioned<RegisteredService>> findService(TenantId tenant, ServiceName name)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        return transactions.read(tenant, connection -> Services.find(connection, tenant, name));
    }

    @Override
    public Listing<Versioned<RegisteredService>> listServices(TenantId tenant, ServiceQuery query)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(query, "query");
        return transactions.read(tenant, connection -> Services.list(connection, tenant, query));
    }

    @Override
    public Forgotten forgetHistory(TenantId tenant, Forgetting what) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(what, "what");
        return transactions.write(
                tenant,
                connection -> new Forgotten(
                        Deployments.removePeriods(connection, tenant, what),
                        Versions.removeUnused(connection, tenant, what),
                        Artifacts.removeUnused(connection, tenant, what)));
    }

    @Override
    public boolean isForgettable(TenantId tenant, Forgetting what) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(what, "what");
        return transactions.read(
                tenant,
                connection -> Deployments.hasOldPeriods(connection, tenant, what)
                        || Versions.hasUnused(connection, tenant)
                        || Artifacts.hasUnused(connection, tenant, what));
    }

    @Override
    public void purge(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        transactions.write(tenant, connection -> {
            for (String table : IN_ORDER_OF_REMOVAL) {
                Sql.execute(connection, "DELETE FROM " + table + " WHERE tenant_id = ?", tenant.value());
            }
            return true;
        });
    }

    private Versioned<Deployment> replace(
            TenantId tenant, long expectedRevision, AssemblyContent content, Cause cause, UserId by)
            throws RegistryException {
        requireAll(tenant, content, by);
        return transactions.write(
                tenant, connection -> Deployments.replace(connection, tenant, expectedRevision, content, cause, by));
    }

    private static void requireAll(TenantId tenant, Object subject, UserId by) {
        requireNonNull(tenant, "tenant");
        requireNonNull(subject, "subject");
        requireNonNull(by, "by");
    }
}
