package org.esbmt.management.service.internal.apply;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.Failure;
import org.esbmt.management.api.message.LinkManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.management.api.message.TenantManagementCommand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the operations of a request on this node, one after the other. Confined to one thread at a time. */
public final class CommandApplier {
    private static final Logger LOG = LoggerFactory.getLogger(CommandApplier.class);

    private final Archives archives;
    private final AssemblyApplier assemblies;
    private final TenantApplier tenants;
    private final ComponentApplier components;
    private final SettingsApplier settings;
    private final LinkApplier links;
    private final StateChangeReporter stateChanges;

    /** The identifier of the change that is being applied. */
    private UUID change = new UUID(0, 0);

    /** @param listeners receive state changes in the applying thread: they return at once and throw nothing */
    public CommandApplier(
            Deployer deployer,
            ComponentDeployer componentDeployer,
            ComponentConfigurator configurator,
            TenantLinks tenantLinks,
            ArtifactSource source,
            UUID node,
            Clock clock,
            Consumer<StateChange> listeners) {
        this.archives = new Archives(source, clock);
        this.assemblies = new AssemblyApplier(deployer, archives);
        this.tenants = new TenantApplier(deployer, tenantLinks);
        this.components = new ComponentApplier(componentDeployer, archives);
        this.settings = new SettingsApplier(configurator, node);
        this.links = new LinkApplier(tenantLinks);
        this.stateChanges = new StateChangeReporter(deployer, componentDeployer, node, clock, listeners);
    }

    /** Sets the identifier and the decision time of the change for the operations that follow. */
    public void begin(UUID asked, Instant decidedAt) {
        archives.decidedAt(decidedAt);
        change = asked;
    }

    /**
     * Applies one operation and returns its result, or the reason for its failure. A failure does not prevent the next
     * operation.
     *
     * @param next the next operation of the same request
     * @throws ClusterUnavailableException if the operation has to be tried again: nothing was changed
     */
    public Result apply(ManagementOperation operation, Optional<ManagementOperation> next)
            throws ClusterUnavailableException {
        long began = System.nanoTime();
        Map<StateChangeReporter.ChangedObject, String> before = stateChanges.states(operation.command());
        Outcome outcome = outcome(operation, next.map(ManagementOperation::command));
        long millis = (System.nanoTime() - began) / 1_000_000;
        if (outcome.status() == Status.FAILED) {
            LOG.warn("The operation {} failed on this node: {}", operation.id(), outcome.message());
        }
        stateChanges.report(change, operation.command(), before, outcome);
        return new Result(operation.id(), outcome.status(), millis, outcome.message());
    }

    private Outcome outcome(ManagementOperation operation, Optional<ManagementCommand> next)
            throws ClusterUnavailableException {
        try {
            return outcome(operation.command(), next);
        } catch (DeploymentException e) {
            if (e.reason() == Reason.INTERNAL) {
                LOG.error("This node failed at the operation {}.", operation.id(), e);
            }
            return Outcome.failed(Failure.of(e).text());
        } catch (IOException | RuntimeException e) {
            LOG.error("This node failed at the operation {}.", operation.id(), e);
            return Outcome.failed(new Failure(Reason.INTERNAL, "see the log of the node").text());
        }
    }

    private Outcome outcome(ManagementCommand command, Optional<ManagementCommand> next)
            throws DeploymentException, IOException, ClusterUnavailableException {
        if (command instanceof AssemblyManagementCommand assembly) {
            return assemblies.apply(assembly, next);
        }
        if (command instanceof TenantManagementCommand tenant) {
            return tenants.apply(tenant);
        }
        if (command instanceof ComponentManagementCommand component) {
            return components.apply(component);
        }
        if (command instanceof SettingsManagementCommand setting) {
            return settings.apply(setting);
        }
        if (command instanceof LinkManagementCommand link) {
            return links.apply(link);
        }
        throw new IllegalStateException("no applier handles " + command);
    }
}
