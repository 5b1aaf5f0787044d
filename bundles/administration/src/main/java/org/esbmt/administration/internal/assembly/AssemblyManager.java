package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.Decided;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.AssemblyManagementCommand.Action;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Starts, stops and undeploys service assemblies, over the service registry. The registry has their desired states for all nodes at
 * once, and the nodes follow. The caller waits for this node.
 */
@Component(service = AssemblyManager.class)
public final class AssemblyManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final NodeOutcome nodeOutcome;
    private final Deployments deployments;
    private final CommandHandlers commands;

    @Activate
    public AssemblyManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.deployments = new Deployments(services, quotaConsumption);
        this.commands = new CommandHandlers()
                .add(
                        UndeployAssembly.class,
                        StepHandler.<UndeployAssembly, Decided, Done>of(
                                        access,
                                        Operation.UNDEPLOY_ASSEMBLY,
                                        (c, references) ->
                                                Deployments.target(references.tenant(c.tenant()), c.assembly()),
                                        (c, references) -> undeploying(references.tenant(c.tenant()), c.assembly()),
                                        (by, c, decided) -> {
                                            nodeOutcome.of(by, decided);
                                            return Done.DONE;
                                        })
                                .identifiedBy(nodeOutcome::identified))
                .add(
                        StartAssembly.class,
                        changing(
                                Operation.START_ASSEMBLY,
                                StartAssembly::assembly,
                                desiring(DesiredState.STARTED, Action.START)))
                .add(
                        StopAssembly.class,
                        changing(
                                Operation.STOP_ASSEMBLY,
                                StopAssembly::assembly,
                                desiring(DesiredState.STOPPED, Action.STOP)))
                .add(
                        ShutDownAssembly.class,
                        changing(
                                Operation.SHUT_DOWN_ASSEMBLY,
                                ShutDownAssembly::assembly,
                                desiring(DesiredState.SHUT_DOWN, Action.SHUT_DOWN)));
    }

    public CommandHandlers commands() {
        return commands;
    }

    /** A change of a deployment in its unit of work. */
    @FunctionalInterface
    private interface Changing {
        Decided of(Change change, Versioned<Deployment> before) throws AdministrationException, RegistryException;
    }

    private Changing desiring(DesiredState state, Action action) {
        return (change, before) -> desired(change, before, state, action);
    }

    private <C extends AssemblyCommand<AssemblyView>> StepHandler<C, Decided, AssemblyView> changing(
            Operation operation, Function<C, String> assembly, Changing changing) {
        return StepHandler.<C, Decided, AssemblyView>of(
                        access,
                        operation,
                        (c, references) -> Deployments.target(references.tenant(c.tenant()), assembly.apply(c)),
                        (c, references) -> changing(references.tenant(c.tenant()), assembly.apply(c), changing),
                        (by, c, decided) -> nodeOutcome.of(by, decided))
                .identifiedBy(nodeOutcome::identified);
    }

    private PreparedChange<Decided> undeploying(TenantId tenant, String assembly) throws AdministrationException {
        return undeploying(tenant, Deployments.name(tenant, assembly));
    }

    private PreparedChange<Decided> undeploying(TenantId tenant, AssemblyName name) {
        return new PreparedChange<>(
                Deployments.target(tenant, name),
                PreparedChange.request(tenant, name),
                change -> {
                    quotaConsumption.holdForAssemblies(tenant);
                    Versioned<Deployment> before = deployments.deployed(tenant, name);
                    quotaConsumption.requireWithinContingent(change.caller(), tenant, name);
                    return deployments.undeployed(change, before, change.revision(before.revision()));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private Decided desired(Change change, Versioned<Deployment> before, DesiredState state, Action action)
            throws AdministrationException, RegistryException {
        Deployment deployment = before.value();
        // In an incident an operator stops any started assembly of the tenant.
        if (state != DesiredState.STOPPED || deployment.desired() != DesiredState.STARTED) {
            quotaConsumption.requireWithinContingent(change.caller(), deployment.tenant(), deployment.assembly());
        }
        Versioned<Deployment> changed = services.resources()
                .services()
                .changeDesiredState(
                        deployment.tenant(),
                        change.revision(before.revision()),
                        deployment.assembly(),
                        state,
                        change.by());
        change.from(deployment.desired().toString());
        change.to(state.toString());
        return deployments.told(change, changed, action, Optional.empty());
    }

    private PreparedChange<Decided> changing(TenantId tenant, String assembly, Changing changing)
            throws AdministrationException {
        AssemblyName name = Deployments.name(tenant, assembly);
        return new PreparedChange<>(
                Deployments.target(tenant, assembly),
                PreparedChange.request(tenant, name),
                change -> changing.of(change, deployments.deployed(tenant, name)),
                before -> Decided.read(tenant, before.what()));
    }
}
