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
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
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
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
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
 * Components and shared libraries over the configuration registry: how they are wanted is decided there, for all nodes at
 * once, and the nodes follow. Who asks waits for this node; when it cannot do what was decided, that is taken back.
 */
@Component(service = ComponentAdministration.class)
public final class ComponentManager implements ComponentAdministration {
    private final AccessLayer access;
    private final BusServices services;
    private final ComponentDeployer deployer;
    private final Aftermath aftermath;

    @Activate
    public ComponentManager(
            @Reference AccessLayer access,
            @Reference BusServices services,
            @Reference ComponentDeployer deployer,
            @Reference Aftermath aftermath) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.deployer = requireNonNull(deployer, "deployer");
        this.aftermath = requireNonNull(aftermath, "aftermath");
    }

    // --- installing

    @Override
    public InstalledView install(Administrator by, InputStream archive) throws AdministrationException {
        requireNonNull(archive, "archive");
        Administrator asking = aftermath.identified(by);
        DecidedPart decided =
                access.change(asking, Operation.INSTALL_COMPONENT, Target.installation("an installer"), caller -> {
                    CheckedInstaller checked = deployer.check(archive);
                    byte[] installer = checked.archive();
                    Artifact artifact = new Artifact(Sha256.of(installer), installer.length);
                    return new Ask<>(
                            target(checked.name(), checked.type().isEmpty()),
                            Ask.request(artifact.digest()),
                            change -> installed(change, checked, artifact, installer),
                            before -> DecidedPart.read(before.what()));
                });
        aftermath.await(asking, back -> uninstallAgain(back, decided));
        return new InstalledView(decided.library(), decided.name());
    }

    private DecidedPart installed(Change change, CheckedInstaller checked, Artifact artifact, byte[] installer)
            throws RegistryException, AdministrationException {
        ComponentRegistry components = services.components();
        checkFree(checked.name(), artifact.digest().hex());
        NewComponent definition = NewComponent.installed(
                new ComponentName(checked.name()),
                kind(checked.type()),
                new org.esbmt.registry.api.configuration.Sha256(
                        artifact.digest().hex()));
        Known before = components.known(cluster(), components.defined(definition, change.by()));
        if (before.desired() != ComponentState.ABSENT) {
            throw new AdministrationException(CONFLICT, "it is installed already: " + checked);
        }
        services.central().services().putArtifact(TenantRegistry.SYSTEM, installer);
        ComponentState wanted = checked.type().isPresent() ? ComponentState.STARTED : ComponentState.SHUTDOWN;
        DecidedPart decided = decided(change, before, wanted);
        change.to(artifact.digest().hex());
        change.tell(ComponentCommand.install(checked.name(), artifact));
        return decided;
    }

    /** In a cluster a name is a component's or a library's, so that what is told of it is told of one thing. */
    private void checkFree(String name, String installer) throws RegistryException, AdministrationException {
        Optional<Known> decided =
                services.components().onCluster(cluster(), name).filter(one -> one.desired() != ComponentState.ABSENT);
        if (decided.isPresent() && !isOf(decided.get(), installer)) {
            throw taken(isLibrary(decided.get()), name);
        }
        Optional<DeployedComponent> component =
                here(name).filter(one -> one.digest().isPresent());
        if (component.isPresent()
                && !component.get().digest().get().equals(installer)
                && !isRest(component.get().digest().get(), component.get().fromFolder())) {
            throw taken(false, name);
        }
        Optional<SharedLibrary> library = sharedHere(name);
        if (library.isPresent()
                && !library.get().digest().equals(installer)
                && !isRest(library.get().digest(), library.get().fromFolder())) {
            throw taken(true, name);
        }
    }

    private static AdministrationException taken(boolean library, String name) {
        return new AdministrationException(
                CONFLICT, "there is a " + kindText(library) + name + " of another installer; uninstall it first");
    }

    /** Whether the cluster brought it, as the nodes find that out when they are told to put something else in its place. */
    private boolean isRest(String installer, boolean fromFolder) throws RegistryException {
        return !fromFolder
                && services.central()
                        .services()
                        .findArtifactLength(TenantRegistry.SYSTEM, new Digest(installer))
                        .isPresent();
    }

    private static boolean isOf(Known known, String installer) {
        return known.component()
                .definition()
                .artifact()
                .filter(digest -> digest.hex().equals(installer))
                .isPresent();
    }

    private void uninstallAgain(Administrator back, DecidedPart failed) throws AdministrationException {
        back(back, uninstalling(failed.library()), failed, (change, now) -> {
            DecidedPart decided = decided(change, now, ComponentState.ABSENT);
            change.tell(command(now, uninstallation(failed.library())));
            return decided;
        });
    }

    // --- uninstalling

    @Override
    public void uninstall(Administrator by, String component) throws AdministrationException {
        uninstall(by, component, false, () -> checkNoUnits(component));
    }

    @Override
    public void uninstallLibrary(Administrator by, String library) throws AdministrationException {
        uninstall(by, library, true, () -> checkNoUsers(library));
    }

    /** Refuses what is in use. */
    @FunctionalInterface
    private interface UseCheck {
        void made() throws AdministrationException;
    }

    private void uninstall(Administrator by, String name, boolean library, UseCheck check)
            throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        Target target = target(name, library);
        DecidedPart decided = access.change(
                asking,
                uninstalling(library),
                target,
                caller -> new Ask<>(
                        target,
                        Ask.request(name),
                        change -> {
                            Known before = installed(name, library);
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
        aftermath.await(asking, back -> {
            // What only this node still had stays away from the others.
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
        byte[] installer = services.central()
                .services()
                .findArtifact(TenantRegistry.SYSTEM, new Digest(digest))
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the installer " + digest + " is forgotten"));
        return new Artifact(new Sha256(digest), installer.length);
    }

    // --- life cycle

    @Override
    public ComponentView start(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.START_COMPONENT, component, ComponentState.STARTED);
    }

    @Override
    public ComponentView stop(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.STOP_COMPONENT, component, ComponentState.STOPPED);
    }

    @Override
    public ComponentView shutDown(Administrator by, String component) throws AdministrationException {
        return desire(by, Operation.SHUT_DOWN_COMPONENT, component, ComponentState.SHUTDOWN);
    }

    private ComponentView desire(Administrator by, Operation operation, String component, ComponentState state)
            throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        Target target = target(component, false);
        DecidedPart decided = access.change(
                asking,
                operation,
                target,
                caller -> new Ask<>(
                        target,
                        Ask.request(component),
                        change -> {
                            Known before = component(component, change);
                            DecidedPart wanted = decided(change, before, state);
                            change.from(ComponentRegistry.text(wanted.before()));
                            change.to(ComponentRegistry.text(state));
                            change.tell(command(before, action(state)));
                            return wanted;
                        },
                        before -> DecidedPart.read(before.what())));
        aftermath.await(asking, back -> wantAgain(back, operation, decided));
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
                caller -> new Ask<>(
                        target,
                        Ask.request(failed.text()),
                        change -> step.made(change, exactly(failed)),
                        before -> DecidedPart.read(before.what())));
    }

    private Known exactly(DecidedPart part) throws RegistryException, AdministrationException {
        return services.components().all(cluster()).stream()
                .filter(one -> one.component().id().equals(part.component()))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no " + part.name()));
    }

    // --- what the changes are made of

    private DecidedPart decided(Change change, Known before, ComponentState state) throws RegistryException {
        Versioned<DesiredComponent> after = services.components()
                .desire(cluster(), before.component().id(), change.revision(before.revision()), state, change.by());
        // Of what is part of the bus nobody has to decide that it is started.
        ComponentState was =
                before.wanted().isEmpty() && !before.isInstalled() ? ComponentState.STARTED : before.desired();
        DecidedPart decided =
                new DecidedPart(before.component().id(), before.name(), isLibrary(before), after.revision(), was);
        change.did(decided.text());
        return decided;
    }

    /** A component with a life cycle: installed on the cluster, or part of the bus. */
    private Known component(String name, Change change) throws RegistryException, AdministrationException {
        Optional<Known> known = services.components().onCluster(cluster(), name).filter(one -> !isLibrary(one));
        if (known.isPresent()) {
            return known.get();
        }
        DeployedComponent here = here(name).orElseThrow(() -> none(name, false));
        if (here.digest().isPresent()) {
            throw notTheClusters(name, "component", here.fromFolder());
        }
        NewComponent own = NewComponent.own(new ComponentName(name), kind(Optional.of(here.type())));
        return services.components().known(cluster(), services.components().defined(own, change.by()));
    }

    /** What an installer has brought to the cluster. */
    private Known installed(String name, boolean library) throws RegistryException, AdministrationException {
        Optional<Known> known =
                services.components().onCluster(cluster(), name).filter(one -> isLibrary(one) == library);
        if (known.isPresent() && known.get().isInstalled()) {
            return known.get();
        }
        Optional<Known> rest = rest(name, library);
        if (rest.isPresent()) {
            return rest.get();
        }
        Optional<DeployedComponent> component = library ? Optional.empty() : here(name);
        if (known.isPresent() || component.filter(one -> one.digest().isEmpty()).isPresent()) {
            throw new AdministrationException(
                    NOT_FOUND, "the component " + name + " is the bus's own and cannot be uninstalled");
        }
        if (component.isPresent()) {
            throw notTheClusters(name, "component", component.get().fromFolder());
        }
        Optional<SharedLibrary> shared = library ? sharedHere(name) : Optional.empty();
        if (shared.isPresent()) {
            throw notTheClusters(name, "shared library", shared.get().fromFolder());
        }
        throw none(name, library);
    }

    /** What this node could not uninstall when the others did. */
    private Optional<Known> rest(String name, boolean library) throws RegistryException {
        Optional<String> installer = library
                ? sharedHere(name).filter(one -> !one.fromFolder()).map(SharedLibrary::digest)
                : here(name).filter(one -> !one.fromFolder()).flatMap(DeployedComponent::digest);
        if (installer.isEmpty() || !isRest(installer.get(), false)) {
            return Optional.empty();
        }
        return services.components().all(cluster()).stream()
                .filter(one -> one.name().equals(name) && isLibrary(one) == library && isOf(one, installer.get()))
                .findFirst();
    }

    private static AdministrationException none(String name, boolean library) {
        return new AdministrationException(NOT_FOUND, "there is no " + kindText(library) + name);
    }

    private static AdministrationException notTheClusters(String name, String kind, boolean fromFolder) {
        return new AdministrationException(
                CONFLICT,
                "the " + kind + " " + name + " is this node's own"
                        + (fromFolder
                                ? ", from its hot-deployment folder: take the file out there, or change it by the MBeans of"
                                        + " JSR-208"
                                : ": install the same installer, and it is the cluster's"));
    }

    private Optional<DeployedComponent> here(String name) {
        return deployer.components().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    private Optional<SharedLibrary> sharedHere(String name) {
        return deployer.libraries().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    private ClusterId cluster() throws RegistryException {
        return new ClusterId(services.central().nodes().cluster());
    }

    private static boolean isLibrary(Known known) {
        return known.component().definition().kind() == ComponentKind.SHARED_LIBRARY;
    }

    private static ComponentKind kind(Optional<String> type) {
        if (type.isEmpty()) {
            return ComponentKind.SHARED_LIBRARY;
        }
        return type.get().equals("binding-component") ? ComponentKind.BINDING_COMPONENT : ComponentKind.SERVICE_ENGINE;
    }

    private static Operation uninstalling(boolean library) {
        return library ? Operation.UNINSTALL_LIBRARY : Operation.UNINSTALL_COMPONENT;
    }

    private static Action uninstallation(boolean library) {
        return library ? Action.UNINSTALL_LIBRARY : Action.UNINSTALL;
    }

    private static Target target(String name, boolean library) {
        return Target.installation(kindText(library) + requireNonNull(name, "name"));
    }

    private static String kindText(boolean library) {
        return library ? "shared library " : "component ";
    }

    // --- reading

    @Override
    public List<ComponentView> components(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_COMPONENTS, Target.installation("components"), caller -> {
            Map<String, ComponentView> views = new TreeMap<>();
            Map<String, Known> decided = decided(false);
            for (DeployedComponent here : deployer.components()) {
                views.put(here.name(), view(here, Optional.ofNullable(decided.remove(here.name()))));
            }
            decided.forEach((name, known) -> views.put(name, elsewhere(known)));
            return List.copyOf(views.values());
        });
    }

    @Override
    public List<LibraryView> libraries(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_LIBRARIES, Target.installation("shared libraries"), caller -> {
            Map<String, LibraryView> views = new TreeMap<>();
            Map<String, Known> decided = decided(true);
            for (SharedLibrary here : deployer.libraries()) {
                views.put(here.name(), view(here, Optional.ofNullable(decided.remove(here.name()))));
            }
            decided.forEach((name, known) ->
                    views.put(name, view(new SharedLibrary(name, "", "", List.of(), "", false), Optional.of(known))));
            return List.copyOf(views.values());
        });
    }

    /** By name, what is wanted or what some node has; nothing while the registry is away: this node can tell of itself. */
    private Map<String, Known> decided(boolean libraries) throws RegistryException {
        Map<String, Known> decided = new HashMap<>();
        try {
            for (Known known : services.components().all(cluster())) {
                if (isLibrary(known) == libraries && isThere(known)) {
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
            known = Optional.of(exactly(decided));
        } catch (RegistryException | AdministrationException e) {
            // It is decided and done; that it cannot be read now does not change that.
            known = Optional.empty();
        }
        Optional<DeployedComponent> here = here(decided.name());
        if (here.isPresent()) {
            return view(here.get(), known);
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

    private static ComponentView view(DeployedComponent c, Optional<Known> known) {
        return new ComponentView(
                c.name(),
                c.type(),
                c.description(),
                c.state(),
                c.trusted(),
                c.libraries(),
                c.failure(),
                known.flatMap(Known::wanted)
                        .map(w -> ComponentRegistry.text(w.value().state())),
                revision(known),
                known.map(Known::nodes).orElseGet(TreeMap::new));
    }

    /** What this node does not have. */
    private static ComponentView elsewhere(Known known) {
        String type = known.component().definition().kind() == ComponentKind.BINDING_COMPONENT
                ? "binding-component"
                : "service-engine";
        DeployedComponent nothing = new DeployedComponent(
                known.name(),
                type,
                "",
                "Absent",
                known.isInstalled(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
        return view(nothing, Optional.of(known));
    }

    private static LibraryView view(SharedLibrary l, Optional<Known> known) {
        TreeMap<UUID, String> nodes = new TreeMap<>();
        known.map(Known::nodes).ifPresent(all -> all.forEach((node, state) -> nodes.put(node, presence(state))));
        return new LibraryView(
                l.name(),
                l.version(),
                l.description(),
                l.usedBy(),
                known.flatMap(Known::wanted)
                        .map(w -> presence(ComponentRegistry.text(w.value().state()))),
                revision(known),
                nodes);
    }

    private static OptionalLong revision(Optional<Known> known) {
        return known.flatMap(Known::wanted)
                .map(w -> OptionalLong.of(w.revision()))
                .orElseGet(OptionalLong::empty);
    }

    private static String presence(String state) {
        return state.equals("Absent") ? state : "Installed";
    }
}
