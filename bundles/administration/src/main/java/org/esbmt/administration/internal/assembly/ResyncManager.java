package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.AssemblyManagementCommand.Action;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Sends the nodes the content of the service registry again. Commands state the desired result, so a node that already
 * has it does nothing.
 */
@Component(service = ResyncManager.class)
public final class ResyncManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final NodeOutcome nodeOutcome;

    @Activate
    public ResyncManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers().add(Resync.class, (by, c) -> resync(by, c.tenant(), c.assembly()));
    }

    private ResyncView resync(Administrator by, TenantId tenant, Optional<String> assembly)
            throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        UUID id = asking.operation().orElseThrow();
        OperationTarget target = OperationTarget.of(
                tenant, assembly.map(name -> "assembly " + name + " of ").orElse("") + "tenant " + tenant);
        return access.change(
                asking,
                Operation.RESYNC,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(tenant, assembly),
                        change -> {
                            quotaConsumption.holdForAssemblies(
                                    tenant); // as every change that has a tenant's deployments
                            TenantLookup.notPurged(services.tenants(), tenant);
                            List<Versioned<Deployment>> deployed = deployed(tenant, assembly);
                            for (Versioned<Deployment> deployment : deployed) {
                                tell(change, deployment);
                            }
                            change.did(Integer.toString(deployed.size()));
                            return new ResyncView(id, deployed.size());
                        },
                        before -> new ResyncView(id, Integer.parseInt(before.what()))));
    }

    private List<Versioned<Deployment>> deployed(TenantId tenant, Optional<String> assembly)
            throws AdministrationException, RegistryException {
        if (assembly.isPresent()) {
            return List.of(registry()
                    .findDeployment(tenant, new AssemblyName(assembly.get()))
                    .orElseThrow(() -> new AdministrationException(
                            NOT_FOUND, "the tenant has no assembly '" + assembly.get() + "' deployed")));
        }
        var listing = registry().listDeployments(tenant, new Slice(0, Resync.MAX_ASSEMBLIES));
        if (listing.total() > Resync.MAX_ASSEMBLIES) {
            throw new AdministrationException(
                    INVALID,
                    "the tenant has " + listing.total() + " assemblies, more than the " + Resync.MAX_ASSEMBLIES
                            + " of one request: name one after the other");
        }
        return listing.entries();
    }

    private void tell(Change change, Versioned<Deployment> versioned)
            throws AdministrationException, RegistryException {
        Deployment deployment = versioned.value();
        // The lock prevents a change before the command is sent. An earlier concurrent change is read again.
        registry()
                .changeDesiredState(
                        deployment.tenant(),
                        versioned.revision(),
                        deployment.assembly(),
                        deployment.desired(),
                        change.by());
        Artifact current = KeptArchives.find(
                        registry(),
                        deployment.tenant(),
                        deployment.current().content().original())
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "the archive of the assembly '" + deployment.assembly() + "' is gone"));
        Optional<Artifact> before = KeptArchives.former(registry(), deployment);
        change.tell(command(deployment, Action.UPDATE, Optional.of(current), before));
        change.tell(command(deployment, action(deployment.desired()), Optional.empty(), Optional.empty()));
    }

    private static Action action(DesiredState desired) {
        return switch (desired) {
            case STARTED -> Action.START;
            case STOPPED -> Action.STOP;
            case SHUT_DOWN -> Action.SHUT_DOWN;
        };
    }

    private static AssemblyManagementCommand command(
            Deployment deployment, Action action, Optional<Artifact> artifact, Optional<Artifact> former) {
        return new AssemblyManagementCommand(
                deployment.tenant(),
                deployment.current().content().user(),
                QuotaConsumption.holder(deployment.tenant(), deployment.assembly())
                        .value(),
                deployment.assembly().value(),
                deployment.current().number(),
                action,
                artifact,
                former);
    }

    private ServiceRegistry registry() throws RegistryException {
        return services.resources().services();
    }
}
