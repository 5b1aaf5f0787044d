package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the service assemblies of tenants from the registry and this node. Any thread that may block. */
@Component(service = AssemblyAdministration.class)
public final class AssemblyQueries implements AssemblyAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final Deployments deployments;
    private final AssemblyList list;

    @Activate
    public AssemblyQueries(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.deployments = new Deployments(services, quotaConsumption);
        this.list = new AssemblyList(services);
    }

    @Override
    public byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which)
            throws AdministrationException {
        ArchiveForm form =
                switch (which) {
                    case ORIGINAL -> ArchiveForm.ORIGINAL;
                    case REWRITTEN -> ArchiveForm.REWRITTEN;
                };
        OperationTarget target = Deployments.target(tenant, assembly);
        return access.performUnder(
                caller -> exportable(caller, tenant, Deployments.name(tenant, assembly)),
                by,
                Operation.EXPORT_ASSEMBLY,
                target,
                caller -> services.deployer().archive(tenant, assembly, form));
    }

    private void exportable(Caller caller, TenantId tenant, AssemblyName name)
            throws AdministrationException, RegistryException {
        if (AccessPolicy.needsContingent(caller)) {
            deployments.deployed(tenant, name);
            quotaConsumption.requireWithinContingent(caller, tenant, name);
        }
    }

    @Override
    public AssemblyView find(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_ASSEMBLIES,
                Deployments.target(tenant, assembly),
                caller -> list.find(tenant, Deployments.name(tenant, assembly)));
    }

    @Override
    public Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException {
        return access.perform(
                by, Operation.LIST_ASSEMBLIES, OperationTarget.of(tenant), caller -> list.of(tenant, page));
    }
}
