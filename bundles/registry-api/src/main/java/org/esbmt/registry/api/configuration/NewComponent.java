package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * A version of a component to be defined.
 *
 * @param version 1 to 64 visible characters
 * @param artifact of its installer
 * @param tenantAware whether it keeps tenants apart by itself
 */
public record NewComponent(
        ComponentName name, String version, ComponentKind kind, Sha256 artifact, boolean tenantAware) {
    public NewComponent {
        requireNonNull(name, "name");
        Texts.checkName("a component's version", version, 64);
        requireNonNull(kind, "kind");
        requireNonNull(artifact, "artifact");
    }
}
