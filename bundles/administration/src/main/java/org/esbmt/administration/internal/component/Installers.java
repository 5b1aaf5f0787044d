package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.ComponentRegistry;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.CheckedInstaller;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand.Action;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.service.Digest;

/** Installs and uninstalls components and shared libraries on all nodes. Any thread that may block. */
final class Installers {
    private final AccessLayer access;
    private final DynamicServices services;
    private final ComponentDeployer deployer;
    private final NodeOutcome nodeOutcome;
    private final KnownParts parts;
    private final PartDecisions decisions;

    Installers(
            AccessLayer access,
            DynamicServices services,
            ComponentDeployer deployer,
            NodeOutcome nodeOutcome,
            KnownParts parts) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.deployer = requireNonNull(deployer, "deployer");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.parts = requireNonNull(parts, "parts");
        this.decisions = new PartDecisions(access, services, parts);
    }

    CommandHandlers commands() {
        return new CommandHandlers()
                .add(
                        InstallComponent.class,
                        (by, c) -> install(by, c.installer().open()))
                .add(UninstallComponent.class, (by, c) -> {
                    uninstall(by, c.component(), false, () -> checkNoUnits(c.component()));
                    return Done.DONE;
                })
                .add(UninstallLibrary.class, (by, c) -> {
                    uninstall(by, c.library(), true, () -> checkNoUsers(c.library()));
                    return Done.DONE;
                });
    }

    private InstalledView install(Administrator by, InputStream archive) throws AdministrationException {
        requireNonNull(archive, "archive");
        Administrator asking = nodeOutcome.identified(by);
        DecidedPart decided = access.change(
                asking, Operation.INSTALL_COMPONENT, OperationTarget.installation("an installer"), caller -> {
                    CheckedInstaller checked = deployer.check(archive);
                    byte[] installer = checked.archive();
                    Artifact artifact = new Artifact(Sha256.of(installer), installer.length);
                    return new PreparedChange<>(
                            PartDecisions.target(checked.name(), checked.type().isEmpty()),
                            PreparedChange.request(artifact.digest()),
                            change -> installed(change, checked, artifact, installer),
                            before -> DecidedPart.read(before.what()));
                });
        nodeOutcome.await(asking, back -> uninstallAgain(back, decided));
        return new InstalledView(decided.library(), decided.name());
    }

    private DecidedPart installed(Change change, CheckedInstaller checked, Artifact artifact, byte[] installer)
            throws RegistryException, AdministrationException {
        ComponentRegistry components = services.components();
        parts.refuseNameOfAnotherInstaller(checked.name(), artifact.digest().hex());
        NewComponent definition = NewComponent.installed(
                new ComponentName(checked.name()),
                KnownParts.kind(checked.type()),
                new org.esbmt.registry.api.configuration.Sha256(
                        artifact.digest().hex()));
        Known before = components.known(parts.cluster(), components.defined(definition, change.by()));
        if (before.desired() != ComponentState.ABSENT) {
            throw new AdministrationException(CONFLICT, "it is installed already: " + checked);
        }
        services.resources().services().putArtifact(TenantRegistry.SYSTEM, installer);
        ComponentState wanted = checked.type().isPresent() ? ComponentState.STARTED : ComponentState.SHUTDOWN;
        DecidedPart decided = decisions.of(change, before, wanted);
        change.to(artifact.digest().hex());
        change.tell(ComponentManagementCommand.install(checked.name(), artifact));
        return decided;
    }

    private void uninstallAgain(Administrator back, DecidedPart failed) throws AdministrationException {
        decisions.back(back, uninstalling(failed.library()), failed, (change, now) -> {
            DecidedPart decided = decisions.of(change, now, ComponentState.ABSENT);
            change.tell(PartDecisions.command(now, uninstallation(failed.library())));
            return decided;
        });
    }

    /** Refuses an installer or a component that is in use. */
    @FunctionalInterface
    private interface UseCheck {
        void made() throws AdministrationException;
    }

    private void uninstall(Administrator by, String name, boolean library, UseCheck check)
            throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        OperationTarget target = PartDecisions.target(name, library);
        DecidedPart decided = access.change(
                asking,
                uninstalling(library),
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(name),
                        change -> {
                            Known before = parts.installed(name, library);
                            check.made();
                            DecidedPart gone = decisions.of(change, before, ComponentState.ABSENT);
                            change.from(before.component()
                                    .definition()
                                    .artifact()
                                    .orElseThrow()
                                    .hex());
                            change.tell(PartDecisions.command(before, uninstallation(library)));
                            return gone;
                        },
                        before -> DecidedPart.read(before.what())));
        nodeOutcome.await(asking, back -> {
            // A component that only this node still had is not installed on the others again.
            if (decided.before() != ComponentState.ABSENT) {
                installAgain(back, decided);
            }
        });
    }

    private void checkNoUnits(String component) throws AdministrationException {
        Optional<DeployedAssembly> user = services.deployer().assemblies().stream()
                .filter(assembly -> assembly.units().stream()
                        .anyMatch(unit -> unit.component().equals(component)))
                .findFirst();
        if (user.isPresent()) {
            throw new AdministrationException(
                    CONFLICT,
                    "units are deployed to the component " + component + ", of the assembly "
                            + user.get().name() + " of tenant " + user.get().tenant()
                            + " for one; undeploy them first");
        }
    }

    private void checkNoUsers(String library) throws AdministrationException {
        List<String> users = deployer.libraries().stream()
                .filter(one -> one.name().equals(library))
                .flatMap(one -> one.usedBy().stream())
                .toList();
        if (!users.isEmpty()) {
            throw new AdministrationException(
                    CONFLICT,
                    "the shared library " + library + " is used by " + String.join(", ", users)
                            + "; uninstall them first");
        }
    }

    private void installAgain(Administrator back, DecidedPart failed) throws AdministrationException {
        decisions.back(back, Operation.INSTALL_COMPONENT, failed, (change, now) -> {
            Artifact artifact = artifact(now.component());
            DecidedPart decided = decisions.of(change, now, failed.before());
            change.to(artifact.digest().hex());
            change.tell(ComponentManagementCommand.install(failed.name(), artifact));
            if (!failed.library() && failed.before() != ComponentState.STARTED) {
                change.tell(PartDecisions.command(now, PartDecisions.action(failed.before())));
            }
            return decided;
        });
    }

    private Artifact artifact(JbiComponent component) throws RegistryException, AdministrationException {
        String digest = component.definition().artifact().orElseThrow().hex();
        byte[] installer = services.resources()
                .services()
                .findArtifact(TenantRegistry.SYSTEM, new Digest(digest))
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the installer " + digest + " is forgotten"));
        return new Artifact(new Sha256(digest), installer.length);
    }

    private static Operation uninstalling(boolean library) {
        return library ? Operation.UNINSTALL_LIBRARY : Operation.UNINSTALL_COMPONENT;
    }

    private static Action uninstallation(boolean library) {
        return library ? Action.UNINSTALL_LIBRARY : Action.UNINSTALL;
    }
}
