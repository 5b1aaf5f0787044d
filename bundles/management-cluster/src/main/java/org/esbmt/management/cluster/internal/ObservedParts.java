package org.esbmt.management.cluster.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.management.api.cluster.ClusterNode.Observation;
import org.esbmt.management.api.cluster.ClusterNode.Part;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.UserId;

/**
 * Tells the registry in which state this node has which components and shared libraries: those that the cluster knows. What
 * came out of the node's own folder is nobody else's business. For one thread.
 */
final class ObservedParts {
    /** Nobody defines what is part of the bus. */
    private static final UserId NOBODY = new UserId(TenantRegistry.SYSTEM.value());

    private final ClusterId cluster;
    private final InstanceId instance;
    private final Registries registries;
    private Optional<Told> last = Optional.empty();

    /** What the registry has of this node. What was not known in the catalog may be so with the next revision. */
    private record Told(long revision, List<Part> parts, Map<ComponentId, Seen> states) {}

    private record Seen(ComponentState state, Optional<Sha256> settings) {
        static final Seen NOTHING = new Seen(ComponentState.ABSENT, Optional.empty());
    }

    ObservedParts(ClusterId cluster, InstanceId instance, Registries registries) {
        this.cluster = cluster;
        this.instance = instance;
        this.registries = registries;
    }

    void tell(Observation now) throws RegistryException, ClusterUnavailableException {
        boolean same = last.filter(told ->
                        told.revision() == now.revision() && told.parts().equals(now.parts()))
                .isPresent();
        if (same) {
            return;
        }
        Map<ComponentId, Seen> known = last.isPresent() ? last.get().states() : inRegistry();
        Map<ComponentId, Seen> here = new LinkedHashMap<>();
        for (Part part : now.parts()) {
            Optional<ComponentId> component = component(part);
            component.ifPresent(id -> here.put(id, seen(part)));
        }
        Set<ComponentId> gone = new HashSet<>(known.keySet());
        gone.removeAll(here.keySet());
        gone.forEach(id -> here.put(id, Seen.NOTHING));
        for (Map.Entry<ComponentId, Seen> one : here.entrySet()) {
            Seen seen = one.getValue();
            if (!seen.equals(known.get(one.getKey()))) {
                registries.states().observe(instance, one.getKey(), seen.state(), seen.settings());
            }
        }
        last = Optional.of(new Told(now.revision(), now.parts(), here));
    }

    private Map<ComponentId, Seen> inRegistry() throws RegistryException, ClusterUnavailableException {
        Map<ComponentId, Seen> known = new HashMap<>();
        for (ObservedComponent observed : registries.states().observed(cluster)) {
            if (observed.instance().equals(instance)) {
                known.put(observed.component(), new Seen(observed.state(), observed.settings()));
            }
        }
        return known;
    }

    private Optional<ComponentId> component(Part part) throws RegistryException, ClusterUnavailableException {
        ComponentName name = new ComponentName(part.name());
        if (part.digest().isPresent()) {
            return registries
                    .catalog()
                    .findComponent(name, part.digest().get().hex())
                    .map(found -> found.id());
        }
        return Optional.of(defined(NewComponent.own(name, kind(part))));
    }

    /** The first node that has it defines it; which one that is does not matter. */
    private ComponentId defined(NewComponent component) throws RegistryException, ClusterUnavailableException {
        ComponentCatalog catalog = registries.catalog();
        var found = catalog.findComponent(component.name(), component.version());
        if (found.isPresent()) {
            return found.get().id();
        }
        try {
            return catalog.define(component, NOBODY).id();
        } catch (RegistryException.Conflict e) {
            return catalog.findComponent(component.name(), component.version())
                    .orElseThrow(() -> e)
                    .id();
        }
    }

    private static ComponentKind kind(Part part) {
        if (part.type().isEmpty()) {
            return ComponentKind.SHARED_LIBRARY;
        }
        return part.type().get().equals("binding-component")
                ? ComponentKind.BINDING_COMPONENT
                : ComponentKind.SERVICE_ENGINE;
    }

    private static Seen seen(Part part) {
        return new Seen(state(part), part.settings().map(digest -> new Sha256(digest.hex())));
    }

    /** What JSR-208 calls unknown is there and does nothing. */
    private static ComponentState state(Part part) {
        return switch (part.state()) {
            case "Started" -> ComponentState.STARTED;
            case "Stopped" -> ComponentState.STOPPED;
            default -> ComponentState.SHUTDOWN;
        };
    }
}
