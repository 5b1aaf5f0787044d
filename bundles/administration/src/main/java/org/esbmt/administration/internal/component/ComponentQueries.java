package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ComponentState;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Reads components and shared libraries from the configuration registry and this node. A component that only one node has is listed,
 * too. Any thread that may block.
 */
@Component(service = ComponentAdministration.class)
public final class ComponentQueries implements ComponentAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final ComponentDeployer deployer;
    private final KnownParts parts;

    @Activate
    public ComponentQueries(
            @Reference AccessLayer access, @Reference DynamicServices services, @Reference ComponentDeployer deployer) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.deployer = requireNonNull(deployer, "deployer");
        this.parts = new KnownParts(services, deployer);
    }

    @Override
    public List<ComponentView> components(Administrator by) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_COMPONENTS,
                OperationTarget.installation("components"),
                caller -> List.copyOf(componentsByName().values()));
    }

    @Override
    public ComponentView component(Administrator by, String name) throws AdministrationException {
        OperationTarget target = OperationTarget.installation("component " + requireNonNull(name, "name"));
        return access.perform(
                by, Operation.LIST_COMPONENTS, target, caller -> found("component", name, componentsByName()));
    }

    private Map<String, ComponentView> componentsByName() throws RegistryException {
        Map<String, ComponentView> views = new TreeMap<>();
        Map<String, Known> decided = decided(false);
        for (DeployedComponent here : deployer.components()) {
            views.put(here.name(), ComponentViews.view(here, Optional.ofNullable(decided.remove(here.name()))));
        }
        decided.forEach((name, known) -> views.put(name, ComponentViews.elsewhere(known)));
        return views;
    }

    private static <V> V found(String kind, String name, Map<String, V> views) throws AdministrationException {
        V view = views.get(name);
        if (view == null) {
            throw new AdministrationException(Reason.NOT_FOUND, "there is no " + kind + " '" + name + "'");
        }
        return view;
    }

    @Override
    public List<LibraryView> libraries(Administrator by) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_LIBRARIES,
                OperationTarget.installation("shared libraries"),
                caller -> List.copyOf(librariesByName().values()));
    }

    @Override
    public LibraryView library(Administrator by, String name) throws AdministrationException {
        OperationTarget target = OperationTarget.installation("shared library " + requireNonNull(name, "name"));
        return access.perform(
                by, Operation.LIST_LIBRARIES, target, caller -> found("shared library", name, librariesByName()));
    }

    private Map<String, LibraryView> librariesByName() throws RegistryException {
        Map<String, LibraryView> views = new TreeMap<>();
        Map<String, Known> decided = decided(true);
        for (SharedLibrary here : deployer.libraries()) {
            views.put(here.name(), ComponentViews.view(here, Optional.ofNullable(decided.remove(here.name()))));
        }
        decided.forEach((name, known) -> views.put(
                name, ComponentViews.view(new SharedLibrary(name, "", "", List.of(), "", false), Optional.of(known))));
        return views;
    }

    /**
     * Returns the registry's data by name, for every component that is decided or on some node. Empty while the
     * registry is out of reach, since this node can still report its own components.
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
}
