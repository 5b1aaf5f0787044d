package org.esbmt.administration.internal.harness;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.cluster.ChangeOutcome.State;
import org.esbmt.management.api.cluster.ClusterChanges;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.Failure;
import org.esbmt.management.api.message.LinkManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.management.api.message.TenantManagementCommand;
import org.esbmt.management.api.message.UnreadableMessageException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.transaction.api.UnitOfWork;

/** A cluster of one node, which executes its commands when a caller waits for their outcome. */
public final class OneNode implements ClusterChanges {
    /** The identifier of the node. */
    public static final UUID HERE = UUID.fromString("00000000-0000-4000-8000-00000000000b");

    private final UnitOfWork units;
    private final ServiceRegistry services;
    private final Deployer deployer;
    private final UUID cluster;
    private final Map<UUID, NewChange> published = new HashMap<>();
    private final Map<UUID, Answer> answers = new HashMap<>();
    private TenantLinks links;
    private ComponentDeployer components;
    private ComponentConfigurator configurator;
    private boolean away;
    private boolean dying;
    private boolean another;
    private long revision;

    public OneNode(UnitOfWork units, ServiceRegistry services, Deployer deployer, UUID cluster) {
        this.units = units;
        this.services = services;
        this.deployer = deployer;
        this.cluster = cluster;
    }

    public void has(TenantLinks theLinks) {
        links = theLinks;
    }

    public void has(ComponentDeployer theComponents) {
        components = theComponents;
    }

    public void has(ComponentConfigurator theConfigurator) {
        configurator = theConfigurator;
    }

    /** Lets the broker be out of reach. */
    public void goAway() {
        away = true;
    }

    public Map<UUID, NewChange> published() {
        return Map.copyOf(published);
    }

    /** Kills the process when the next outcome is known here, before any caller learns of it. */
    public void dieBeforeTelling() {
        dying = true;
    }

    /** Moves the administration to another node, without commands of its own, from now on. */
    public void askAnother() {
        another = true;
    }

    /** Executes all its commands. */
    public void awaitAll() {
        published.keySet().forEach(change -> awaitHere(change, Duration.ZERO));
    }

    @Override
    public UUID cluster() {
        return cluster;
    }

    @Override
    public long publish(NewChange change) throws ClusterUnavailableException {
        if (units.current().isEmpty()) {
            throw new IllegalStateException("in no unit of work");
        }
        if (away) {
            throw new ClusterUnavailableException("The broker is away.", null);
        }
        published.put(change.id(), told(change, ++revision));
        return revision;
    }

    /** Writes and reads a change as a node does. A change that differs afterwards is refused. */
    private NewChange told(NewChange change, long at) {
        ManagementRequest request = new ManagementRequest(
                cluster, at, change.batch(), change.actor(), Instant.EPOCH, Optional.empty(), change.operations());
        try {
            ManagementRequest read = (ManagementRequest) MessageText.read(MessageText.write(request));
            return new NewChange(
                    change.id(),
                    change.by(),
                    read.actor(),
                    change.tenant(),
                    change.kind(),
                    change.request(),
                    read.batch(),
                    read.operations());
        } catch (UnreadableMessageException e) {
            throw new IllegalStateException("no node can read that " + change.kind(), e);
        }
    }

    @Override
    public Optional<ChangeOutcome> outcome(UUID change) {
        if (!published.containsKey(change)) {
            return Optional.empty();
        }
        Answer answer = answers.get(change);
        return Optional.of(
                answer == null
                        ? new ChangeOutcome(State.PENDING, Map.of(), Set.of(HERE))
                        : new ChangeOutcome(
                                answer.result() == Result.FAILED ? State.FAILED : State.APPLIED,
                                Map.of(HERE, answer),
                                Set.of()));
    }

    @Override
    public Optional<ChangeOutcome> await(UUID change, Duration atMost) {
        awaitHere(change, atMost);
        return outcome(change);
    }

