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
import org.esbmt.management.api.message.ComponentCommand;
import org.esbmt.management.api.message.Sha256;

/** Brings about what is said of a component or a shared library. */
final class ComponentApplier {
    private static final String STARTED = "Started";
    private static final String STOPPED = "Stopped";
    private static final String SHUT_DOWN = "Shutdown";

    private final ComponentDeployer deployer;
    private final Archives archives;

    ComponentApplier(ComponentDeployer deployer, Archives archives) {
        this.deployer = deployer;
        this.archives = archives;
    }

    Outcome apply(ComponentCommand command) throws DeploymentException, ClusterUnavailableException {
        Optional<DeployedComponent> there = deployer.components().stream()
                .filter(component -> component.name().equals(command.name()))
                .findFirst();
        return switch (command.action()) {
            case INSTALL -> install(command, there);
            case UNINSTALL -> uninstall(command, there);
            case UNINSTALL_LIBRARY -> uninstallLibrary(command);
            case START -> state(command, there, STARTED, deployer::start);
            case STOP -> state(command, there, STOPPED, deployer::stop);
            case SHUT_DOWN -> state(command, there, SHUT_DOWN, deployer::shutDown);
        };
    }

    private Outcome install(ComponentCommand command, Optional<DeployedComponent> there)
            throws DeploymentException, ClusterUnavailableException {
        Artifact artifact = command.artifact().orElseThrow();
        if (there.isPresent()) {
            return installed(there.get().digest(), "component", command, artifact);
        }
        Optional<SharedLibrary> library = library(command.name());
        if (library.isPresent()) {
            return installed(Optional.of(library.get().digest()), "shared library", command, artifact);
        }
        byte[] archive = archives.fetch(Optional.empty(), artifact);
        InstalledPart part = deployer.install(new ByteArrayInputStream(archive));
        return part.name().equals(command.name())
                ? Outcome.DONE
                : Outcome.failed("the installer brought '" + part.name() + "' and not '" + command.name() + "'");
    }

    private static Outcome installed(Optional<String> digest, String kind, ComponentCommand command, Artifact artifact)
            throws DeploymentException {
        if (digest.equals(Optional.of(artifact.digest().hex()))) {
            return Outcome.SKIPPED;
        }
        throw new DeploymentException(
                Reason.ALREADY_DEPLOYED,
                "this node has another " + kind + " '" + command.name() + "'"
                        + (digest.isEmpty() ? ", which is the bus's own" : " already"));
    }

    private Outcome uninstall(ComponentCommand command, Optional<DeployedComponent> there) throws DeploymentException {
        if (there.isPresent() && !isMeant(command, there.get().digest())) {
            return Outcome.skipped(another("component", command));
        }
        if (there.isPresent()) {
            deployer.uninstall(command.name());
        }
        return Outcome.changed(there.isPresent());
    }

    private Outcome uninstallLibrary(ComponentCommand command) throws DeploymentException {
        Optional<SharedLibrary> there = library(command.name());
        if (there.isPresent() && !isMeant(command, Optional.of(there.get().digest()))) {
            return Outcome.skipped(another("shared library", command));
        }
        if (there.isPresent()) {
            deployer.uninstallLibrary(command.name());
        }
        return Outcome.changed(there.isPresent());
    }

    private Optional<SharedLibrary> library(String name) {
        return deployer.libraries().stream()
                .filter(library -> library.name().equals(name))
                .findFirst();
    }

    private static boolean isMeant(ComponentCommand command, Optional<String> digest) {
        return command.installer().isEmpty()
                || command.installer().map(Sha256::hex).equals(digest);
    }

    private static String another(String kind, ComponentCommand command) {
        return "what this node has as the " + kind + " '" + command.name()
                + "' is its own, from another installer than the cluster's ("
                + command.installer().orElseThrow() + "), and stays as it is";
    }

    private static Outcome state(
            ComponentCommand command, Optional<DeployedComponent> there, String wanted, Change change)
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
