package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.service.Digest;

/**
 * Finds components and shared libraries by name: those of the cluster in the registry, those of this node in the deployer. Any
 * thread.
 *
 * <p>An installer is an archive, identified by its SHA-256. A leftover is a component or a library that the cluster has uninstalled
 * and this node has not.
 */
final class KnownParts {
    private final DynamicServices services;
    private final ComponentDeployer deployer;

    KnownParts(DynamicServices services, ComponentDeployer deployer) {
        this.services = requireNonNull(services, "services");
        this.deployer = requireNonNull(deployer, "deployer");
    }

    /**
     * Refuses a name that another installer has taken, on the cluster or on this node. A leftover takes no name: the new installer
     * replaces it.
     *
     * @param installerDigest SHA-256 of the installer that is to bring the name, in hexadecimal
     * @throws AdministrationException CONFLICT
     */
    void refuseNameOfAnotherInstaller(String name, String installerDigest)
            throws RegistryException, AdministrationException {
        Optional<Known> decided =
                services.components().onCluster(cluster(), name).filter(one -> one.desired() != ComponentState.ABSENT);
        if (decided.isPresent() && !isFrom(decided.get(), installerDigest)) {
            throw taken(isLibrary(decided.get()), name);
        }
        Optional<DeployedComponent> component =
                here(name).filter(one -> one.digest().isPresent());
        if (component.isPresent()
                && !component.get().digest().get().equals(installerDigest)
                && !isLeftover(component.get().digest().get(), component.get().fromFolder())) {
            throw taken(false, name);
        }
        Optional<SharedLibrary> library = sharedHere(name);
        if (library.isPresent()
                && !library.get().digest().equals(installerDigest)
                && !isLeftover(library.get().digest(), library.get().fromFolder())) {
            throw taken(true, name);
        }
    }

    private static AdministrationException taken(boolean library, String name) {
        return new AdministrationException(
                CONFLICT, "there is a " + kindText(library) + name + " of another installer; uninstall it first");
    }

    /**
     * Tells whether this node's part is a leftover of the cluster. The cluster has uninstalled the name, so it suffices
     * that the registry stores the installer. Each node decides by the same rule whether to replace it.
     */
    private boolean isLeftover(String installerDigest, boolean fromFolder) throws RegistryException {
        return !fromFolder
                && services.resources()
                        .services()
                        .findArtifactLength(TenantRegistry.SYSTEM, new Digest(installerDigest))
                        .isPresent();
    }

    private static boolean isFrom(Known known, String installerDigest) {
        return known.component()
                .definition()
                .artifact()
                .filter(digest -> digest.hex().equals(installerDigest))
                .isPresent();
    }

    /** Finds a component with a life cycle: installed on the cluster, or part of the bus. */
    Known component(String name, Change change) throws RegistryException, AdministrationException {
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

    /** Finds a component or a library that can be uninstalled: installed on the cluster, or a leftover on this node. */
    Known installed(String name, boolean library) throws RegistryException, AdministrationException {
        Optional<Known> known =
                services.components().onCluster(cluster(), name).filter(one -> isLibrary(one) == library);
        if (known.isPresent() && known.get().isInstalled()) {
            return known.get();
        }
        Optional<Known> leftover = leftover(name, library);
        if (leftover.isPresent()) {
            return leftover.get();
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

    /** Finds a component or a library that the other nodes have uninstalled and this node could not. */
    private Optional<Known> leftover(String name, boolean library) throws RegistryException {
        Optional<String> installer = library
                ? sharedHere(name).filter(one -> !one.fromFolder()).map(SharedLibrary::digest)
                : here(name).filter(one -> !one.fromFolder()).flatMap(DeployedComponent::digest);
        if (installer.isEmpty() || !isLeftover(installer.get(), false)) {
            return Optional.empty();
        }
        return services.components().all(cluster()).stream()
                .filter(one -> one.name().equals(name) && isLibrary(one) == library && isFrom(one, installer.get()))
                .findFirst();
    }

    static AdministrationException none(String name, boolean library) {
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

    Optional<DeployedComponent> here(String name) {
        return deployer.components().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    Optional<SharedLibrary> sharedHere(String name) {
        return deployer.libraries().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    ClusterId cluster() throws RegistryException {
        return new ClusterId(services.resources().nodes().cluster());
    }

    static boolean isLibrary(Known known) {
        return known.component().definition().kind() == ComponentKind.SHARED_LIBRARY;
    }

    static ComponentKind kind(Optional<String> type) {
        if (type.isEmpty()) {
            return ComponentKind.SHARED_LIBRARY;
        }
        return type.get().equals("binding-component") ? ComponentKind.BINDING_COMPONENT : ComponentKind.SERVICE_ENGINE;
    }

    Known exactly(DecidedPart part) throws RegistryException, AdministrationException {
        return services.components().all(cluster()).stream()
                .filter(one -> one.component().id().equals(part.component()))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no " + part.name()));
    }

    static String kindText(boolean library) {
        return library ? "shared library " : "component ";
    }
}
