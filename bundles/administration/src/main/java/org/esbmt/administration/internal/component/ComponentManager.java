package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.ComponentRegistry;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ComponentState;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages JBI components and shared libraries over the configuration registry. The registry has their desired states
 * for all nodes at once, and the nodes follow. The caller waits for this node; if it cannot carry out the decision, the
 * decision is taken back.
 */
@Component(service = ComponentManager.class)
public final class ComponentManager {
    private final AccessLayer access;
    private final NodeOutcome nodeOutcome;
    private final KnownParts parts;
    private final PartDecisions decisions;
    private final Installers installers;

    @Activate
    public ComponentManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference ComponentDeployer deployer,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.parts = new KnownParts(services, deployer);
        this.decisions = new PartDecisions(access, services, parts);
        this.installers = new Installers(access, services, deployer, nodeOutcome, parts);
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers()
                .addAll(installers.commands())
                .add(
                        StartComponent.class,
                        (by, c) -> desire(by, Operation.START_COMPONENT, c.component(), ComponentState.STARTED))
                .add(
                        StopComponent.class,
                        (by, c) -> desire(by, Operation.STOP_COMPONENT, c.component(), ComponentState.STOPPED))
                .add(
                        ShutDownComponent.class,
                        (by, c) -> desire(by, Operation.SHUT_DOWN_COMPONENT, c.component(), ComponentState.SHUTDOWN));
    }

    private ComponentView desire(Administrator by, Operation operation, String component, ComponentState state)
            throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        OperationTarget target = PartDecisions.target(component, false);
        DecidedPart decided = access.change(
                asking,
                operation,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(component),
                        change -> {
                            Known before = parts.component(component, change);
                            DecidedPart wanted = decisions.of(change, before, state);
                            change.from(ComponentRegistry.text(wanted.before()));
                            change.to(ComponentRegistry.text(state));
                            change.tell(PartDecisions.command(before, PartDecisions.action(state)));
                            return wanted;
                        },
                        before -> DecidedPart.read(before.what())));
        nodeOutcome.await(asking, back -> wantAgain(back, operation, decided));
        return viewAfter(decided, state);
    }

    private void wantAgain(Administrator back, Operation operation, DecidedPart failed) throws AdministrationException {
        decisions.back(back, operation, failed, (change, now) -> {
            DecidedPart decided = decisions.of(change, now, failed.before());
            change.from(ComponentRegistry.text(now.desired()));
            change.to(ComponentRegistry.text(failed.before()));
            change.tell(PartDecisions.command(now, PartDecisions.action(failed.before())));
            return decided;
        });
    }

    private ComponentView viewAfter(DecidedPart decided, ComponentState state) {
        Optional<Known> known;
        try {
            known = Optional.of(parts.exactly(decided));
        } catch (RegistryException | AdministrationException e) {
            // The decision is made and carried out, so a failure to read it now is no failure of the change.
            known = Optional.empty();
        }
        Optional<DeployedComponent> here = parts.here(decided.name());
        if (here.isPresent()) {
            return ComponentViews.view(here.get(), known);
        }
        return new ComponentView(
                decided.name(),
                "",
                "",
                "Absent",
                true,
                List.of(),
                Optional.empty(),
                Optional.of(ComponentRegistry.text(state)),
                OptionalLong.of(decided.revision()),
                new TreeMap<>());
    }
}
