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
 * Reports to the registry the states of the cluster's components and shared libraries on this node. Those from the
 * node's own folder are not reported. Confined to one thread.
 */
final class ComponentStateReporter {
    /** The author of catalog entries for the bus's own components. */
    private static final UserId NOBODY = new UserId(TenantRegistry.SYSTEM.value());

    private final ClusterId cluster;
    private final InstanceId instance;
    private final RegistryReferences registries;
    private Optional<Report> last = Optional.empty();

    /**
     * The states that the registry has of this node. A new revision requires a new report, because the catalog may
     * contain a new component.
     */
    private record Report(long revision, List<Part> parts, Map<ComponentId, Seen> states) {}

    private record Seen(ComponentState state, Optional<Sha256> settings) {
        static final Seen NOTHING = new Seen(ComponentState.ABSENT, Optional.empty());
    }

    ComponentStateReporter(ClusterId cluster, InstanceId instance, RegistryReferences registries) {
        this.cluster = cluster;
        this.instance = instance;
        this.registries = registries;
    }

    /**
     * Writes the states that have changed since the last report; a missing component is ABSENT. The first node with a
     * component of the bus's own enters it into the catalog.
     */
    void report(Observation now) throws RegistryException, ClusterUnavailableException {
        boolean same = last.filter(report ->
                        report.revision() == now.revision() && report.parts().equals(now.parts()))
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
        last = Optional.of(new Report(now.revision(), now.parts(), here));
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
        return Optional.of(findOrDefine(NewComponent.own(name, kind(part))));
    }

    /** Finds the component in the catalog, or enters it there. Two nodes may do that at once. */
    private ComponentId findOrDefine(NewComponent component) throws RegistryException, ClusterUnavailableException {
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

    /** Maps the JSR-208 state. A component in the state "Unknown" is installed and inactive, so it is SHUTDOWN. */
    private static ComponentState state(Part part) {
        return switch (part.state()) {
            case "Started" -> ComponentState.STARTED;
            case "Stopped" -> ComponentState.STOPPED;
            default -> ComponentState.SHUTDOWN;
        };
    }
}
