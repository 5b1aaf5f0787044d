package org.esbmt.administration.internal.component;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.administration.internal.registry.ComponentRegistry;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.registry.api.configuration.ComponentKind;

/** Makes the administrators' views of components and shared libraries. */
final class ComponentViews {
    private ComponentViews() {}

    static ComponentView view(DeployedComponent c, Optional<Known> known) {
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

    /** The view of a component that this node does not have. */
    static ComponentView elsewhere(Known known) {
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

    static LibraryView view(SharedLibrary l, Optional<Known> known) {
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
