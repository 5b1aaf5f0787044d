package org.esbmt.management.service.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentConfigurator.Configured;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.cluster.ClusterNode.Part;
import org.esbmt.management.api.cluster.NodeState;
import org.esbmt.management.api.message.Sha256;

/**
 * Collects the node's current state. The bus's own components are on each node and are not part of the cluster's state.
 */
final class ObservedState {
    /** A component whose files are unreadable has no known type and is not reported. */
    private static final Set<String> TYPES = Set.of("binding-component", "service-engine");

    private final Deployer deployer;
    private final ComponentDeployer components;
    private final ComponentConfigurator configurator;
    private final TenantLinks links;

    ObservedState(
            Deployer deployer, ComponentDeployer components, ComponentConfigurator configurator, TenantLinks links) {
        this.deployer = deployer;
        this.components = components;
        this.configurator = configurator;
        this.links = links;
    }

    NodeState now() {
        NodeState.Builder state = NodeState.builder();
        deployer.assemblies().forEach(state::assembly);
        components.components().stream()
                .filter(component -> component.digest().isPresent())
                .forEach(component ->
                        state.component(component.name(), component.digest().get(), component.state()));
        components.libraries().forEach(library -> state.library(library.name(), library.digest()));
        configurator.configured().forEach(one -> state.settings(one.component(), one.decision(), one.inForce()));
        links.links().forEach(state::link);
        return state.build();
    }

    /** All components and shared libraries, the bus's own among them. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        Map<String, Configured> configured = new HashMap<>();
        configurator.configured().forEach(one -> configured.put(one.component(), one));
        for (DeployedComponent component : components.components()) {
            if (TYPES.contains(component.type())) {
                parts.add(new Part(
                        component.name(),
                        Optional.of(component.type()),
                        component.digest().map(Sha256::new),
                        component.state(),
                        Optional.ofNullable(configured.get(component.name())).flatMap(Configured::held)));
            }
        }
        for (SharedLibrary library : components.libraries()) {
            parts.add(new Part(
                    library.name(),
                    Optional.empty(),
                    Optional.of(new Sha256(library.digest())),
                    "Shutdown",
                    Optional.empty()));
        }
        return parts;
    }
}
