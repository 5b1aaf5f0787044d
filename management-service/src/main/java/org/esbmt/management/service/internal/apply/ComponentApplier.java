package org.esbmt.management.service.internal.apply;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.Sha256;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies commands for a component or a shared library. */
final class ComponentApplier {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentApplier.class);

    private static final String STARTED = "Started";
    private static final String STOPPED = "Stopped";
    private static final String SHUT_DOWN = "Shutdown";

    private final ComponentDeployer deployer;
    private final Archives archives;

    ComponentApplier(ComponentDeployer deployer, Archives archives) {
        this.deployer = deployer;
        this.archives = archives;
    }

    Outcome apply(ComponentManagementCommand command) throws DeploymentException, ClusterUnavailableException {
        Optional<DeployedComponent> there = deployer.components().stream()
                .filter(component -> component.name().equals(command.name()))
                .findFirst();
        return switch (command.action()) {
            case INSTALL -> install(command, there);
            case UNINSTALL -> uninstall(command, there.map(this::part));
            case UNINSTALL_LIBRARY -> uninstall(command, library(command.name()).map(this::part));
            case START -> state(command, there, STARTED, deployer::start);
            case STOP -> state(command, there, STOPPED, deployer::stop);
            case SHUT_DOWN -> state(command, there, SHUT_DOWN, deployer::shutDown);
        };
    }

    /** The component or shared library of a name on the node, and the way to remove it. */
    private record Part(String kind, Optional<String> digest, boolean fromFolder, Removal removal) {}

    @FunctionalInterface
    private interface Removal {
        void of(String name) throws DeploymentException;
    }

    private Part part(DeployedComponent component) {
        return new Part("component", component.digest(), component.fromFolder(), deployer::uninstall);
    }

    private Part part(SharedLibrary library) {
        return new Part(
                "shared library", Optional.of(library.digest()), library.fromFolder(), deployer::uninstallLibrary);
    }

    private Outcome install(ComponentManagementCommand command, Optional<DeployedComponent> there)
            throws DeploymentException, ClusterUnavailableException {
        Artifact artifact = command.artifact().orElseThrow();
        Optional<Part> before =
                there.map(this::part).or(() -> library(command.name()).map(this::part));
        if (before.flatMap(Part::digest).equals(Optional.of(artifact.digest().hex()))) {
            return Outcome.SKIPPED;
        }
        if (before.isPresent() && !isRest(before.get())) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED,
                    "this node has another " + before.get().kind() + " '" + command.name() + "'"
                            + (before.get().digest().isEmpty() ? ", which is the bus's own" : " already"));
        }
        byte[] archive = archives.fetch(Optional.empty(), artifact);
        if (before.isPresent()) {
            removeRest(command, before.get());
        }
        InstalledPart part = deployer.install(new ByteArrayInputStream(archive));
        return part.name().equals(command.name())
                ? Outcome.DONE
                : Outcome.failed("the installer brought '" + part.name() + "' and not '" + command.name() + "'");
    }

    private Outcome uninstall(ComponentManagementCommand command, Optional<Part> there)
            throws DeploymentException, ClusterUnavailableException {
        if (there.isEmpty()) {
            return Outcome.SKIPPED;
        }
        if (isMeant(command, there.get().digest())) {
            there.get().removal().of(command.name());
        } else if (isRest(there.get())) {
            removeRest(command, there.get());
        } else {
            return Outcome.skipped(another(there.get().kind(), command));
        }
        return Outcome.DONE;
    }

    /**
     * Returns true if the part is left over from an earlier decision of the cluster, because this node could not
     * uninstall it then. A part from the node's own folder belongs to the node, even if the cluster has the same.
     *
     * @throws ClusterUnavailableException if the service registry is unavailable now
     */
    private boolean isRest(Part part) throws ClusterUnavailableException {
        return part.digest().isPresent()
                && !part.fromFolder()
                && archives.knowsInstaller(new Sha256(part.digest().get()));
    }

    private static void removeRest(ComponentManagementCommand command, Part rest) throws DeploymentException {
        rest.removal().of(command.name());
        LOG.info(
                "The {} {} of the installer {} is removed, which the cluster had before.",
                rest.kind(),
                command.name(),
                rest.digest().orElseThrow());
    }

    private Optional<SharedLibrary> library(String name) {
        return deployer.libraries().stream()
                .filter(library -> library.name().equals(name))
                .findFirst();
    }

    private static boolean isMeant(ComponentManagementCommand command, Optional<String> digest) {
        return command.installer().isEmpty()
                || command.installer().map(Sha256::hex).equals(digest);
    }

    private static String another(String kind, ComponentManagementCommand command) {
        return "the " + kind + " '" + command.name()
                + "' of this node is its own, from another installer than the cluster's ("
                + command.installer().orElseThrow() + "), and stays as it is";
    }

    private static Outcome state(
            ComponentManagementCommand command, Optional<DeployedComponent> there, String wanted, Change change)
            throws DeploymentException {
        if (there.isEmpty()) {
            throw new DeploymentException(
                    Reason.NO_SUCH_COMPONENT, "this node has no component '" + command.name() + "'");
        }
        if (!isMeant(command, there.get().digest())) {
            throw new DeploymentException(Reason.NO_SUCH_COMPONENT, another("component", command));
        }
        boolean lasts = there.get().desired().map(wanted::equals).orElse(true);
        if (there.get().state().equals(wanted) && lasts) {
            return Outcome.SKIPPED;
        }
        change.of(command.name());
        return Outcome.DONE;
    }

    @FunctionalInterface
    private interface Change {
        DeployedComponent of(String component) throws DeploymentException;
    }
}
