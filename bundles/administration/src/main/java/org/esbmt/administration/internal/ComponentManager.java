package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.ComponentRegistry.Known;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.CheckedInstaller;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.ComponentCommand;
import org.esbmt.management.api.message.ComponentCommand.Action;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.DesiredComponent;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.service.Digest;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages JBI components and shared libraries over the configuration registry. Their desired states are decided there
 * for all nodes at once, and the nodes follow. The caller waits for this node; if it cannot carry out the decision, the
 * decision is taken back.
 */
@Component(service = {ComponentAdministration.class, ComponentManager.class})
public final class ComponentManager implements ComponentAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final ComponentDeployer deployer;
    private final NodeOutcome nodeOutcome;
    private final KnownParts parts;

    @Activate
    public ComponentManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference ComponentDeployer deployer,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.deployer = requireNonNull(deployer, "deployer");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.parts = new KnownParts(services, deployer);
    }

    // --- installing

    /** The handlers of this manager's commands. */
    CommandHandlers commands() {
        return new CommandHandlers()
                .add(
                        InstallComponent.class,
                        (by, c) -> install(by, c.installer().open()))
                .add(UninstallComponent.class, (by, c) -> {
                    uninstall(by, c.component());
                    return Done.DONE;
                })
                .add(UninstallLibrary.class, (by, c) -> {
                    uninstallLibrary(by, c.library());
                    return Done.DONE;
                })
                .add(StartComponent.class, (by, c) -> start(by, c.component()))
                .add(StopComponent.class, (by, c) -> stop(by, c.component()))
                .add(ShutDownComponent.class, (by, c) -> shutDown(by, c.component()));
    }

    private InstalledView install(Administrator by, InputStream archive) throws AdministrationException {
        requireNonNull(archive, "archive");
        Administrator asking = nodeOutcome.identified(by);
        DecidedPart decided =
                access.change(asking, Operation.INSTALL_COMPONENT, Target.installation("an installer"), caller -> {
                    CheckedInstaller checked = deployer.check(archive);
                    byte[] installer = checked.archive();
                    Artifact artifact = new Artifact(Sha256.of(installer), installer.length);
                    return new PreparedChange<>(
                            target(checked.name(), checked.type().isEmpty()),
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
        DecidedPart decided = decided(change, before, wanted);
        change.to(artifact.digest().hex());
        change.tell(ComponentCommand.install(checked.name(), artifact));
        return decided;
    }

    private void uninstallAgain(Administrator back, DecidedPart failed) throws AdministrationException {
        back(back, uninstalling(failed.library()), failed, (change, now) -> {
            DecidedPart decided = decided(change, now, ComponentState.ABSENT);
            change.tell(command(now, uninstallation(failed.library())));
            return decided;
        });
    }

    // --- uninstalling

    private void uninstall(Administrator by, String component) throws AdministrationException {
        uninstall(by, component, false, () -> checkNoUnits(component));
    }

    private void uninstallLibrary(Administrator by, String library) throws AdministrationException {
        uninstall(by, library, true, () -> checkNoUsers(library));
    }

    /** Refuses what is in use. */
    @FunctionalInterface
    private interface UseCheck {
        void made() throws AdministrationException;
    }

    private void uninstall(Administrator by, String name, boolean library, UseCheck check)
            throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        Target target = target(name, library);
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
                            DecidedPart gone = decided(change, before, ComponentState.ABSENT);
                            change.from(before.component()
                                    .definition()
                                    .artifact()
                                    .orElseThrow()
                                    .hex());
                            change.tell(command(before, uninstallation(library)));
                            return gone;
                        },
                        before -> DecidedPart.read(before.what())));
        nodeOutcome.await(asking, back -> {
            // A component that only this node still had is not installed on the others.
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
        back(back, Operation.INSTALL_COMPONENT, failed, (change, now) -> {
            Artifact artifact = artifact(now.component());
            DecidedPart decided = decided(change, now, failed.before());
            change.to(artifact.digest().hex());
            change.tell(ComponentCommand.install(failed.name(), artifact));
            if (!failed.library() && failed.before() != ComponentState.STARTED) {
                change.tell(command(now, action(failed.before())));
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

    // --- life cycle

    private ComponentView start(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.START_COMPONENT, component, ComponentState.STARTED);
    }

    private ComponentView stop(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.STOP_COMPONENT, component, ComponentState.STOPPED);
    }

    private ComponentView shutDown(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.SHUT_DOWN_COMPONENT, component, ComponentState.SHUTDOWN);
    }

    private ComponentView desire(Administrator by, Operation operation, String component, ComponentState state)
            throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        Target target = target(component, false);
        DecidedPart decided = access.change(
                asking,
                operation,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(component),
                        change -> {
                            Known before = parts.component(component, change);
                            DecidedPart wanted = decided(change, before, state);
                            change.from(ComponentRegistry.text(wanted.before()));
                            change.to(ComponentRegistry.text(state));
                            change.tell(command(before, action(state)));
                            return wanted;
                        },
                        before -> DecidedPart.read(before.what())));
        nodeOutcome.await(asking, back -> wantAgain(back, operation, decided));
        return viewAfter(decided, state);
    }

    private void wantAgain(Administrator back, Operation operation, DecidedPart failed) throws AdministrationException {
        back(back, operation, failed, (change, now) -> {
            DecidedPart decided = decided(change, now, failed.before());
            change.from(ComponentRegistry.text(now.desired()));
            change.to(ComponentRegistry.text(failed.before()));
            change.tell(command(now, action(failed.before())));
            return decided;
        });
    }

    /** Names the very part: a node may have another one of that name, which is its own. */
    private static ComponentCommand command(Known part, Action action) {
        Optional<Sha256> installer = part.component().definition().artifact().map(digest -> new Sha256(digest.hex()));
        return new ComponentCommand(part.name(), action, Optional.empty(), installer);
    }

    private static Action action(ComponentState state) {
        return switch (state) {
            case STARTED -> Action.START;
            case STOPPED -> Action.STOP;
            case SHUTDOWN -> Action.SHUT_DOWN;
            case ABSENT -> Action.UNINSTALL;
        };
    }

    // --- what is taken back

    /** A change of what is known. */
    @FunctionalInterface
    private interface OfKnown {
        DecidedPart made(Change change, Known now) throws AdministrationException, RegistryException;
    }

    /** Unless somebody has decided something else since. */
    private void back(Administrator back, Operation operation, DecidedPart failed, OfKnown step)
            throws AdministrationException {
        Target target = target(failed.name(), failed.library());
        access.change(
                back.expecting(failed.revision()),
                operation,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(failed.text()),
                        change -> step.made(change, parts.exactly(failed)),
                        before -> DecidedPart.read(before.what())));
    }

    // --- what the changes are made of

    private DecidedPart decided(Change change, Known before, ComponentState state) throws RegistryException {
        Versioned<DesiredComponent> after = services.components()
                .desire(
                        parts.cluster(),
                        before.component().id(),
                        change.revision(before.revision()),
                        state,
                        change.by());
        // Of what is part of the bus nobody has to decide that it is started.
        ComponentState was =
                before.wanted().isEmpty() && !before.isInstalled() ? ComponentState.STARTED : before.desired();
        DecidedPart decided = new DecidedPart(
                before.component().id(), before.name(), KnownParts.isLibrary(before), after.revision(), was);
        change.did(decided.text());
        return decided;
    }

    private static Operation uninstalling(boolean library) {
        return library ? Operation.UNINSTALL_LIBRARY : Operation.UNINSTALL_COMPONENT;
    }

    private static Action uninstallation(boolean library) {
        return library ? Action.UNINSTALL_LIBRARY : Action.UNINSTALL;
    }

    private static Target target(String name, boolean library) {
        return Target.installation(KnownParts.kindText(library) + requireNonNull(name, "name"));
    }

    // --- reading

    @Override
    public List<ComponentView> components(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_COMPONENTS, Target.installation("components"), caller -> {
            Map<String, ComponentView> views = new TreeMap<>();
            Map<String, Known> decided = decided(false);
            for (DeployedComponent here : deployer.components()) {
                views.put(here.name(), ComponentViews.view(here, Optional.ofNullable(decided.remove(here.name()))));
            }
            decided.forEach((name, known) -> views.put(name, ComponentViews.elsewhere(known)));
            return List.copyOf(views.values());
        });
    }

    @Override
    public List<LibraryView> libraries(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_LIBRARIES, Target.installation("shared libraries"), caller -> {
            Map<String, LibraryView> views = new TreeMap<>();
            Map<String, Known> decided = decided(true);
            for (SharedLibrary here : deployer.libraries()) {
                views.put(here.name(), ComponentViews.view(here, Optional.ofNullable(decided.remove(here.name()))));
            }
            decided.forEach((name, known) -> views.put(
                    name,
                    ComponentViews.view(new SharedLibrary(name, "", "", List.of(), "", false), Optional.of(known))));
            return List.copyOf(views.values());
        });
    }

    /**
     * The registry's data by name, for every component that is decided or on some node. Empty while the registry is out
     * of reach: this node can still tell of itself.
     */
    private Map<String, Known> decided(boolean libraries) throws RegistryException {
        Map<String, Known> decided = new HashMap<>();
        try {
            for (Known known : services.components().all(parts.cluster())) {
                if (KnownParts.isLibrary(known) == libraries && isThere(known)) {
                    decided.merge(
                            known.name(), known, (one, other) -> one.desired() == ComponentState.ABSENT ? other : one);
                }
            }
        } catch (RegistryException.Unavailable e) {
            decided.clear();
        }
        return decided;
    }

    private static boolean isThere(Known known) {
        return known.desired() != ComponentState.ABSENT
                || known.nodes().values().stream().anyMatch(state -> !state.equals("Absent"));
    }

    private ComponentView viewAfter(DecidedPart decided, ComponentState state) {
        Optional<Known> known;
        try {
            known = Optional.of(parts.exactly(decided));
        } catch (RegistryException | AdministrationException e) {
            // It is decided and done; that it cannot be read now does not change that.
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
