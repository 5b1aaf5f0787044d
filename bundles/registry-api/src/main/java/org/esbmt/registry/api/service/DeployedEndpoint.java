package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

/** An endpoint of the deployed version of an assembly. */
public record DeployedEndpoint(AssemblyName assembly, String unit, String component, Endpoint endpoint) {
    public DeployedEndpoint {
        requireNonNull(assembly, "assembly");
        requireNonNull(unit, "unit");
        requireNonNull(component, "component");
        requireNonNull(endpoint, "endpoint");
    }
}
