package org.esbmt.management.service.internal;

import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.cluster.NodeState;

/** Looks at what this node has. The bus's own components are on each node and no fact. */
final class ObservedState {
    private final Deployer deployer;
    private final ComponentDeployer components;
    private final TenantLinks links;

    ObservedState(Deployer deployer, ComponentDeployer components, TenantLinks links) {
        this.deployer = deployer;
        this.components = components;
        this.links = links;
    }

    NodeState now() {
        NodeState.Builder state = NodeState.builder();
        deployer.assemblies().forEach(state::assembly);
        components.components().stream()
                .filter(DeployedComponent::trusted)
                .forEach(component -> state.component(component.name(), component.state()));
        components.libraries().forEach(library -> state.library(library.name()));
        links.links().forEach(state::link);
        return state.build();
    }
}
