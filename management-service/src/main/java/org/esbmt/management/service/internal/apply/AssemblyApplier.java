package org.esbmt.management.service.internal.apply;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies commands for a tenant's assembly. The digest of its archive identifies the running version. */
final class AssemblyApplier {
    private static final Logger LOG = LoggerFactory.getLogger(AssemblyApplier.class);

    private final Deployer deployer;
    private final Archives archives;

    AssemblyApplier(Deployer deployer, Archives archives) {
        this.deployer = deployer;
        this.archives = archives;
    }

    /**
     * Applies a command.
     *
     * @param next the next command of the same request
     */
    Outcome apply(AssemblyManagementCommand command, Optional<ManagementCommand> next)
            throws DeploymentException, ClusterUnavailableException {
        Optional<DeployedAssembly> there = deployer.find(command.tenant(), command.name());
        return switch (command.action()) {
            case DEPLOY, UPDATE, SWITCH, ROLLBACK -> {
                Optional<byte[]> former = formerToKeep(command, there);
                Outcome outcome = version(command, there, rest(command, next));
                former.ifPresent(archive -> keepFormer(command, archive));
                yield outcome;
            }
            case UNDEPLOY -> undeploy(command, there);
            case START -> state(command, there, State.STARTED, deployer::start);
            case STOP -> state(command, there, State.STOPPED, deployer::stop);
            case SHUT_DOWN -> state(command, there, State.SHUTDOWN, deployer::shutDown);
        };
    }

    /**
     * The state to which the next command takes the assembly, if that makes a start of the new version unnecessary. A
     * resync sends this pair of commands, also to nodes that have lost the assembly. It applies to an update alone: the
     * sender of a deploy or switch needs to know that the version starts.
     */
    private static Optional<State> rest(AssemblyManagementCommand command, Optional<ManagementCommand> next) {
        if (command.action() != AssemblyManagementCommand.Action.UPDATE
                || next.isEmpty()
                || !(next.get() instanceof AssemblyManagementCommand then)
                || !then.tenant().equals(command.tenant())
                || !then.name().equals(command.name())) {
            return Optional.empty();
        }
        return switch (then.action()) {
            case STOP -> Optional.of(State.STOPPED);
            case SHUT_DOWN -> Optional.of(State.SHUTDOWN);
            default -> Optional.empty();
        };
    }