    @Override
    public Optional<Answer> awaitHere(UUID change, Duration atMost) {
        if (!published.containsKey(change)) {
            return Optional.empty();
        }
        if (another) {
            return Optional.of(new Answer(Result.SKIPPED, Optional.empty()));
        }
        Answer answer = answers.computeIfAbsent(change, id -> applied(published.get(id)));
        if (dying) {
            dying = false;
            throw new SimulatedCrash();
        }
        return Optional.of(answer);
    }

    private Answer applied(NewChange change) {
        for (ManagementOperation operation : change.operations()) {
            try {
                apply(operation.command());
            } catch (DeploymentException e) {
                return new Answer(Result.FAILED, Optional.of(Failure.of(e).text()));
            } catch (RegistryException | IOException e) {
                return new Answer(Result.FAILED, Optional.of(String.valueOf(e.getMessage())));
            }
        }
        return new Answer(Result.APPLIED, Optional.empty());
    }

    private void apply(ManagementCommand command) throws DeploymentException, RegistryException, IOException {
        if (command instanceof AssemblyManagementCommand assembly) {
            apply(assembly);
        } else if (command instanceof LinkManagementCommand link) {
            if (link.linked()) {
                links.add(link.link());
            } else {
                links.remove(link.link());
            }
        } else if (command instanceof ComponentManagementCommand component) {
            apply(component);
        } else if (command instanceof SettingsManagementCommand settings) {
            configurator.configure(settings.component(), settings.on(HERE), settings.digest());
        } else if (command instanceof TenantManagementCommand tenant) {
            for (var assembly : deployer.assemblies(tenant.tenant())) {
                deployer.undeploy(tenant.tenant(), assembly.name());
            }
        } else {
            throw new IllegalStateException("nobody brings about " + command);
        }
    }

    private void apply(ComponentManagementCommand command) throws DeploymentException, RegistryException {
        switch (command.action()) {
            case INSTALL -> {
                Optional<String> there = components.components().stream()
                        .filter(c -> c.name().equals(command.name()))
                        .findFirst()
                        .map(c -> c.digest().orElseThrow());
                String wanted = command.artifact().orElseThrow().digest().hex();
                if (there.isPresent() && !there.get().equals(wanted)) {
                    components.uninstall(command.name());
                }
                if (!there.equals(Optional.of(wanted))) {
                    components.install(new ByteArrayInputStream(services.findArtifact(
                                    TenantRegistry.SYSTEM,
                                    new Digest(command.artifact()
                                            .orElseThrow()
                                            .digest()
                                            .hex()))
                            .orElseThrow()));
                }
            }
            case UNINSTALL -> components.uninstall(command.name());
            case UNINSTALL_LIBRARY -> components.uninstallLibrary(command.name());
            case START -> components.start(command.name());
            case STOP -> components.stop(command.name());
            case SHUT_DOWN -> components.shutDown(command.name());
        }
    }

    private void apply(AssemblyManagementCommand command) throws DeploymentException, RegistryException {
        switch (command.action()) {
            case DEPLOY -> deployer.deploy(command.tenant(), command.user(), archive(command));
            case UPDATE -> deployer.update(command.tenant(), archive(command));
            case SWITCH -> deployer.switchTo(command.tenant(), archive(command));
            case ROLLBACK -> deployer.rollback(command.tenant(), command.name());
            case UNDEPLOY -> deployer.undeploy(command.tenant(), command.name());
            case START -> deployer.start(command.tenant(), command.name());
            case STOP -> deployer.stop(command.tenant(), command.name());
            case SHUT_DOWN -> deployer.shutDown(command.tenant(), command.name());
        }
    }

    private ByteArrayInputStream archive(AssemblyManagementCommand command) throws RegistryException {
        Digest digest = new Digest(command.artifact().orElseThrow().digest().hex());
        return new ByteArrayInputStream(
                services.findArtifact(command.tenant(), digest).orElseThrow());
    }
}
