package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.Decided;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.AssemblyManagementCommand.Action;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.tenancy.api.TenantId;

/** The deployments of tenants in the service registry, and the commands to the nodes about them. */
final class Deployments {
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;

    Deployments(DynamicServices services, QuotaConsumption quotaConsumption) {
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
    }

    /** Undeploys at this revision, in a unit of work. */
    Decided undeployed(Change change, Versioned<Deployment> before, long revision) throws RegistryException {
        TenantId tenant = before.value().tenant();
        AssemblyName name = before.value().assembly();
        services.resources().services().undeploy(tenant, revision, name, change.by());
        quotaConsumption.freed(tenant, name);
        change.from(before.value().current().content().original().hex());
        return told(change, before, Action.UNDEPLOY, Optional.empty());
    }

    /** Returns the archive that the registry stores under a digest. */
    Artifact kept(TenantId tenant, Digest digest) throws RegistryException, AdministrationException {
        return KeptArchives.find(services.resources().services(), tenant, digest)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the archive " + digest + " is forgotten"));
    }

    /** Sends the decision to the nodes, and notes it as the outcome of the change. */
    Decided told(Change change, Versioned<Deployment> deployment, Action action, Optional<Artifact> artifact)
            throws RegistryException {
        Deployment d = deployment.value();
        change.tell(new AssemblyManagementCommand(
                d.tenant(),
                d.current().content().user(),
                QuotaConsumption.holder(d.tenant(), d.assembly()).value(),
                d.assembly().value(),
                d.current().number(),
                action,
                artifact,
                action.artifact() ? KeptArchives.former(services.resources().services(), d) : Optional.empty()));
        Decided decided = new Decided(
                d.tenant(), d.assembly(), deployment.revision(), d.current().number());
        change.did(decided.text());
        return decided;
    }

    /** The deployment of an assembly, NOT_FOUND without one. */
    Versioned<Deployment> deployed(TenantId tenant, AssemblyName name)
            throws RegistryException, AdministrationException {
        return services.resources()
                .services()
                .findDeployment(tenant, name)
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "the tenant has no assembly '" + name + "' deployed"));
    }

    /** Parses a name. A text that cannot be a name is refused as one that no assembly has. */
    static AssemblyName name(TenantId tenant, String assembly) throws AdministrationException {
        requireNonNull(tenant, "tenant");
        try {
            return new AssemblyName(requireNonNull(assembly, "assembly"));
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(NOT_FOUND, "the tenant has no assembly of that name: " + e.getMessage());
        }
    }

    /** The target of a decision. */
    static OperationTarget target(TenantId tenant, AssemblyName assembly) {
        return target(tenant, assembly.value());
    }

    /** The target as the caller named it, before it is known whether the caller is permitted. */
    static OperationTarget target(TenantId tenant, String assembly) {
        return OperationTarget.of(tenant, "assembly " + requireNonNull(assembly, "assembly") + " of tenant " + tenant);
    }
}
