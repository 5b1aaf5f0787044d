package org.esbmt.administration.internal.registry;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.DesiredComponent;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The registry's data about components and shared libraries: their definitions, desired states, settings and states on
 * the nodes.
 */
@Component(service = ComponentRegistry.class)
public final class ComponentRegistry {
    private final ComponentCatalog catalog;
    private final ComponentStates states;
    private final ComponentSettings settings;

    @Activate
    public ComponentRegistry(
            @Reference ComponentCatalog catalog,
            @Reference ComponentStates states,
            @Reference ComponentSettings settings) {
        this.catalog = requireNonNull(catalog, "catalog");
        this.states = requireNonNull(states, "states");
        this.settings = requireNonNull(settings, "settings");
    }

    /**
     * One version of a component or a shared library, on one cluster.
     *
     * @param wanted the desired state on the cluster; empty if nobody ever decided it
     */
    public record Known(
            JbiComponent component, Optional<Versioned<DesiredComponent>> wanted, SortedMap<UUID, String> nodes) {
        public String name() {
            return component.definition().name().value();
        }

        public boolean isInstalled() {
            return component.definition().artifact().isPresent();
        }

        public ComponentState desired() {
            return wanted.map(w -> w.value().state()).orElse(ComponentState.ABSENT);
        }

        /** Returns the revision of the decision; 0 if nobody ever decided. */
        public long revision() {
            return wanted.map(Versioned::revision).orElse(0L);
        }
    }

    public ComponentSettings settings() {
        return settings;
    }

    /**
     * The digest of the decided settings of a component that are in force, by node. Nodes without the component are
     * left out.
     */
    public Map<UUID, Optional<Sha256>> settingsOnNodes(ClusterId cluster, ComponentId component)
            throws RegistryException {
        Map<UUID, Optional<Sha256>> nodes = new HashMap<>();
        for (ObservedComponent one : states.observed(cluster)) {
            if (one.component().equals(component)) {
                nodes.put(one.instance().value(), one.settings());
            }
        }
        return nodes;
    }

    /** Returns the version that is defined, and defines it if it is missing. */
    public JbiComponent defined(NewComponent component, UserId by) throws RegistryException {
        Optional<JbiComponent> there = catalog.findComponent(component.name(), component.version());
        return there.isPresent() ? there.get() : catalog.define(component, by);
    }

    public Versioned<DesiredComponent> desire(
            ClusterId cluster, ComponentId component, long expectedRevision, ComponentState state, UserId by)
            throws RegistryException {
        return states.desire(cluster, component, expectedRevision, state, by);
    }

    public Known known(ClusterId cluster, JbiComponent component) throws RegistryException {
        Optional<Versioned<DesiredComponent>> wanted = states.desired(cluster).stream()
                .filter(one -> one.value().component().equals(component.id()))
                .findFirst();
        return new Known(component, wanted, new TreeMap<>());
    }

    /** Finds the desired version of a name on the cluster, or else the version that is part of the bus. */
    public Optional<Known> onCluster(ClusterId cluster, String name) throws RegistryException {
        List<Known> versions =
                all(cluster).stream().filter(one -> one.name().equals(name)).toList();
        return versions.stream()
                .filter(one -> one.desired() != ComponentState.ABSENT)
                .findFirst()
                .or(() -> versions.stream().filter(one -> !one.isInstalled()).findFirst());
    }

    /** Returns all versions that are or were desired, or that a node has, by name. */
    public List<Known> all(ClusterId cluster) throws RegistryException {
        Map<ComponentId, Versioned<DesiredComponent>> wanted = new HashMap<>();
        for (Versioned<DesiredComponent> one : states.desired(cluster)) {
            wanted.put(one.value().component(), one);
        }
        Map<ComponentId, SortedMap<UUID, String>> nodes = new HashMap<>();
        for (ObservedComponent one : states.observed(cluster)) {
            nodes.computeIfAbsent(one.component(), id -> new TreeMap<>())
                    .put(one.instance().value(), text(one.state()));
        }
        List<Known> all = new ArrayList<>();
        int read = 0;
        Listing<JbiComponent> part;
        do {
            part = catalog.listComponents(new Slice(read, Slice.MAX_LIMIT));
            for (JbiComponent component : part.entries()) {
                Optional<Versioned<DesiredComponent>> desired = Optional.ofNullable(wanted.get(component.id()));
                SortedMap<UUID, String> observed = nodes.getOrDefault(component.id(), new TreeMap<>());
                if (desired.isPresent() || !observed.isEmpty()) {
                    all.add(new Known(component, desired, observed));
                }
            }
            read += part.entries().size();
        } while (!part.entries().isEmpty() && read < part.total());
        return all;
    }

    /** Returns the name of the state in JSR-208. An absent component has a name of its own. */
    public static String text(ComponentState state) {
        return switch (state) {
            case STARTED -> "Started";
            case STOPPED -> "Stopped";
            case SHUTDOWN -> "Shutdown";
            case ABSENT -> "Absent";
        };
    }
}