    private Outcome version(AssemblyManagementCommand command, Optional<DeployedAssembly> there, Optional<State> rest)
            throws DeploymentException, ClusterUnavailableException {
        String wanted = command.artifact().orElseThrow().digest().hex();
        if (there.isEmpty()) {
            // This also covers an update or switch: the node has lost the former version, and the deployment repairs
            // that.
            deployer.deploy(
                    command.tenant(),
                    command.user(),
                    archive(command.tenant(), command.artifact().orElseThrow()),
                    rest.orElse(State.STARTED));
            return Outcome.DONE;
        }
        DeployedAssembly before = there.get();
        if (!before.user().equals(command.user())) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED,
                    "this node has an assembly '" + command.name() + "' that is "
                            + before.user()
                                    .map(user -> "the user " + user + "'s")
                                    .orElse("the whole tenant's"));
        }
        if (before.digest().equals(wanted)) {
            return Outcome.SKIPPED;
        }
        switch (command.action()) {
            case UPDATE -> {
                InputStream archive =
                        archive(command.tenant(), command.artifact().orElseThrow());
                if (rest.isPresent() && before.state() != State.SHUTDOWN && before.state() != rest.get()) {
                    // An assembly in the state shut down keeps it: the former version is not started.
                    Change lowered = rest.get() == State.STOPPED ? deployer::stop : deployer::shutDown;
                    lowered.of(command.tenant(), command.name());
                }
                deployer.update(command.tenant(), archive);
            }
            case SWITCH ->
                deployer.switchTo(
                        command.tenant(),
                        archive(command.tenant(), command.artifact().orElseThrow()));
            case ROLLBACK -> {
                if (before.former().equals(Optional.of(wanted))) {
                    deployer.rollback(command.tenant(), command.name());
                } else {
                    deployer.switchTo(
                            command.tenant(),
                            archive(command.tenant(), command.artifact().orElseThrow()));
                }
            }
            default ->
                throw new DeploymentException(
                        Reason.ALREADY_DEPLOYED,
                        "this node has another version of the assembly '" + command.name() + "' already");
        }
        return Outcome.DONE;
    }

    /**
     * The rollback version of the command, if the node will not keep it by itself. The node has none or another one if
     * an earlier change failed here, or if the node is new.
     *
     * @throws ClusterUnavailableException before any change, so that a repeated request reports the changes
     */
    private Optional<byte[]> formerToKeep(AssemblyManagementCommand command, Optional<DeployedAssembly> there)
            throws ClusterUnavailableException {
        Optional<Artifact> wanted = command.former();
        if (wanted.isEmpty() || wanted.map(artifact -> artifact.digest().hex()).equals(formerAfter(command, there))) {
            return Optional.empty();
        }
        try {
            return Optional.of(archives.fetch(Optional.of(command.tenant()), wanted.get()));
        } catch (DeploymentException e) {
            notKept(command, e);
            return Optional.empty();
        }
    }

    private static Optional<String> formerAfter(AssemblyManagementCommand command, Optional<DeployedAssembly> there) {
        String wanted = command.artifact().orElseThrow().digest().hex();
        boolean stays = command.action() == AssemblyManagementCommand.Action.UPDATE
                || there.filter(now -> now.digest().equals(wanted)).isPresent();
        return stays ? there.flatMap(DeployedAssembly::former) : there.map(DeployedAssembly::digest);
    }

    private void keepFormer(AssemblyManagementCommand command, byte[] former) {
        try {
            deployer.keep(command.tenant(), new ByteArrayInputStream(former));
        } catch (DeploymentException e) {
            notKept(command, e);
        }
    }

    /**
     * Logs that the rollback version is not kept here. The command itself succeeds, and a rollback brings its archive.
     */
    private static void notKept(AssemblyManagementCommand command, DeploymentException why) {
        LOG.warn(
                "The rollback version of the assembly {} of {} is not kept here: {}",
                command.name(),
                command.tenant(),
                why.getMessage());
    }

    private InputStream archive(TenantId tenant, Artifact artifact)
            throws DeploymentException, ClusterUnavailableException {
        return new ByteArrayInputStream(archives.fetch(Optional.of(tenant), artifact));
    }

    private Outcome undeploy(AssemblyManagementCommand command, Optional<DeployedAssembly> there)
            throws DeploymentException {
        if (there.isPresent()) {
            deployer.undeploy(command.tenant(), command.name());
        }
        return Outcome.changed(there.isPresent());
    }

    private static Outcome state(
            AssemblyManagementCommand command, Optional<DeployedAssembly> there, State wanted, Change change)
            throws DeploymentException {
        if (there.isEmpty()) {
            throw new DeploymentException(
                    Reason.NO_SUCH_ASSEMBLY, "this node has no assembly '" + command.name() + "' of the tenant");
        }
        if (there.get().state() == wanted) {
            return Outcome.SKIPPED;
        }
        DeployedAssembly after = change.of(command.tenant(), command.name());
        if (after.state() == State.FAILED) {
            // The deployer keeps the desired state and tries again when a component becomes available. Until then this
            // node deviates from the cluster.
            throw new DeploymentException(
                    Reason.UNIT_FAILED,
                    "the assembly '" + command.name() + "' is FAILED on this node, not " + wanted
                            + ": a component that it needs is missing, or one of its units failed, and it becomes "
                            + wanted + " when they are there");
        }
        return Outcome.DONE;
    }

    @FunctionalInterface
    private interface Change {
        DeployedAssembly of(TenantId tenant, String assembly) throws DeploymentException;
    }
}
